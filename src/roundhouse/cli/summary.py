"""The summary of many games: who won, from where, how long it took, how it ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean

from roundhouse.cli.terminal import table
from roundhouse.core.game import Game
from roundhouse.play.record import Record


@dataclass
class Tally:
    """Of a bot, or of a seat. A shared win counts as a part of one for each."""

    games: int = 0
    wins: float = 0.0
    shared: int = 0
    points: int = 0

    def row(self, name: object) -> tuple[object, ...]:
        share = f"{100 * self.wins / self.games:.1f} %"
        return (name, self.games, round(self.wins, 2), share, self.shared, self.points / self.games)


class Summary:
    """Counts finished records; prints as tables."""

    def __init__(self, game: Game) -> None:
        self.game, self.games, self.unwon = game, 0, 0
        self.bots: dict[str, Tally] = {}
        self.seats: dict[int, Tally] = {}
        self.lengths: list[int] = []
        self.scores: list[int] = []
        self.ends: Counter[str] = Counter()

    def count(self, record: Record, end: str) -> None:
        result = record.result
        if result is None:
            return
        self.games += 1
        self.lengths.append(len(record.moves))
        self.scores += result["scores"]
        winners = [seat for seat, rank in enumerate(result["ranks"]) if rank == 0]
        self.unwon += not winners
        for seat, name in enumerate(record.names):
            bot = name.rpartition(" ")[0] or name
            for tally in (self.bots.setdefault(bot, Tally()), self.seats.setdefault(seat, Tally())):
                tally.games += 1
                tally.points += result["scores"][seat]
                if seat in winners:
                    tally.wins += 1 / len(winners)
                    tally.shared += len(winners) > 1
        if end:
            self.ends[end] += 1

    def __str__(self) -> str:
        heads = ["games", "wins", "share", "shared", f"mean {self.game.meta.unit}"]
        bots = sorted(self.bots.items(), key=lambda item: (-item[1].wins / item[1].games, item[0]))
        parts = [
            f"{self.game.meta.title}: {self.games} games, {len(self.seats)} seats{self._options()}",
            table(["bot", *heads], [tally.row(bot) for bot, tally in bots]),
            table(["seat", *heads], [tally.row(seat) for seat, tally in self.seats.items()]),
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
