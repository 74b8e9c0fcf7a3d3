"""Numbered, forward-only SQL files. `bot.store.sqlite` runs those a database does not have yet."""
