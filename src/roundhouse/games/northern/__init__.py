"""Northern Pacific."""
