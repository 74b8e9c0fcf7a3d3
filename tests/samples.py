"""Values that several tests need."""

TOKEN = ".".join(("MTIzNDU2Nzg5MDEyMzQ1Njc4", "GaBcDe", "abcdefghijklmnopqrstuvwxyz0123456789AB"))
"""Has the shape of a bot's token. Put together here, so that scanners for leaked ones stay calm."""
