"""Tournaments.

`schedule.py` pairs the players, `standings.py` ranks them, and `running.py` runs tournaments.
"""
