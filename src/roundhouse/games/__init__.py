"""The rooms: one folder a game, the same furniture in each, none imports another."""
