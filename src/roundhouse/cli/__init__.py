"""The command line; `cli/main.py` lists the commands."""
