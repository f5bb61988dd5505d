"""The web table."""
