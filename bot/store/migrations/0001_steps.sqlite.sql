-- A step is an act at a table and the state after it: one row, never changed but for `state`,
-- which is NULL where an old one was thinned out. Times are microseconds since 1970, UTC.
-- The primary key is the expected version (whoever comes second is refused) and makes the latest
-- step of a place one index seek; the unique interaction remembers what was already done.
-- With a rowid on purpose: a row is several kilobytes, and inside the key's tree it would leave
-- room for hardly two keys a page.
CREATE TABLE steps (
    channel INTEGER NOT NULL,
    guild INTEGER,
    kind TEXT NOT NULL,
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    interaction INTEGER NOT NULL UNIQUE,
    actor INTEGER NOT NULL,
    at INTEGER NOT NULL,
    began INTEGER,
    command TEXT NOT NULL,
    events TEXT NOT NULL,
    state TEXT,
    cursor INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    redo TEXT NOT NULL,
    PRIMARY KEY (channel, kind, seq)
) STRICT;

-- The log of one game, and its thinning out.
CREATE INDEX steps_of_a_game ON steps (channel, kind, game, seq);

-- The message that shows a place's table now.
CREATE TABLE panels (
    channel INTEGER NOT NULL,
    kind TEXT NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (channel, kind)
) STRICT, WITHOUT ROWID;

-- What the database knows about itself: its secret.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
