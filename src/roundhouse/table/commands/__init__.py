"""Commands that users execute at a table.

`arguments.py` defines their arguments, `registry.py` the commands and who may execute them.
"""
