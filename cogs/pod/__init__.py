"""``/pod``: the pod and its turns, one file a part of the group; `bot.app` adds them as one cog."""
