"""Tables on a server: pages, API, loading, storage and live updates."""
