"""Summarize many games: wins by bot and seat, lengths, scores, endings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean

from roundhouse.cli.terminal import table
from roundhouse.core.game import Game
from roundhouse.lab.schedule import GameResult


@dataclass
class Wins:
    """The wins of a bot or a seat; a shared win counts as a fraction for each."""

    games: int = 0
    wins: float = 0.0
    shared: int = 0
    points: int = 0

    def row(self, name: object) -> tuple[object, ...]:
        share = f"{100 * self.wins / self.games:.1f} %"
        return (name, self.games, round(self.wins, 2), share, self.shared, self.points / self.games)


class Summary:
    """Counts of finished games, printed as tables."""

    def __init__(self, game: Game) -> None:
        self.game, self.games, self.unwon = game, 0, 0
        self.bots: dict[str, Wins] = {}
        self.seats: dict[int, Wins] = {}
        self.lengths: list[int] = []
        self.scores: list[int] = []
        self.ends: Counter[str] = Counter()

    def count(self, played: GameResult) -> None:
        self.games += 1
        self.lengths.append(played.moves)
        self.scores += played.scores
        winners = played.ranks.count(0)
        self.unwon += not winners
        for seat, bot in enumerate(played.matchup.bots):
            for wins in (self.bots.setdefault(bot, Wins()), self.seats.setdefault(seat, Wins())):
                wins.games += 1
                wins.points += played.scores[seat]
                if played.ranks[seat] == 0:
                    wins.wins += 1 / winners
                    wins.shared += winners > 1
        self.ends[played.end] += 1

    def __str__(self) -> str:
        heads = ["games", "wins", "share", "shared", f"mean {self.game.meta.unit}"]
        bots = sorted(self.bots.items(), key=lambda item: (-item[1].wins / item[1].games, item[0]))
        parts = [
            f"{self.game.meta.title}: {self.games} games, {len(self.seats)} seats{self._options()}",
            table(["bot", *heads], [wins.row(bot) for bot, wins in bots]),
            table(["seat", *heads], [wins.row(seat) for seat, wins in self.seats.items()]),
            table(
                ["", "least", "mean", "most"],
                [
                    ("plies", min(self.lengths), fmean(self.lengths), max(self.lengths)),
                    (self.game.meta.unit, min(self.scores), fmean(self.scores), max(self.scores)),
                ],
            ),
        ]
        if self.unwon:
            parts.append(f"won by no seat: {self.unwon}")
        if self.ends:
            parts.append(table(["end", "games"], self.ends.most_common()))
        return "\n\n".join(parts)

    def _options(self) -> str:
        return "".join(f", {name} {value}" for name, value in self.game.options.items())
