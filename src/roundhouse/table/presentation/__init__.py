"""Turn views of a match into template contexts, independent of the game."""
