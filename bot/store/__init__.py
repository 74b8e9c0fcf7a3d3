"""Where games are kept. `port` says what a store must do; `sqlite` does it on a file."""
