"""Boards: pages, the editor, and the sandbox that parses uploaded files."""
