"""Pure renderers: from state to Discord layouts. Nothing here waits, stores or decides."""
