"""What plays many games: pools of processes, journals, statistics, arena, balance, benchmark."""
