"""Time at a table: `pace.py` is what can be chosen, `clock.py` the arithmetic, `shown.py` what is
said of it."""
