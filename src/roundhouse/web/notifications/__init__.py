"""Notifications by email, webhook and browser push.

`texts.py` writes the messages; `mail.py`, `webhook.py` and `push.py` send them; `delivery.py` is
the loop that empties the outbox; `links.py` signs the links in emails.
"""
