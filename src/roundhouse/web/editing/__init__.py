"""Board files that are edited: written back without losing a comment."""
