"""Running tournaments: entering, beginning, laying tables round by round, ending. Made and run by
any account; it needs nobody once it has begun."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.exc import IntegrityError

from roundhouse.core.errors import RoundhouseError
from roundhouse.play import registry
from roundhouse.web import opponents
from roundhouse.web.clocks.pace import pace_named
from roundhouse.web.errors import Clash, NotFound, NotYours, Refusal
from roundhouse.web.names import fresh_id, tidy_name
from roundhouse.web.people import Person
from roundhouse.web.store.ratings import Results
from roundhouse.web.store.store import Conflict, Row, Store
from roundhouse.web.store.tournaments import OPEN, PLAYING, TournamentRows
from roundhouse.web.tables.chairs import PERSON, Chair, bot_chair
from roundhouse.web.tables.tables import Tables
from roundhouse.web.tempo import NO_PAUSE, USUAL
from roundhouse.web.tournaments.schedule import (
    LARGEST_POOL,
    MOST_ENTRANTS,
    SMALLEST_POOL,
    Round,
    pool_rounds,
    pool_sizes,
    pools,
    rotations,
    round_robin,
)
from roundhouse.web.tournaments.standings import Result, Standing, standings

log = logging.getLogger("roundhouse.web")

ROBIN, POOLS = "robin", "pools"
MOST_HOSTED = 10
FINAL = 100  # rounds from here on are those of the final


@dataclass(frozen=True)
class Tournament:
    """One tournament as it is now."""

    row: Row
    entrants: list[Row]
    pairings: list[Row]

    @property
    def round(self) -> int | None:
        """The round that is being played: the first that has a table without a result."""
        return min((p["round"] for p in self.pairings if p["result"] is None), default=None)

    def standings(self) -> list[Standing]:
        """Everybody; those who are in the final before all others."""
        final = [p for p in self.pairings if p["round"] >= FINAL]
        before = [p for p in self.pairings if p["round"] < FINAL]
        everybody = [row["n"] for row in self.entrants]
        if not final:
            return standings(everybody, _results(before))
        finalists = sorted(final[0]["players"])
        first = standings(finalists, _results(final))
        rest = [s for s in standings(everybody, _results(before)) if s.player not in finalists]
        return first + [replace(s, place=len(first) + n) for n, s in enumerate(rest, 1)]

    def finalists(self, largest: int) -> list[int]:
        """The best of each pool: as many of each as it takes to fill a table; none for one pool."""
        dealt = pools(len(self.entrants), _sizes(len(self.entrants), largest))
        if len(dealt) == 1:
            return []
        each = max(1, -(-SMALLEST_POOL // len(dealt)))
        found: list[int] = []
        for pool in dealt:
            games = [p for p in self.pairings if set(p["players"]) == set(pool)]
            found += [s.player for s in standings(sorted(pool), _results(games))[:each]]
        return found[:largest]


def _results(pairings: Sequence[Row]) -> list[Result]:
    return [
        Result(tuple(p["players"]), tuple(p["result"]["ranks"]), tuple(p["result"]["scores"]))
        for p in pairings
        if p["result"] is not None
    ]


def _sizes(players: int, largest: int) -> list[int]:
    return pool_sizes(players, min(largest, LARGEST_POOL))


class Tournaments:
    def __init__(self, store: Store, tables: Tables, results: Results) -> None:
        self._tables, self._results = tables, results
        self.rows = TournamentRows(store)

    def at(self, tournament: str) -> Tournament:
        row = self.rows.find(tournament)
        if row is None:
            raise NotFound("There is no such tournament.")
        return Tournament(row, self.rows.entrants(tournament), self.rows.pairings(tournament))

    # Before it begins

    def create(self, host: Person, title: str, game: str, kind: str, seats: int, clock: str) -> str:
        box = registry.meta(game)
        box.check_seats(seats)
        if not host.account:
            raise NotYours("Tournaments are run by accounts: make one of yourself first.")
        if kind not in (ROBIN, POOLS):
            raise Refusal("A tournament is a round robin, or played in pools.")
        if kind == POOLS and (seats < SMALLEST_POOL or SMALLEST_POOL not in box.seats):
            raise Refusal(f"A pool has {SMALLEST_POOL} players at least.")
        if not pace_named(clock).counted:
            raise Refusal("A tournament needs a clock, so that it comes to an end.")
        if self.rows.hosted(host.id) >= MOST_HOSTED:
            raise Clash(f"You run {MOST_HOSTED} tournaments already.")
        called = " ".join("".join(c for c in title if c.isprintable()).split())[:80]
        made = fresh_id()
        self.rows.add(
            {
                "id": made,
                "title": called or f"{box.title}, by {host.name}",
                "host": host.id,
                "game": game,
                "options": {},
                "kind": kind,
                "seats": seats,
                "clock": clock,
            }
        )
        return made

    def enter(self, tournament: str, person: Person) -> None:
        self._open_to_enter(tournament)
        if not person.account:
            raise NotYours("Make an account first, so that your results can be counted.")
        try:
            self.rows.enter(tournament, person.id, "", tidy_name(person.name, "Somebody"))
        except IntegrityError:
            raise Clash("You have entered already.") from None

    def enter_bot(self, tournament: str, host: Person, level: str) -> None:
        found = self._hosted(tournament, host)
        self._open_to_enter(tournament)
        opponents.check(level)
        same = sum(row["level"] == level for row in found.entrants)
        self.rows.enter(tournament, None, level, f"{level} {same + 1}"[:24])

    def leave(self, tournament: str, person: Person, n: int) -> None:
        """Somebody withdraws, or the host strikes somebody off."""
        found = self.at(tournament)
        mine = [row["n"] for row in found.entrants if row["person"] == person.id]
        if n not in mine:
            self._hosted(tournament, person)
        if found.row["phase"] != OPEN:
            raise Clash("It has begun; hand over or resign your seats instead.")
        self.rows.leave(tournament, n)

    def _open_to_enter(self, tournament: str) -> None:
        found = self.at(tournament)
        if found.row["phase"] != OPEN:
            raise Clash("It has begun already.")
        if len(found.entrants) >= MOST_ENTRANTS:
            raise Clash(f"It is full: {MOST_ENTRANTS} have entered.")

    def _hosted(self, tournament: str, person: Person) -> Tournament:
        found = self.at(tournament)
        if found.row["host"] != person.id:
            raise NotYours("Only who runs the tournament may do that.")
        return found

    # Running

    def begin(self, tournament: str, host: Person) -> None:
        """Lay the first tables. Who is rated higher has the lower number, so that pools are
        alike in strength."""
        found = self._hosted(tournament, host)
        if found.row["phase"] != OPEN:
            raise Clash("It has begun already.")
        rounds = self._rounds(found)
        try:
            self.rows.begin(tournament, self._by_strength(found), rounds)
        except Conflict:
            raise Clash("It has begun already.") from None
        self.go_on(tournament)

    def _rounds(self, found: Tournament) -> list[Round]:
        players, seats = len(found.entrants), int(found.row["seats"])
        if found.row["kind"] == ROBIN:
            return round_robin(players, seats)
        sizes = _sizes(players, seats)
        allowed = registry.meta(found.row["game"]).seats
        if any(size not in allowed for size in sizes):
            raise Clash(
                f"{players} players cannot be put into pools of {SMALLEST_POOL} to {seats}."
            )
        return pool_rounds(players, sizes)

    def _by_strength(self, found: Tournament) -> list[Row]:
        game = found.row["game"]

        def strength(row: Row) -> float:
            player = row["person"] or f"bot:{row['level']}"
            rating = self._results.ratings_of_player(player).get(game)
            return -rating.order if rating else 0.0

        return sorted(found.entrants, key=lambda row: (strength(row), row["n"]))

    def table_settled(self, table: str) -> None:
        """A table was counted: is the next one to be laid?"""
        tournament = self.rows.of_table(table)
        if tournament is not None:
            self.go_on(tournament)

    def sweep(self) -> None:
        """Go on with what was left lying when a server died."""
        for tournament in self.rows.playing():
            try:
                self.go_on(tournament)
            except RoundhouseError as error:
                log.warning("tournament %s waits: %s", tournament, error)

    def go_on(self, tournament: str) -> None:
        """Take over results, lay the tables of the round, and end it when there are none left."""
        self.rows.collect(tournament)
        found = self.at(tournament)
        if found.row["phase"] != PLAYING:
            return
        if found.round is None and not self._final(found):
            self.rows.end(tournament)
            return
        found = self.at(tournament)
        for pairing in found.pairings:
            if pairing["round"] == found.round and pairing["table_id"] is None:
                self._lay(found, pairing)

    def _final(self, found: Tournament) -> bool:
        """Whether there is a final still to be played."""
        if found.row["kind"] != POOLS or any(p["round"] >= FINAL for p in found.pairings):
            return False
        best = found.finalists(int(found.row["seats"]))
        if not best:
            return False
        self.rows.add_rounds(found.row["id"], [(game,) for game in rotations(tuple(best))], FINAL)
        return True

    def _lay(self, found: Tournament, pairing: Row) -> None:
        row = found.row
        players = {e["n"]: e for e in found.entrants}
        chairs = [_chair(seat, players[n]) for seat, n in enumerate(pairing["players"])]
        try:
            with self.rows.laying(pairing):
                self._tables.create(
                    row["host"],
                    row["game"],
                    row["options"],
                    chairs,
                    listed=True,
                    pace=pace_named(row["clock"]),
                    tempo=USUAL if any(c.kind == PERSON for c in chairs) else NO_PAUSE,
                )
        except Conflict:
            pass  # another server has laid it


def _chair(seat: int, entrant: Row) -> Chair:
    if entrant["person"]:
        return Chair(seat, PERSON, entrant["name"], entrant["person"])
    return replace(bot_chair(seat, entrant["level"]), name=entrant["name"])
