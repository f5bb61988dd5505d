"""The routes of operations."""

from roundhouse.web.operations import pages

ROUTERS = [pages.router]
