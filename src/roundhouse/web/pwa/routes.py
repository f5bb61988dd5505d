"""The routes of the installed app."""

from roundhouse.web.pwa import pages

ROUTERS = [pages.router]
