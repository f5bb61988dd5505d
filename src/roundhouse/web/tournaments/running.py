"""Runs tournaments: entering, starting, creating tables round by round, ending.

Any account can create a tournament. After the start it runs by itself.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.bot_delay import NO_PAUSE, USUAL
from roundhouse.table.chairs import HUMAN, Chair, bot_chair
from roundhouse.table.clock import time_control_named
from roundhouse.table.errors import Clash, NotFound, NotYours, Refusal
from roundhouse.table.names import BOT_NAMES, fresh_id, tidy_name
from roundhouse.table.ports import Conflict
from roundhouse.table.service import TableRequest
from roundhouse.web.accounts.sessions import User
from roundhouse.web.bots import bot_catalog
from roundhouse.web.storage.database import Row
from roundhouse.web.tables.service import Tables
from roundhouse.web.tournaments.pairing import (
    MAX_ENTRANTS,
    MAX_POOL,
    MIN_POOL,
    Round,
    pool_rounds,
    pool_sizes,
    pools,
    rotations,
    round_robin,
)
from roundhouse.web.tournaments.rating_storage import Results
from roundhouse.web.tournaments.standings import Standing, TableResult, standings
from roundhouse.web.tournaments.storage import OPEN, PLAYING, OpenTournament, TournamentRows

log = logging.getLogger("roundhouse.web")

ROBIN, POOLS = "robin", "pools"
MAX_HOSTED = 10
FINAL = 100  # number of the first round of the final
STARTED_WITHOUT_LEAVING = mark(
    "The tournament has already started. Resign, or let a bot take over your seats."
)
STARTED = mark("The tournament has already started.")
MAX_ATTEMPTS = 8  # at a start, while players join and leave
MAX_LEVEL_NAME = 20  # of the name of a bot, before its number


@dataclass(frozen=True)
class Tournament:
    """The current state of a tournament."""

    row: Row
    entrants: list[Row]
    pairings: list[Row]

    @property
    def round(self) -> int | None:
        """The round in progress: the first with a table without a result."""
        return min((p["round"] for p in self.pairings if p["result"] is None), default=None)

    @property
    def damage(self) -> str:
        """Why the tournament cannot continue, or nothing."""
        if self.row["phase"] == OPEN:
            return ""
        numbers, paired = {row["n"] for row in self.entrants}, set[int]()
        for pairing in self.pairings:
            paired.update(pairing["players"])
            players, result = pairing["players"], pairing["result"]
            ranks = players if result is None else result["ranks"]
            if len(ranks) != len(set(players)):
                return _("A result does not fit its table.")
        return "" if paired == numbers else _("The tables do not fit the list of players.")

    def standings(self) -> list[Standing]:
        """Return the standings of all entrants, finalists first; empty if it is damaged."""
        if self.damage:
            return []
        final = [p for p in self.pairings if p["round"] >= FINAL]
        before = [p for p in self.pairings if p["round"] < FINAL]
        players = [row["n"] for row in self.entrants]
        if not final:
            return standings(players, _results(before))
        finalists = sorted(final[0]["players"])
        first = standings(finalists, _results(final))
        rest = [s for s in standings(players, _results(before)) if s.player not in finalists]
        return first + [replace(s, place=len(first) + n) for n, s in enumerate(rest, 1)]

    def finalists(self, largest: int) -> list[int]:
        """Return the best of each pool, enough to fill a table; empty with one pool."""
        dealt = pools(len(self.entrants), _sizes(len(self.entrants), largest))
        if len(dealt) == 1:
            return []
        each = max(1, -(-MIN_POOL // len(dealt)))
        best: list[int] = []
        for pool in dealt:
            games = [p for p in self.pairings if set(p["players"]) == set(pool)]
            best += [s.player for s in standings(sorted(pool), _results(games))[:each]]
        return best[:largest]


@dataclass(frozen=True)
class TournamentRequest:
    """A request for a new tournament."""

    title: str
    game: str
    kind: str
    seats: int
    clock: str
    bot_accounts: bool = False  # whether bot accounts may enter


def identity(entrant: Row) -> str:
    """Return what names an entrant until the start; the numbers change hands."""
    return str(entrant["person"] or f"bot {entrant['name']}")


def _check_not_full(change: OpenTournament) -> None:
    if len(change.entrants) >= MAX_ENTRANTS:
        raise Clash(_("The tournament is full ({n} players).", n=MAX_ENTRANTS))


def _results(pairings: Sequence[Row]) -> list[TableResult]:
    return [
        TableResult(tuple(p["players"]), tuple(p["result"]["ranks"]), tuple(p["result"]["scores"]))
        for p in pairings
        if p["result"] is not None
    ]


def _sizes(players: int, largest: int) -> list[int]:
    return pool_sizes(players, min(largest, MAX_POOL))


class Tournaments:
    """All tournaments of a server."""

    def __init__(
        self,
        rows: TournamentRows,
        tables: Tables,
        results: Results,
        owner_of: Callable[[str], str | None],
    ) -> None:
        self.rows, self._tables, self._results = rows, tables, results
        self._owner_of = owner_of

    def find(self, tournament: str) -> Tournament:
        row = self.rows.find(tournament)
        if row is None:
            raise NotFound(_("There is no such tournament."))
        return Tournament(row, self.rows.entrants(tournament), self.rows.pairings(tournament))

    # Before the start

    def create(self, host: User, request: TournamentRequest) -> str:
        game, kind, seats, clock = request.game, request.kind, request.seats, request.clock
        meta = registry.meta(game)
        meta.check_seats(seats)
        if not host.account:
            raise NotYours(_("Create an account to run a tournament."))
        if kind not in (ROBIN, POOLS):
            raise Refusal(_("Choose a round robin or pools."))
        if kind == POOLS and (seats < MIN_POOL or MIN_POOL not in meta.seats):
            raise Refusal(_("A pool needs at least {n} players.", n=MIN_POOL))
        if not time_control_named(clock).counted:
            raise Refusal(_("A tournament needs a time control so that it ends."))
        name = " ".join("".join(c for c in request.title if c.isprintable()).split())[:80]
        result = fresh_id()
        row = {
            "id": result,
            "title": name or _("{title}, by {host}", title=meta.title, host=host.name),
            "host": host.id,
            "game": game,
            "options": {},
            "kind": kind,
            "seats": seats,
            "clock": clock,
            "bot_accounts": request.bot_accounts,
        }
        if not self.rows.add(row, MAX_HOSTED):
            raise Clash(_("You already run {n} tournaments.", n=MAX_HOSTED))
        return result

    def enter(self, tournament: str, user: User) -> None:
        if not user.account:
            raise NotYours(_("Create an account to enter, so that your results count."))
        with self._changing(tournament) as change:
            if user.is_bot and not change.admits_bot_accounts:
                raise NotYours(_("This tournament does not admit bot accounts."))
            if self._is_entered(user, change.entrants):
                raise Clash(
                    _(
                        "You have already entered. A person enters once, as themselves or with "
                        "one bot account."
                    )
                )
            _check_not_full(change)
            change.enter(user.id, "", tidy_name(user.name, _("Player")))

    def _is_entered(self, user: User, entrants: Sequence[Row]) -> bool:
        """Return whether a user, their owner or another of the owner's bots has entered."""
        human = user.owner or user.id
        entered = [row["person"] for row in entrants if row["person"]]
        return any(human in (each, self._owner_of(each)) for each in entered)

    def enter_bot(self, tournament: str, host: User, level: str) -> None:
        self._hosted(tournament, host)
        bot_catalog.check_bot(level)
        with self._changing(tournament) as change:
            _check_not_full(change)
            names = {row["name"] for row in change.entrants}
            numbered = (f"{level[:MAX_LEVEL_NAME]} {n}" for n in itertools.count(1))
            free = (name for name in itertools.chain(BOT_NAMES, numbered) if name not in names)
            change.enter(None, level, next(free))

    def leave(self, tournament: str, user: User, entrant: str) -> None:
        """Withdraw an entrant, named by `identity`: oneself, or anyone as the host."""
        if entrant != user.id:
            self._hosted(tournament, user)
        with self._changing(tournament, STARTED_WITHOUT_LEAVING) as change:
            numbers = [row["n"] for row in change.entrants if identity(row) == entrant]
            if not numbers:
                raise Clash(_("This player has already left."))
            change.leave(numbers[0])

    @contextmanager
    def _changing(self, tournament: str, refusal: str = STARTED) -> Iterator[OpenTournament]:
        """Lock a tournament that has not started, so that what is checked stays true."""
        self.find(tournament)  # raises NotFound
        try:
            with self.rows.changing(tournament) as change:
                yield change
        except Conflict:
            raise Clash(_(refusal)) from None

    def _hosted(self, tournament: str, user: User) -> Tournament:
        result = self.find(tournament)
        if result.row["host"] != user.id:
            raise NotYours(_("Only the tournament's host can do that."))
        return result

    # Running

    def begin(self, tournament: str, host: User) -> None:
        """Start a tournament and create its first tables.

        Higher-rated players get lower numbers, so that pools are balanced.
        """
        for _attempt in range(MAX_ATTEMPTS):
            result = self._hosted(tournament, host)
            if result.row["phase"] != OPEN:
                raise Clash(_(STARTED))
            # Rounds may take seconds to compute, too long for a transaction.
            order, rounds = self._by_strength(result), self._rounds(result)
            with self._changing(tournament) as change:
                if change.entrants == result.entrants:
                    change.start(order, rounds)
                    break
        else:
            raise Clash(_("Players are joining or leaving right now. Try again in a moment."))
        self.advance(tournament)

    def _rounds(self, tournament: Tournament) -> list[Round]:
        players, seats = len(tournament.entrants), int(tournament.row["seats"])
        if tournament.row["kind"] == ROBIN:
            return round_robin(players, seats)
        sizes = _sizes(players, seats)
        allowed = registry.meta(tournament.row["game"]).seats
        if any(size not in allowed for size in sizes):
            raise Clash(
                _(
                    "{n} players can't be divided into pools of {least} to {most}.",
                    n=players,
                    least=MIN_POOL,
                    most=seats,
                )
            )
        return pool_rounds(players, sizes)

    def _by_strength(self, tournament: Tournament) -> list[Row]:
        game = tournament.row["game"]

        def strength(row: Row) -> float:
            player = row["person"] or f"bot:{row['level']}"
            rating = self._results.ratings_of_player(player).get(game)
            return -rating.order if rating else 0.0

        return sorted(tournament.entrants, key=lambda row: (strength(row), row["n"]))

    def table_settled(self, table: str) -> None:
        """Continue the tournament of a table whose result was recorded."""
        tournament = self.rows.tournament_of_table(table)
        if tournament is not None:
            self.advance(tournament)

    def resume_all(self) -> None:
        """Continue tournaments that stopped when a server died."""
        for tournament in self.rows.playing():
            try:
                self.advance(tournament)
            except RoundhouseError as error:
                log.warning("tournament %s is blocked: %s", tournament, error)

    def advance(self, tournament: str) -> None:
        """Collect results and create the tables of the round, or end the tournament."""
        self.rows.collect(tournament)
        result = self.find(tournament)
        if result.row["phase"] != PLAYING or result.damage:
            return
        if result.round is None and not self._final(result):
            self.rows.end(tournament)
            return
        result = self.find(tournament)
        for pairing in result.pairings:
            if pairing["round"] == result.round and pairing["table_id"] is None:
                self._create_table(result, pairing)

    def _final(self, tournament: Tournament) -> bool:
        """Add the final if there is one; return whether it was added."""
        if tournament.row["kind"] != POOLS or any(p["round"] >= FINAL for p in tournament.pairings):
            return False
        best = tournament.finalists(int(tournament.row["seats"]))
        if not best:
            return False
        rounds = [(game,) for game in rotations(tuple(best))]
        self.rows.add_rounds(tournament.row["id"], rounds, FINAL)
        return True

    def _create_table(self, tournament: Tournament, pairing: Row) -> None:
        row = tournament.row
        players = {e["n"]: e for e in tournament.entrants}
        chairs = [_chair(seat, players[n]) for seat, n in enumerate(pairing["players"])]
        try:
            with self.rows.assigning_table(pairing):
                self._tables.create(
                    TableRequest(
                        row["host"],
                        row["game"],
                        chairs,
                        row["options"],
                        listed=True,
                        time_control=time_control_named(row["clock"]),
                        bot_delay=USUAL if any(c.kind == HUMAN for c in chairs) else NO_PAUSE,
                    )
                )
        except Conflict:
            pass  # another server has created it


def _chair(seat: int, entrant: Row) -> Chair:
    if entrant["person"]:
        return Chair(seat, HUMAN, entrant["name"], entrant["person"])
    return replace(bot_chair(seat, entrant["level"]), name=entrant["name"])
