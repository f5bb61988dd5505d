"""Branch Line."""
