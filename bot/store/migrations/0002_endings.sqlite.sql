-- What keeping games only for a time needs to know. `ended` is 1 where the game is over in the state
-- after the step: the store knows no rules and cannot tell by itself. Steps from before have 0, so
-- the last game of a place that was over by then counts as finished only once another one begins.
ALTER TABLE steps ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;

-- A seq that was taken stays taken: as a step moves up a seq (see `Store.erase`), a stop-gap takes the
-- one it had, in game 0 that nobody looks into. Else whoever knows the table only up to the step
-- before could put another one there. No act has a negative interaction.
CREATE TRIGGER seq_stays_taken AFTER UPDATE OF seq ON steps WHEN new.seq <> old.seq BEGIN
    INSERT INTO steps (channel, guild, kind, game, seq, interaction, actor, at,
        command, events, cursor, parent, redo)
    VALUES (old.channel, old.guild, old.kind, 0, old.seq, -1 - abs(random() / 2), 0, old.at,
        '{"kind": "moved"}', '[]', old.seq, 0, '[]');
END;

-- Whose server a panel is in, so that it goes with the server.
ALTER TABLE panels ADD COLUMN guild INTEGER;
UPDATE panels SET guild = (
    SELECT guild FROM steps WHERE steps.channel = panels.channel AND steps.guild IS NOT NULL LIMIT 1
);
