"""Where games are kept.

`port` says what a store must do, `sql` does it for any engine, and `sqlite` and `postgres` are the
engines. `open` chooses between them.
"""
