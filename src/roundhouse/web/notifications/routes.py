"""The routes of notifications."""

from roundhouse.web.notifications import pages

ROUTERS = [pages.router]
