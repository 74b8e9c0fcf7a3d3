-- The same tables as in SQLite; see 0001_steps.sqlite.sql for what they mean. Times are microseconds
-- since 1970, UTC. Texts of JSON stay texts: they come back as they were, to the byte.
-- Kinds sort by their bytes, as in SQLite, whatever language the server speaks.
CREATE TABLE steps (
    channel BIGINT NOT NULL,
    guild BIGINT,
    kind TEXT COLLATE "C" NOT NULL,
    game BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    interaction BIGINT NOT NULL UNIQUE,
    actor BIGINT NOT NULL,
    at BIGINT NOT NULL,
    began BIGINT,
    command TEXT NOT NULL,
    events TEXT NOT NULL,
    state TEXT,
    cursor BIGINT NOT NULL,
    parent BIGINT NOT NULL,
    redo TEXT NOT NULL,
    PRIMARY KEY (channel, kind, seq)
);

CREATE INDEX steps_of_a_game ON steps (channel, kind, game, seq);

CREATE TABLE panels (
    channel BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    message BIGINT NOT NULL,
    PRIMARY KEY (channel, kind)
);

CREATE TABLE meta (
    key TEXT COLLATE "C" PRIMARY KEY,
    value TEXT NOT NULL
);
