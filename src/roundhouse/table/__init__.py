"""One table: match, seats, clocks, standing orders, undo, commands, presentation.

The server (`roundhouse.web`) adds accounts, storage, HTTP and real time.
"""
