"""The web application: pages, JSON API, tables, storage and bots."""
