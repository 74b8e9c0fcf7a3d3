"""Foraging Squirrels as players see it: the panel, the board in a picture and in text, the end."""
