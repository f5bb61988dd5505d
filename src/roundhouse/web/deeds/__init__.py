"""What one can do at a table: `deeds.py` is the list, `arguments.py` what must be said with each,
`deed.py` what a deed is."""
