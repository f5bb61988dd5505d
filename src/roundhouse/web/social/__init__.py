"""Players and each other: profiles, friends, blocks and chat."""
