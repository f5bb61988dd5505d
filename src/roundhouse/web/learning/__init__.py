"""Learning: lessons, rules, puzzles, and reviews of finished games."""
