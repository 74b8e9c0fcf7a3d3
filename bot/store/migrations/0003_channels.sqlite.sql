-- What the pod of a channel has set for itself, such as the language of its panel: a JSON object.
CREATE TABLE channels (
    channel INTEGER PRIMARY KEY,
    guild INTEGER,
    settings TEXT NOT NULL
) STRICT;
