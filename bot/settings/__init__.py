"""What whoever runs the bot can set, and what makes a value usable."""
