"""The rules of the table. Pure: no Discord, no clock, no network, no randomness of its own."""
