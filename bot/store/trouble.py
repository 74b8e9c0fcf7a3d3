"""What a player is told when the store fails them, whichever engine it has."""

from bot.i18n import mark

BUSY = mark(
    "The table's notebook is in other hands just now. Nothing was changed; try again in a moment."
)
FULL = mark(
    "The table's notebook is full: the disk has no room left. Nothing was changed; play goes on as"
    " soon as whoever runs Podkeeper has made room."
)
READ_ONLY = mark(
    "The table's notebook can be read but not written. Nothing was changed; whoever runs Podkeeper"
    " has to allow it to write there."
)
DAMAGED = mark(
    "The table's notebook is damaged. Nothing was changed; whoever runs Podkeeper has to bring"
    " back a good copy."
)
OUT_OF_REACH = mark(
    "The table's notebook is out of reach just now. Nothing was changed; try again in a moment."
)
UNSURE = mark(
    "The table's notebook went out of reach while it was written. The table's panel, asked for"
    " anew, will show whether that was still done; try again in a moment."
)
OTHERWISE = mark(
    "The table's notebook cannot be used right now ({reason}). Nothing was changed; try again in"
    " a moment."
)
CLOSED = mark("Podkeeper is stopping. Nothing was changed; try again in a moment.")
# Whoever starts the bot reads these two, not a player.
NEWER = (
    "This database has schema {version} and was made by a newer Podkeeper; this one knows schema"
    " {newest}. It was left as it is: please run the newer Podkeeper."
)
UNFINISHED = (
    "A copy into this database was not finished, so it is not played on. Run `python -m bot"
    " copy-database` again."
)
