"""The installed app: manifest, service worker, and the page without a connection."""
