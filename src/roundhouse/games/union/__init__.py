"""Union Pacific."""
