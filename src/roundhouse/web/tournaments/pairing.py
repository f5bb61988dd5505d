"""Pairings and seatings of a tournament, as pure functions on player numbers.

In a pool, a few players meet repeatedly until everyone has had every seat. In a round robin,
everyone meets everyone, several at a table, as evenly as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from roundhouse.core.translation import translate as _
from roundhouse.table.errors import Refusal

MIN_POOL, MAX_POOL = 3, 6
MAX_ENTRANTS = 48
MAX_ROUNDS = 60

Seating = tuple[int, ...]  # the players of one table in seat order
Round = tuple[Seating, ...]  # tables played at the same time


def pool_sizes(players: int, largest: int = MAX_POOL) -> list[int]:
    """Return the sizes of as few and as equal pools as possible."""
    if not MIN_POOL <= players <= MAX_ENTRANTS:
        raise Refusal(
            _("A tournament needs {least} to {most} players.", least=MIN_POOL, most=MAX_ENTRANTS)
        )
    pools = -(-players // largest)
    small, more = divmod(players, pools)
    return [small + (n < more) for n in range(pools)]


def pools(players: int, sizes: Sequence[int] = ()) -> list[Seating]:
    """Distribute players to pools in snake order, to separate the strongest."""
    chosen = list(sizes) or pool_sizes(players)
    filled: list[list[int]] = [[] for _ in chosen]
    way = 0
    left = list(range(players))
    while left:
        order = range(len(chosen)) if way % 2 == 0 else range(len(chosen) - 1, -1, -1)
        for pool in order:
            if left and len(filled[pool]) < chosen[pool]:
                filled[pool].append(left.pop(0))
        way += 1
    return [tuple(pool) for pool in filled]


def rotations(pool: Seating) -> list[Seating]:
    """Return a pool's games: each player has each seat once."""
    size = len(pool)
    return [tuple(pool[(seat + game) % size] for seat in range(size)) for game in range(size)]


def pool_rounds(players: int, sizes: Sequence[int] = ()) -> list[Round]:
    """Return the rounds of all pools, played in parallel; small pools finish earlier."""
    games = [rotations(pool) for pool in pools(players, sizes)]
    longest = max(len(pool) for pool in games)
    return [tuple(pool[n] for pool in games if n < len(pool)) for n in range(longest)]


def round_robin(players: int, seats: int) -> list[Round]:
    """Return rounds until all have met and played equally often, or once less.

    A player without a place in a round has a bye.
    """
    if not 2 <= seats <= players <= MAX_ENTRANTS:
        raise Refusal(
            _("Tables of {seats} need {seats} to {most} players.", seats=seats, most=MAX_ENTRANTS)
        )
    count = _Count(players, seats)
    rounds: list[Round] = []
    while len(rounds) < MAX_ROUNDS and not count.fair():
        rounds.append(tuple(count.seat(table) for table in count.tables()))
    while count.reseat(rounds):
        pass
    return rounds


class _Count:
    """How often players have met, played, and had each seat."""

    def __init__(self, players: int, seats: int) -> None:
        self._players, self._seats = players, seats
        self._met = [[0] * players for _ in range(players)]
        self._played = [0] * players
        self._sat = [[0] * seats for _ in range(players)]

    def fair(self) -> bool:
        """Return whether all have met, and played equally often or once less."""
        have_met = all(self._met[a][b] for a, b in combinations(range(self._players), 2))
        return have_met and max(self._played) - min(self._played) <= 1

    def tables(self) -> list[tuple[int, ...]]:
        """Return the tables of the next round.

        Players with the fewest games come first, joined by those they have met least.
        """
        free = sorted(range(self._players), key=lambda p: (self._played[p], p))
        free = free[: self._players // self._seats * self._seats]
        results = []
        while free:
            table = [free.pop(0)]
            while len(table) < self._seats:
                best = min(free, key=lambda p: (self._known(p, table), self._played[p], p))
                free.remove(best)
                table.append(best)
            results.append(tuple(table))
        return self._improved(results)

    def _known(self, player: int, table: Sequence[int]) -> int:
        return sum((2 * self._met[player][other] + 1) for other in table if other != player)

    def _cost(self, table: Sequence[int]) -> int:
        """Return a cost that grows with the square of the meetings."""
        return sum(self._met[a][b] ** 2 * 4 + self._met[a][b] for a, b in combinations(table, 2))

    def _improved(self, tables_before: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Swap players between tables as long as that lowers the cost."""
        tables = [list(table) for table in tables_before]
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
        """Return and record the seating that gives most players a new seat."""
        for player in table:
            self._played[player] += 1
        for a, b in permutations(table, 2):
            self._met[a][b] += 1
        best = self._newest(table)
        self._sit(best, 1)
        return best

    def reseat(self, rounds: list[Round]) -> bool:
        """Improve all seatings now that all rounds are known; return whether any changed."""
        better = False
        for n, tables in enumerate(rounds):
            seatings = []
            for table in tables:
                self._sit(table, -1)
                best = self._newest(table)
                if self._repeats(best) >= self._repeats(table):
                    best = table
                self._sit(best, 1)
                better |= best != table
                seatings.append(best)
            rounds[n] = tuple(seatings)
        return better

    def _newest(self, table: tuple[int, ...]) -> Seating:
        return min(permutations(table), key=lambda order: (self._repeats(order), order))

    def _sit(self, order: Seating, times: int) -> None:
        for seat, player in enumerate(order):
            self._sat[player][seat] += times

    def _repeats(self, order: Seating) -> int:
        return sum(self._sat[player][seat] for seat, player in enumerate(order))
