"""The slash commands, one group a file. Thin: parse, call the tables, render."""
