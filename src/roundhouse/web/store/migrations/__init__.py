"""The revisions of the database's layout, run by Alembic when a server starts (`upgrade.py`).

A revision is a file in `versions/`: its `revision` is a number and a word ("0004_clocks"), its
`down_revision` the one it builds on. Once released it is never changed. Two revisions may build on
the same one: both are run. `schema.py` says what comes of all of them together.
"""
