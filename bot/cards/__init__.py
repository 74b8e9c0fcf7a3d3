"""The double-faced cards: what is known of them, and finding them by name."""
