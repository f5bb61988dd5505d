"""From what a seat may know (a view) to what the templates print. Nothing here knows a game."""
