"""Operation of a server: health, metrics, logs, housekeeping, backups and checks."""
