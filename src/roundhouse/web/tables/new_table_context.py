"""The form of a new table, and the table that it asks for."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roundhouse.bots.levels import Level
from roundhouse.bots.styles import Style
from roundhouse.core.meta import Meta
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.bot_delay import BOT_DELAYS, USUAL, BotDelay, find_bot_delay
from roundhouse.table.chairs import HUMAN, OPEN, Chair, among_bots
from roundhouse.table.clock import TIME_CONTROLS, TimeControl, time_control_named
from roundhouse.table.errors import Refusal
from roundhouse.table.ports import Player
from roundhouse.table.service import TableRequest
from roundhouse.web.bots import bot_catalog

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Preset:
    """A usual way to fill the seats; `seats` are values of the form."""

    key: str
    title: str
    words: str
    seats: list[str]


def presets(company: Sequence[str]) -> list[Preset]:
    """Return the presets for a table of a user with this many others."""
    others = len(company)
    bots = [f"bot:{level}" for level in company]
    result = [
        Preset("bots", _("Against bots"), _("Medium bots of different styles"), ["me", *bots]),
        Preset(
            "beginners",
            _("Against easy bots"),
            _("For a first game"),
            ["me", *["bot:beginner"] * others],
        ),
        Preset(
            "strong",
            _("Against strong bots"),
            _("They think longer"),
            ["me", *["bot:hard"] * others],
        ),
        Preset(
            "friends",
            _("With friends"),
            _("Every other seat gets a share link"),
            ["me", *["open"] * others],
        ),
        Preset(
            "screen",
            _("On this device"),
            _("Players take turns at one screen"),
            ["me", *["guest"] * others],
        ),
    ]
    if others > 1:
        seats = ["me", "open", *bots[1:]]
        result.insert(3, Preset("friend", _("With a friend and bots"), _("One share link"), seats))
    return result


@dataclass
class NewTablePage:
    """The form of a new table."""

    games: list[Meta]
    game: Meta
    seats: int
    message: str
    levels: list[Level]
    styles: list[Style]
    company: list[str]
    presets: list[Preset]
    usual: str
    time_controls: Iterable[TimeControl]
    bot_delays: Iterable[BotDelay]
    usual_bot_delay: BotDelay
    boards: Sequence[Row]
    board: str


def build_new_table_page(
    meta: Meta, seats: int, boards: Sequence[Row], message: str = "", board: str = ""
) -> NewTablePage:
    """Return the context of the form; `board` is the digest of the chosen board."""
    company = bot_catalog.pick_bots(bot_catalog.default_level(), seats - 1, random.Random(0))
    return NewTablePage(
        games=registry.games(),
        game=meta,
        seats=seats,
        message=message,
        levels=bot_catalog.all_bots(),
        styles=bot_catalog.styles(),
        company=company,
        presets=presets(company),
        usual=bot_catalog.default_level(),
        time_controls=TIME_CONTROLS.values(),
        bot_delays=BOT_DELAYS.values(),
        usual_bot_delay=USUAL,
        boards=boards,
        board=board,
    )


def quick_request(game: str, user: Player) -> TableRequest:
    """Return a table against the usual bots, with the user in a random seat."""
    seats, rng = registry.meta(game).usual_seats, secrets.SystemRandom()
    bots = bot_catalog.pick_bots(bot_catalog.default_level(), seats - 1, rng)
    return TableRequest(user.id, game, among_bots(rng.randrange(seats), user, bots))


def read_request(
    meta: Meta, form: Mapping[str, str], user: Player, board: str, chairs: Sequence[Chair]
) -> TableRequest:
    """Return the table that a form asks for; raise a Refusal or ValueError."""
    meta.check_seats(len(chairs))
    options = {name: form[f"option:{name}"] for name in meta.options if f"option:{name}" in form}
    if not any(c.kind == HUMAN for c in chairs) and any(c.kind == OPEN for c in chairs):
        raise Refusal(_("Take a seat yourself if you invite others."))
    return TableRequest(
        user.id,
        meta.id,
        chairs,
        options,
        board,
        "listed" in form,
        time_control=time_control_named(form.get("clock", "none")),
        standin=form.get("standin", ""),
        bot_delay=find_bot_delay(form.get("tempo", "")),
        bot_accounts="bot_accounts" in form,
    )


def read_seat_words(form: Mapping[str, str]) -> list[str]:
    """Return the seats: `me`, `open`, `bot:level`, or `guest` or `invite` and a name."""
    words = [form.get(f"seat{n}", "open") for n in range(int(form.get("seats", "0")))]
    return [
        f"{word}:{form.get(f'name{n}', '')}" if word in ("guest", "invite") else word
        for n, word in enumerate(words)
    ]
