"""The games, one package each with the same modules; no game imports another."""
