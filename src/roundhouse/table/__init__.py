"""One table: match, seats, clocks, standing orders, undo, commands and their presentation.

The server (`roundhouse.web`) adds accounts, storage, HTTP and real time.
"""
