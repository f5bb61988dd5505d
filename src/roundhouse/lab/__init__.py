"""Tools that play many games: arena, ladder, balance, datasets, puzzles, benchmarks."""
