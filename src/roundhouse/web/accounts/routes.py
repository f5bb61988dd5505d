"""The routes of accounts."""

from roundhouse.web.accounts import (
    account_pages,
    api,
    bot_account_pages,
    bot_accounts_api,
    data_pages,
    recovery_pages,
)

ROUTERS = [
    bot_account_pages.router,  # before `/me/{command}`
    account_pages.router,
    data_pages.router,
    recovery_pages.router,
    api.router,
    bot_accounts_api.router,
]
API = {"Users and accounts": [api.router, bot_accounts_api.router]}
