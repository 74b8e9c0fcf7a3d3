-- As 0002_endings.sqlite.sql.
CREATE FUNCTION keep_seq_taken() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO steps (channel, guild, kind, game, seq, interaction, actor, at,
        command, events, cursor, parent, redo)
    VALUES (old.channel, old.guild, old.kind, 0, old.seq, -1 - floor(random() * 4e18)::bigint, 0,
        old.at, '{"kind": "moved"}', '[]', old.seq, 0, '[]');
    RETURN NULL;
END;
$$;
CREATE TRIGGER seq_stays_taken AFTER UPDATE OF seq ON steps
    FOR EACH ROW WHEN (new.seq <> old.seq) EXECUTE FUNCTION keep_seq_taken();

ALTER TABLE steps ADD COLUMN ended BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE panels ADD COLUMN guild BIGINT;
UPDATE panels SET guild = (
    SELECT guild FROM steps WHERE steps.channel = panels.channel AND steps.guild IS NOT NULL LIMIT 1
);
