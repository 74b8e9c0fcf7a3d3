-- As 0003_channels.sqlite.sql.
CREATE TABLE channels (
    channel BIGINT PRIMARY KEY,
    guild BIGINT,
    settings TEXT NOT NULL
);
