"""Who leads a tournament. Pure, and exact: fractions, no rounding.

At a table one gets the share of the others that one has left behind (a tie is half of that): 1 for
the sole winner, 0 for the last. Ties in the sum of these are broken by wins (a shared win is a part
of one), then by Sonneborn-Berger (the points of those one has left behind, and half of those of
one's equals), then by one's share of the points that the games themselves gave.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Result:
    """A finished table: who sat there, on what rank each finished (0: won), with what score."""

    players: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Standing:
    player: int
    place: int  # 1 is the best; equals have the same
    games: int
    points: Fraction
    wins: Fraction
    sonneborn_berger: Fraction
    share: Fraction

    @property
    def key(self) -> tuple[Fraction, ...]:
        return (self.points, self.wins, self.sonneborn_berger, self.share)


def against(mine: int, theirs: int) -> Fraction:
    """What one rank gets from meeting another."""
    return HALF if mine == theirs else Fraction(int(mine < theirs))


def points_at(result: Result, seat: int) -> Fraction:
    """The share of the others at the table that this seat has left behind."""
    others = [rank for n, rank in enumerate(result.ranks) if n != seat]
    return sum((against(result.ranks[seat], rank) for rank in others), Fraction(0)) / len(others)


def wins_at(result: Result, seat: int) -> Fraction:
    """A part of a win where it is shared. Where nobody has won, nobody's rank is 0."""
    won = result.ranks.count(0)
    return Fraction(int(result.ranks[seat] == 0), won) if won else Fraction(0)


def share_at(result: Result, seat: int) -> Fraction:
    """Of the points on the table. A game may take below zero: all are raised to the lowest then;
    where nobody has more than another, all have the same."""
    floor = min(0, *result.scores)
    raised = [score - floor for score in result.scores]
    whole = sum(raised)
    return Fraction(raised[seat], whole) if whole else Fraction(1, len(raised))


def standings(players: Sequence[int], results: Iterable[Result]) -> list[Standing]:
    """Everybody, the best first; in what order the tables ended does not matter."""
    finished = list(results)
    points = dict.fromkeys(players, Fraction(0))
    wins, shares, berger = dict(points), dict(points), dict(points)
    games = dict.fromkeys(players, 0)
    for result in finished:
        for seat, player in enumerate(result.players):
            points[player] += points_at(result, seat)
            wins[player] += wins_at(result, seat)
            shares[player] += share_at(result, seat)
            games[player] += 1
    for result in finished:
        for seat, player in enumerate(result.players):
            for other, opponent in enumerate(result.players):
                if other != seat:
                    got = against(result.ranks[seat], result.ranks[other])
                    berger[player] += got * points[opponent]
    made = [Standing(p, 0, games[p], points[p], wins[p], berger[p], shares[p]) for p in players]
    made.sort(key=lambda s: (tuple(-part for part in s.key), s.player))
    return _placed(made)


def _placed(ordered: list[Standing]) -> list[Standing]:
    placed: list[Standing] = []
    for n, one in enumerate(ordered, 1):
        same = placed and placed[-1].key == one.key
        place = placed[-1].place if same else n
        placed.append(Standing(one.player, place, *_rest(one)))
    return placed


def _rest(one: Standing) -> tuple[int, Fraction, Fraction, Fraction, Fraction]:
    return one.games, one.points, one.wins, one.sonneborn_berger, one.share
