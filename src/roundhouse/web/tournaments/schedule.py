"""Who meets whom, and who sits where. Pure: players are numbers 0, 1, 2, ...

A *pool* is a few players who meet again and again, so often that everybody has had every seat. In
a *round robin* everybody meets everybody, several at a table, as evenly as can be had.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from roundhouse.web.errors import Refusal

SMALLEST_POOL, LARGEST_POOL = 3, 6
MOST_ENTRANTS = 48
MOST_ROUNDS = 60

Seating = tuple[int, ...]  # the players of one table, in the order of their seats
Round = tuple[Seating, ...]  # tables that are played at the same time


def pool_sizes(players: int, largest: int = LARGEST_POOL) -> list[int]:
    """The sizes of pools: as few as possible that are as alike as possible, 3 to `largest` each."""
    if not SMALLEST_POOL <= players <= MOST_ENTRANTS:
        raise Refusal(f"A tournament has {SMALLEST_POOL} to {MOST_ENTRANTS} players.")
    pools = -(-players // largest)
    small, more = divmod(players, pools)
    return [small + (n < more) for n in range(pools)]


def pools(players: int, sizes: Sequence[int] = ()) -> list[Seating]:
    """The players dealt out to pools by their number, forth and back, so that the first few (the
    strongest, if they are numbered so) do not meet at once."""
    chosen = list(sizes) or pool_sizes(players)
    made: list[list[int]] = [[] for _ in chosen]
    way = 0
    left = list(range(players))
    while left:
        order = range(len(chosen)) if way % 2 == 0 else range(len(chosen) - 1, -1, -1)
        for pool in order:
            if left and len(made[pool]) < chosen[pool]:
                made[pool].append(left.pop(0))
        way += 1
    return [tuple(pool) for pool in made]


def rotations(pool: Seating) -> list[Seating]:
    """A pool's games: each player has each seat once."""
    size = len(pool)
    return [tuple(pool[(seat + game) % size] for seat in range(size)) for game in range(size)]


def pool_rounds(players: int, sizes: Sequence[int] = ()) -> list[Round]:
    """All pools at the same time, game after game; a small pool is done earlier."""
    games = [rotations(pool) for pool in pools(players, sizes)]
    longest = max(len(pool) for pool in games)
    return [tuple(pool[n] for pool in games if n < len(pool)) for n in range(longest)]


def round_robin(players: int, seats: int) -> list[Round]:
    """Rounds of tables of `seats` players until everybody has met everybody, and everybody has
    played equally often or once less. Who finds no place in a round has it off."""
    if not 2 <= seats <= players <= MOST_ENTRANTS:
        raise Refusal(f"Tables of {seats} need {seats} to {MOST_ENTRANTS} players.")
    count = _Count(players, seats)
    rounds: list[Round] = []
    while len(rounds) < MOST_ROUNDS and not count.fair():
        rounds.append(tuple(count.seat(table) for table in count.tables()))
    while count.reseat(rounds):
        pass
    return rounds


class _Count:
    """How often who has met whom, has played, and has sat where."""

    def __init__(self, players: int, seats: int) -> None:
        self._players, self._seats = players, seats
        self._met = [[0] * players for _ in range(players)]
        self._played = [0] * players
        self._sat = [[0] * seats for _ in range(players)]

    def fair(self) -> bool:
        """Whether all have met, and played equally often or once less."""
        met = all(self._met[a][b] for a, b in combinations(range(self._players), 2))
        return met and max(self._played) - min(self._played) <= 1

    def tables(self) -> list[tuple[int, ...]]:
        """The tables of the next round: who has played least comes first, and is joined by those
        they have met least."""
        free = sorted(range(self._players), key=lambda p: (self._played[p], p))
        free = free[: self._players // self._seats * self._seats]
        made = []
        while free:
            table = [free.pop(0)]
            while len(table) < self._seats:
                best = min(free, key=lambda p: (self._known(p, table), self._played[p], p))
                free.remove(best)
                table.append(best)
            made.append(tuple(table))
        return self._improved(made)

    def _known(self, player: int, table: Sequence[int]) -> int:
        return sum((2 * self._met[player][other] + 1) for other in table if other != player)

    def _cost(self, table: Sequence[int]) -> int:
        """Grows with the square of how often they have met: evenness is what counts."""
        return sum(self._met[a][b] ** 2 * 4 + self._met[a][b] for a, b in combinations(table, 2))

    def _improved(self, made: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Exchange players between tables for as long as that makes strangers meet."""
        tables = [list(table) for table in made]
        again = True
        while again:
            again = False
            for one, other in combinations(range(len(tables)), 2):
                for a in range(self._seats):
                    for b in range(self._seats):
                        again |= self._exchange(tables[one], a, tables[other], b)
        return [tuple(table) for table in tables]

    def _exchange(self, one: list[int], a: int, other: list[int], b: int) -> bool:
        before = self._cost(one) + self._cost(other)
        one[a], other[b] = other[b], one[a]
        if self._cost(one) + self._cost(other) < before:
            return True
        one[a], other[b] = other[b], one[a]
        return False

    def seat(self, table: tuple[int, ...]) -> Seating:
        """The order of seats that is new to most of them; and it is counted."""
        for player in table:
            self._played[player] += 1
        for a, b in permutations(table, 2):
            self._met[a][b] += 1
        best = self._newest(table)
        self._sit(best, 1)
        return best

    def reseat(self, rounds: list[Round]) -> bool:
        """Look at every table again, now that all are known; whether that made a difference."""
        better = False
        for n, tables in enumerate(rounds):
            made = []
            for table in tables:
                self._sit(table, -1)
                best = self._newest(table)
                if self._habit(best) >= self._habit(table):
                    best = table
                self._sit(best, 1)
                better |= best != table
                made.append(best)
            rounds[n] = tuple(made)
        return better

    def _newest(self, table: tuple[int, ...]) -> Seating:
        return min(permutations(table), key=lambda order: (self._habit(order), order))

    def _sit(self, order: Seating, times: int) -> None:
        for seat, player in enumerate(order):
            self._sat[player][seat] += times

    def _habit(self, order: Seating) -> int:
        return sum(self._sat[player][seat] for seat, player in enumerate(order))
