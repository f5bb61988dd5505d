"""The seats of a new table, from the words of the form and of the API."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.core.translation import translate as _
from roundhouse.table.chairs import Chair, chair_for, reserved_chair
from roundhouse.table.errors import NotYours
from roundhouse.web.accounts.sessions import User
from roundhouse.web.services import Services

INVITATION = "invite:"  # followed by the name of a bot account


def chairs_of_new_table(services: Services, words: Sequence[str], host: User) -> list[Chair]:
    """Return the chairs of a table; seats of bot accounts are reserved for them."""
    services.tables.players.check_may_play(host.id)
    return [
        _reserve_seat(services, seat, word.removeprefix(INVITATION), host)
        if word.startswith(INVITATION)
        else chair_for(seat, word, host)
        for seat, word in enumerate(words)
    ]


def _reserve_seat(services: Services, seat: int, name: str, host: User) -> Chair:
    bot = services.bot_accounts.find_by_name(name)
    if services.tables.players.blocked_by(host.id, [bot.id]):
        raise NotYours(_("You cannot invite {name}.", name=bot.name))
    services.bot_accounts.check_may_be_invited(bot)
    return reserved_chair(seat, bot)
