"""Accounts: users, sessions, passwords, recovery, export and deletion."""
