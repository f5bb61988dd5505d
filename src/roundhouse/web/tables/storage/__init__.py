"""Statements that read and write the rows of tables."""
