"""Running the bot unattended: backups, metrics, health, and what the doctor asks of others."""
