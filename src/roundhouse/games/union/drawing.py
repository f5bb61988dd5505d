"""x"""
SHEETS = ("board",)
