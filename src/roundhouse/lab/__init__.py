"""Tools that play games: arena, ladder, balance, datasets, puzzles, benchmarks."""
