"""The routes of boards."""

from roundhouse.web.boards import board_pages, editor_pages

ROUTERS = [editor_pages.router, board_pages.router]
