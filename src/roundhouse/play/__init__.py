"""Using a game without knowing which: registry, record, match, conformance."""
