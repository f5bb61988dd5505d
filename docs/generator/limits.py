"""The page of limits, from the constants and settings that enforce them."""

from __future__ import annotations

from importlib import import_module

from docs.generator.markdown import head, table

from roundhouse.web.http.rate_limits import RateLimits
from roundhouse.web.settings import Settings

INTRO = """
A public server enforces the limits below.
A request over a limit gets an explanatory error: status 429 with `Retry-After`, or 413, 422 or 503.
The network (`/64`) of an IPv6 address counts as one address.
"""

# Key of a rate limit -> what it counts.
RATES = {
    "login": "sign-ins and registrations, per address",
    "account": "wrong passwords, per account and address",
    "guesses": "wrong passwords, per account",
    "people": "new guests, per address",
    "create": "new tables, per user",
    "upload": "uploaded files, per user",
    "uploads": "uploaded files, per address",
    "records": "uploaded game files, per address",
    "boards": "saved boards, per address",
    "check": "checks of a board in the editor, per user",
    "move": "moves and other commands, per user",
    "bot": "requests of a bot account",
    "hint": "hints and analyses, per user",
    "notification": "requested emails and test notifications, per user",
    "emails": "emails to new addresses, per network address",
    "talk": "chat messages, per user",
}

BOTS = "web.accounts.bot_accounts"
ANALYSES = "web.learning.analyses"
DELIVERIES = "web.notifications.delivery_limits"
EMAIL_LINKS = "web.accounts.email_links"
PASSWORDS = "web.accounts.passwords"
SANDBOX = "web.boards.upload_sandbox"
HOUSEKEEPING = "web.operations.housekeeping"

# Section -> (limit, module of `roundhouse`, constant, unit).
CONSTANTS: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "Tables": (
        ("seats of a table", "core.constants", "MAX_SEATS", ""),
        ("unfinished tables of one host", "table.service", "MAX_TABLES", ""),
        ("standing orders of one seat", "table.standing_orders", "MAX_ORDERS", ""),
        ("moves in one request", "table.commands.arguments", "MAX_MOVES", ""),
        ("length of a chat message", "web.social.chat", "MAX_MESSAGE_CHARS", "characters"),
    ),
    "Accounts": (
        ("length of a name", "table.names", "MAX_NAME_LENGTH", "characters"),
        ("shortest password", PASSWORDS, "MIN_LENGTH", "characters"),
        ("longest password", PASSWORDS, "MAX_LENGTH", "characters"),
        ("different characters in a password", PASSWORDS, "MIN_DISTINCT", "at least"),
        ("passwords hashed at once", PASSWORDS, "MAX_PARALLEL", ""),
        ("passwords that wait for it", PASSWORDS, "MAX_WAITING", ""),
        ("passwords of one address, hashed and waiting", PASSWORDS, "MAX_BY_ADDRESS", ""),
        ("friends and blocked users", "web.social.relationships", "MAX_RELATIONSHIPS", ""),
        ("bot accounts of one owner", BOTS, "MAX_BOTS", ""),
        ("unfinished games of a bot account", BOTS, "MAX_BOT_GAMES", ""),
        ("invitations that a bot account has not answered", BOTS, "MAX_BOT_INVITATIONS", ""),
    ),
    "Notifications": (
        ("time of a delivery", DELIVERIES, "SECONDS", "seconds"),
        ("tests and confirmations at once", DELIVERIES, "MAX_REQUESTED", ""),
        ("those from one address", DELIVERIES, "MAX_REQUESTED_BY_ADDRESS", ""),
        (
            "a link that confirms an address or resets a password",
            EMAIL_LINKS,
            "LINK_HOURS",
            "hours",
        ),
        (
            "such emails to one email address in this time",
            EMAIL_LINKS,
            "MAX_BY_ADDRESS",
            "of each kind",
        ),
        ("those requested from one network address", EMAIL_LINKS, "MAX_BY_ORIGIN", "of each kind"),
    ),
    "Tournaments": (
        ("entrants", "web.tournaments.pairing", "MAX_ENTRANTS", ""),
        ("rounds", "web.tournaments.pairing", "MAX_ROUNDS", ""),
        ("open tournaments of one host", "web.tournaments.running", "MAX_HOSTED", ""),
    ),
    "Requests": (
        ("body", "web.http.body_limit", "MAX_BODY_BYTES", "bytes"),
        ("time for a body to arrive", "web.http.body_limit", "BODY_SECONDS", "seconds"),
        ("fields of a form", "web.http.body_limit", "MAX_FORM_FIELDS", ""),
        ("values in JSON", "web.http.body_limit", "MAX_JSON_VALUES", ""),
        ("headers", "web.http.connection_limits", "MAX_HEAD_BYTES", "bytes"),
        (
            "requests sent ahead on one connection",
            "web.http.connection_limits",
            "MAX_PIPELINED",
            "",
        ),
        ("time for headers to arrive", "web.http.connection_limits", "HEAD_SECONDS", "seconds"),
        ("time to read responses", "web.http.connection_limits", "UNREAD_SECONDS", "seconds"),
    ),
    "Uploads": (
        ("game files of one user", "web.tables.uploaded_records", "MAX_RECORDS", ""),
        ("boards of one user", "web.boards.storage", "MAX_BOARDS", ""),
        ("board file", "web.boards.uploads", "MAX_BOARD_BYTES", "characters"),
        ("line of a board file", "web.boards.uploads", "MAX_LINE_LENGTH", "characters"),
        ("name in a board file", "web.boards.uploads", "MAX_NAME_LENGTH", "characters"),
        ("text in a board file", "web.boards.uploads", "MAX_TEXT_LENGTH", "characters"),
        ("record file", "web.boards.uploads", "MAX_RECORD_BYTES", "characters"),
        ("moves of a record", "web.boards.uploads", "MAX_MOVES", ""),
        ("files parsed at once", SANDBOX, "MAX_PARALLEL", ""),
        ("files that wait for it", SANDBOX, "MAX_WAITING", ""),
        ("files of one address, parsed and waiting", SANDBOX, "MAX_BY_ADDRESS", ""),
        ("files of one user, parsed and waiting", SANDBOX, "MAX_BY_USER", ""),
        ("memory of the upload worker", "web.boards.upload_worker", "MAX_MEMORY_BYTES", "bytes"),
        ("computing time for a file", "web.boards.upload_worker", "MAX_SECONDS", "seconds"),
    ),
    "Reviews": (
        ("analyses of one user, running and waiting", ANALYSES, "MAX_BY_USER", ""),
        ("analyses of one address, running and waiting", ANALYSES, "MAX_BY_ADDRESS", ""),
        ("analyses in all, running and waiting", ANALYSES, "MAX_ANALYSES", ""),
        ("a long game waits for shorter ones", ANALYSES, "MAX_WAIT", "seconds"),
    ),
    "Deletion": (
        ("a table that waits for players", HOUSEKEEPING, "WAITING_DAYS", "days"),
        ("a table closed before its first move", HOUSEKEEPING, "CLOSED_DAYS", "days"),
        ("a guest who has done nothing", HOUSEKEEPING, "GUEST_DAYS", "days"),
    ),
}

