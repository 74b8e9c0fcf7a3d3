"""Facts as data. Where each came from: SOURCES.md."""
