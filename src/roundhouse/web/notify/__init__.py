"""Telling people what waits for them: by mail, webhook and browser push.

`message.py` says what is told, `mail.py`, `webhook.py` and `push.py` send it, `delivery.py` is the
loop that empties the table of what is due, `links.py` makes the links in letters.
"""
