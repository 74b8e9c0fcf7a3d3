"""The one door to a game: tables as they are loaded, played at, one act at a time, and kept."""
