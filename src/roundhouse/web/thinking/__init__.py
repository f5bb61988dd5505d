"""Thinking: worker processes, what is asked of them, and the bots' turns at the tables.

`pool.py` starts the processes, `worker.py` is one, `bot_turns.py` has bots move, `analyses.py` has
finished games looked over, `hints.py` helps a player.
"""
