"""The routes of tables."""

from roundhouse.web.tables import (
    api,
    command_routes,
    continuation_pages,
    games_api,
    home_page,
    invitation_page,
    new_table_page,
    records_api,
    replay_page,
    result_page,
    table_page,
    upload_page,
)

# Served before all other routes; the most frequent ones come first.
PLAIN_ROUTES = [
    *table_page.plain.routes,
    command_routes.PAGE_ROUTE,
    *api.plain.routes,
    *command_routes.plain.routes,
    *command_routes.OLD_ROUTES,
]
ROUTERS = [
    table_page.router,
    home_page.router,
    new_table_page.router,
    invitation_page.router,
    replay_page.router,
    result_page.router,
    upload_page.router,
    continuation_pages.router,
    api.router,
    games_api.router,
    records_api.router,
]
API = {
    "Tables": [api.router, api.described],
    "Commands at a table": [command_routes.described],
    "Games and boards": [games_api.router],
    "Records": [records_api.router],
}
