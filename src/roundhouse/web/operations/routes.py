"""The routes of operations."""

from roundhouse.web.operations import about_page, docs_page, health

ROUTERS = [docs_page.router, about_page.router, health.router]
