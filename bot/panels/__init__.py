"""What a channel shows of its table: the panel, its pictures, and what the channel has set."""
