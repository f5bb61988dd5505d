SHEETS = ("board",)
