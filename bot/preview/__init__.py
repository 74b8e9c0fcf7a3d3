"""The bot on a local page, without Discord. Its packages need not be installed."""
