"""Code that works with every game: registry, record, match, conformance."""
