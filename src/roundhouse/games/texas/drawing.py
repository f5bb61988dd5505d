SHEETS=("board",)
