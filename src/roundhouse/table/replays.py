"""Replays: a match to view ply by ply, from a table or from a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.core.meta import Meta
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play.match import Match
from roundhouse.table.bot_delay import NO_PAUSE, USUAL, BotDelay
from roundhouse.table.chairs import against_bots
from roundhouse.table.errors import Clash
from roundhouse.table.ports import Player
from roundhouse.table.presentation.markup import NamesForReader
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.service import TableRequest, TableService
from roundhouse.table.table import Table
from roundhouse.table.viewpoint import find_viewpoint

NO_FORK = mark("This game is still in progress. You can continue from it when it is over.")


@dataclass(frozen=True)
class Replay:
    """A match from the view of one seat or a spectator."""

    source: str  # ID of the table or the record
    of_table: bool
    views: MatchViews
    names: Sequence[str]
    seat: int | None  # whose view is shown; None: a spectator's
    viewpoints: Sequence[int | None]  # views the viewer may choose from
    board: str
    live: bool
    no_fork: str = ""  # why the viewer cannot continue from here; empty: they can
    bot_delay: BotDelay = USUAL  # also used when the viewer continues from here

    @property
    def may_fork(self) -> bool:
        return not self.no_fork

    @property
    def home(self) -> str:
        """The path of the table or record."""
        return f"/t/{self.source}" if self.of_table else f"/r/{self.source}"

    @property
    def page(self) -> str:
        return f"{self.home}/replay" if self.of_table else self.home

    @property
    def match(self) -> Match:
        return self.views.match

    @property
    def meta(self) -> Meta:
        return self.match.game.meta


def replay_of_table(
    table: Table, views: MatchViews, user: str | None, requested: int | None
) -> Replay:
    """Return the replay of a table.

    In an unfinished game with secrets, the user may choose only their own views.
    """
    match, secrets = table.match, table.has_secrets
    all_views = [None, *range(match.state.seats)]
    if match.over or not secrets:
        viewpoints = all_views
        seat = requested if requested in all_views else None
    else:
        mine = find_viewpoint(table, user, requested)
        viewpoints = [None, *mine.mine]
        seat = mine.seat
    return Replay(
        table.id,
        True,
        views,
        NamesForReader(table.names, find_viewpoint(table, user, None).reader),
        seat,
        viewpoints if secrets else [],
        table.board,
        live=not match.over,
        no_fork=_no_fork(table),
        bot_delay=USUAL if table.bot_delay is NO_PAUSE else table.bot_delay,
    )


def _no_fork(table: Table) -> str:
    if table.match.over:
        return ""
    if table.has_secrets:
        return _("This game has hidden information. You can continue from it when it is over.")
    return _(NO_FORK) if table.concerns_others else ""


def fork(
    tables: TableService, replay: Replay, user: Player, ply: int, seat: int, level: str
) -> str:
    """Create a table to continue from a ply against bots, and return its id."""
    match = replay.match
    if not replay.may_fork:
        raise Clash(replay.no_fork)
    seats = match.state.seats
    if not 0 <= ply <= match.ply or not 0 <= seat < seats:
        raise Clash(_("This game has no such move or seat."))
    if match.state_at(ply).over:
        raise Clash(_("The game is already over at this point. Choose an earlier move."))
    return tables.create(
        TableRequest(
            user.id,
            replay.meta.id,
            against_bots(seats, seat, user, level or tables.bots.default_level()),
            match.game.options,
            replay.board,
            moves=[result.entry for result in match.line[:ply]],
            source=replay.source,
            rules=match.game.rules,
            bot_delay=replay.bot_delay,
        )
    )
