"""Standings of a tournament, computed exactly with fractions.

At a table, a player scores the share of opponents they finished ahead of, counting a tie as half:
1 for the sole winner, 0 for the last. Ties in the total are broken by:

1. wins, where a shared win counts in part;
2. Sonneborn-Berger: the points of the opponents beaten, plus half of those tied with;
3. the share of the points scored in the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class TableResult:
    """A finished table: players, their ranks (0 is the winner) and scores."""

    players: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Standing:
    """A player's place in the tournament."""

    player: int
    place: int  # 1 is the best; tied players share a place
    games: int
    points: Fraction
    wins: Fraction
    sonneborn_berger: Fraction
    share: Fraction

    @property
    def key(self) -> tuple[Fraction, ...]:
        return (self.points, self.wins, self.sonneborn_berger, self.share)


def against(mine: int, theirs: int) -> Fraction:
    """Return the points one rank scores against another."""
    return HALF if mine == theirs else Fraction(int(mine < theirs))


def points_at(result: TableResult, seat: int) -> Fraction:
    """Return the share of opponents that a seat finished ahead of."""
    others = [rank for n, rank in enumerate(result.ranks) if n != seat]
    return sum((against(result.ranks[seat], rank) for rank in others), Fraction(0)) / len(others)


def wins_at(result: TableResult, seat: int) -> Fraction:
    """Return a seat's share of the win; 0 if no rank is 0."""
    won = result.ranks.count(0)
    return Fraction(int(result.ranks[seat] == 0), won) if won else Fraction(0)


def share_at(result: TableResult, seat: int) -> Fraction:
    """Return a seat's share of all points at the table.

    If scores are negative, all are raised by the same amount. If no one scored, all are equal.
    """
    floor = min(0, *result.scores)
    raised = [score - floor for score in result.scores]
    whole = sum(raised)
    return Fraction(raised[seat], whole) if whole else Fraction(1, len(raised))


def standings(players: Sequence[int], results: Iterable[TableResult]) -> list[Standing]:
    """Return all players, best first; the order of `results` does not matter."""
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
                    win = against(result.ranks[seat], result.ranks[other])
                    berger[player] += win * points[opponent]
    outcomes = [Standing(p, 0, games[p], points[p], wins[p], berger[p], shares[p]) for p in players]
    outcomes.sort(key=lambda s: (tuple(-part for part in s.key), s.player))
    return _placed(outcomes)


def _placed(ordered: list[Standing]) -> list[Standing]:
    placed: list[Standing] = []
    for n, one in enumerate(ordered, 1):
        same = placed and placed[-1].key == one.key
        place = placed[-1].place if same else n
        placed.append(Standing(one.player, place, *_rest(one)))
    return placed


def _rest(one: Standing) -> tuple[int, Fraction, Fraction, Fraction, Fraction]:
    return one.games, one.points, one.wins, one.sonneborn_berger, one.share
