"""A replay: a match to look at ply by ply and to play on from; a table's or a record's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.core.meta import Meta
from roundhouse.play.match import Match
from roundhouse.web import opponents
from roundhouse.web.errors import Clash
from roundhouse.web.people import Person
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.tables.chairs import against_bots
from roundhouse.web.tables.fair_play import NO_FORK
from roundhouse.web.tables.jobs import Job
from roundhouse.web.tables.table import Table
from roundhouse.web.tables.tables import Tables
from roundhouse.web.tables.viewpoint import viewpoint
from roundhouse.web.tempo import NO_PAUSE, USUAL, Tempo


@dataclass(frozen=True)
class Replay:
    """A match as one viewer may see it."""

    source: str  # the id of the table or of the record
    of_table: bool
    views: MatchViews
    names: Sequence[str]
    seat: int | None  # through whose eyes
    eyes: Sequence[int | None]  # whose one may choose
    board: str
    live: bool
    no_fork: str = ""  # why one cannot play on from it, if one cannot
    tempo: Tempo = USUAL  # of its bots; they answer as soon when one plays on

    @property
    def may_fork(self) -> bool:
        return not self.no_fork

    @property
    def home(self) -> str:
        """The address of the table or record; what can be done with it is below that."""
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

    @property
    def job(self) -> Job:
        """For a worker that is to look the whole game over."""
        game = self.match.game
        options = dict(game.options)
        return Job(self.source, 0, 0, 0, "", game.meta.id, game.rules, options, self.board)


def replay_of_table(table: Table, person: str | None, asked: int | None) -> Replay:
    """While a game with secrets is played one looks through one's own eyes only."""
    match, secrets = table.match, table.views.secrets
    everybody = [None, *range(match.state.seats)]
    if match.over or not secrets:
        eyes = everybody
        seat = asked if asked in everybody else None
    else:
        mine = viewpoint(table, person, asked)
        eyes = [None, *mine.mine]
        seat = mine.seat
    return Replay(
        table.id,
        True,
        table.views,
        table.names,
        seat,
        eyes if secrets else [],
        table.row["board"],
        live=not match.over,
        no_fork=_no_fork(table),
        tempo=USUAL if table.tempo is NO_PAUSE else table.tempo,
    )


def _no_fork(table: Table) -> str:
    if table.match.over:
        return ""
    if table.views.secrets:
        return "This game has secrets: one can play on from it only when it is over."
    return NO_FORK if len(table.owners()) > 1 else ""


def fork(tables: Tables, replay: Replay, person: Person, ply: int, seat: int, level: str) -> str:
    """Play on from a ply against bots, at a table of one's own: its id."""
    match = replay.match
    if not replay.may_fork:
        raise Clash(replay.no_fork)
    seats = match.state.seats
    if not 0 <= ply <= match.ply or not 0 <= seat < seats:
        raise Clash("There is no such ply or seat in this game.")
    if match.state_at(ply).over:
        raise Clash("The game is over at this ply; go back a little first.")
    return tables.create(
        person.id,
        replay.meta.id,
        match.game.options,
        against_bots(seats, seat, person, level or opponents.usual()),
        replay.board,
        begun=[made.entry for made in match.line[:ply]],
        source=replay.source,
        rules=match.game.rules,
        tempo=replay.tempo,
    )
