"""The note in a database of which commands Discord knows, as `bot.client.command_sync` keeps it."""

NOTE = "commands of "
"""What the name of the mark begins with; the application's id follows."""
FORGET = f"DELETE FROM meta WHERE key LIKE 'mark: {NOTE}%'"  # noqa: S608  (no value from outside)
"""Takes the note out of a database that was brought from elsewhere, or from an earlier time.

What Discord knows by now may be something else, so that nothing can be assumed.
"""
