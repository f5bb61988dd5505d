"""The routes of players among each other."""

from roundhouse.web.social import api, chat_pages, profile_pages

ROUTERS = [chat_pages.router, profile_pages.router, api.router]
API = {"Social": [api.router]}
