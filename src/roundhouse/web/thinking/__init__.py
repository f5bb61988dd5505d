"""Thinking: worker processes, what is asked of them, and the bots' turns at the tables.

`pool.py` has the processes, `worker_process.py` is one seen from the server and `worker.py` one
seen from inside; `bot_turns.py` has bots move and `notices.py` says what is wrong with them;
`analyses.py` has finished games looked over, `hints.py` helps a player.
"""
