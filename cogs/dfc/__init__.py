"""``/dfc``: double-faced cards, one file a part of the group; `bot.app` adds them as one cog."""