# Field of Settings -> (limit, unit).
SETTINGS = {
    "connections": ("connections in all", ""),
    "address_connections": ("connections from one address", ""),
    "streams": ("event streams in all", ""),
    "address_streams": ("event streams to one address", ""),
    "user_streams": ("event streams to one user", ""),
    "session_idle_days": ("a session without use", "days"),
    "session_days": ("any session", "days"),
    "bot_seconds": ("thinking time of a bot for one move", "seconds"),
}


def page() -> str:
    """Return the page; a name that no longer exists raises an error."""
    text = head("Limits", INTRO)
    text += "\n## Rates\n\nA burst is allowed at once; then the rate per minute applies.\n\n"
    text += table(
        ["what", "burst", "per minute"],
        [_rate(*RateLimits.rates[kind], meaning) for kind, meaning in RATES.items()],
    )
    defaults = Settings()
    text += "\n## Connections and sessions\n\nChange these with [settings](settings.md).\n\n"
    text += table(
        ["what", "limit"],
        [(what, _amount(getattr(defaults, name), unit)) for name, (what, unit) in SETTINGS.items()],
    )
    for section, limits in CONSTANTS.items():
        rows = [
            (what, _amount(getattr(import_module(f"roundhouse.{module}"), name), unit))
            for what, module, name, unit in limits
        ]
        text += f"\n## {section}\n\n" + table(["what", "limit"], rows)
    return text


def _rate(burst: int, per_minute: float, what: str) -> tuple[str, int, str]:
    daily = 24 * 60 * per_minute
    return what, burst, f"{per_minute:g}" if per_minute >= 1 else f"{daily:g} a day"


def _amount(value: float, unit: str) -> str:
    number = f"{int(value):,}" if float(value).is_integer() else f"{value:g}"
    return f"at least {number}" if unit == "at least" else f"{number} {unit}".strip()
