"""Texas & Pacific."""
