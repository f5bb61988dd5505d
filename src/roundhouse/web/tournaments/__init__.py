"""Tournaments: `schedule.py` says who meets whom where, `standings.py` who leads, `running.py` lays
the tables."""
