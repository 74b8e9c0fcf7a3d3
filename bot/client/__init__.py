"""Discord's side of the bot: what comes in, who is slowed down, and what Discord knows of it."""
