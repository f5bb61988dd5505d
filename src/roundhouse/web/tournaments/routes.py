"""The routes of tournaments."""

from roundhouse.web.tournaments import pages

ROUTERS = [pages.router]
