"""Keeping the bot running: logs, signs of life, backups, metrics, and what the doctor looks at."""
