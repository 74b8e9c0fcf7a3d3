"""Foraging Squirrels, the minigame between games: a game of its own on the same engine."""
