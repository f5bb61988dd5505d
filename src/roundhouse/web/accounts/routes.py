"""The routes of accounts."""

from roundhouse.web.accounts import account_pages, api, data_pages, recovery_pages

ROUTERS = [account_pages.router, data_pages.router, recovery_pages.router, api.router]
API = {"Users and accounts": [api.router]}
