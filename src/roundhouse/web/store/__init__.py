"""What is kept on disk: the schema, and the store that is asked in the words of the web table."""
