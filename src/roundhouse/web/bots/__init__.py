"""Bots and hints, computed in worker processes.

`pool.py` manages the processes, `worker_process.py` is one seen from the server, and `worker.py` is
the program it runs. `bot_turns.py` plays the moves of bots and `bot_status.py` reports problems.
"""
