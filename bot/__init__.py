"""Podkeeper: the fifth seat at a remote Commander table."""

__version__ = "0.1.0"
