"""Pacific Rails Inc."""
