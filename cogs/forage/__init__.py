"""``/forage``: Foraging Squirrels. The commands are in `cog`, the buttons beside it."""
