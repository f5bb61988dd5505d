"""Commands that users execute at a table.

`command.py` defines a command, `arguments.py` the arguments, `registry.py` lists all commands.
"""
