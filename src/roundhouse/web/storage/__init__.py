"""The database: connection, schema and migrations."""
