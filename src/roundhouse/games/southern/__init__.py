"""Southern Pacific."""
