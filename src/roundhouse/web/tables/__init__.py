"""Tables: a match, who sits where, and what happens there.

`tables.py` finds, lays and changes them; `seating.py`, `play.py` and `undo.py` say what a change
is; who may ask for it is said in `web/deeds/deeds.py`.
"""
