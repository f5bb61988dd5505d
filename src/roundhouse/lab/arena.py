"""The arena: bots against each other, and what comes of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from roundhouse.lab.charts import Bar, bars
from roundhouse.lab.fixtures import Fixture, Played, schedule
from roundhouse.lab.journal import Journal, play_rest
from roundhouse.lab.statistics import Standing, standings


@dataclass(frozen=True)
class Result:
    """All games of one game id at one number of seats."""

    game: str
    seats: int
    played: tuple[Played, ...]
    table: tuple[Standing, ...]


def compete(
    games: Sequence[str],
    bots: Sequence[str],
    seats: Sequence[int],
    rounds: int,
    *,
    seed: int = 0,
    jobs: int = 0,
    ray_address: str | None = None,
    journal: Journal | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Result]:
    """Play it all, but for what is in the journal; results by game and seats."""
    fixtures: list[Fixture] = []
    for game in games:
        for n in seats:
            fixtures += schedule(game, bots, n, rounds, seed, len(fixtures))
    done = play_rest(fixtures, journal, jobs=jobs, ray_address=ray_address, progress=progress)
    results = []
    for game in games:
        for n in seats:
            mine = tuple(p for p in done if p.fixture.game == game and len(p.fixture.bots) == n)
            results.append(Result(game, n, mine, tuple(standings(mine))))
    return results


def as_data(result: Result) -> dict[str, Any]:
    """A result as JSON-able data."""
    return {
        "game": result.game,
        "seats": result.seats,
        "games": len(result.played),
        "table": [{**asdict(row), "times_fair": row.times_fair} for row in result.table],
        "results": [
            {
                "number": p.fixture.number,
                "bots": p.fixture.bots,
                "deal": p.fixture.deal,
                "ranks": p.ranks,
                "scores": p.scores,
                "moves": p.moves,
            }
            for p in result.played
        ],
    }


def as_text(result: Result) -> str:
    """A result as a table to read."""
    lines = [
        f"{result.game}, {result.seats} seats, {len(result.played)} games",
        f"{'bot':<24}{'wins':>8}{'95% interval':>17}{'x fair':>8}{'rating':>15}"
        f"{'rank':>7}{'score':>9}{'s/move':>9}",
    ]
    for row in result.table:
        rating = "" if row.rating is None else f"{row.rating:.1f} ± {row.deviation:.1f}"
        interval = f"{row.low:.1%} - {row.high:.1%}"
        lines.append(
            f"{row.bot:<24}{row.share:>8.1%}{interval:>17}{row.times_fair:>8.2f}{rating:>15}"
            f"{row.mean_rank:>7.2f}{row.mean_score:>9.1f}{row.seconds_per_choice:>9.3f}"
        )
    return "\n".join(lines)


def plot(result: Result) -> str:
    """A result as a chart: each bot's share of the wins beside its fair share."""
    rows = [
        Bar(
            row.bot,
            row.share,
            (row.low, row.high),
            row.fair,
            f"{row.share:.0%}, {row.times_fair:.2f} x fair",
        )
        for row in result.table
    ]
    return bars(f"{result.game}, {result.seats} seats, {len(result.played)} games", rows, 1.0)


def save(results: Sequence[Result], folder: Path) -> None:
    """Table, plot, data and records."""
    (folder / "records").mkdir(parents=True, exist_ok=True)
    (folder / "arena.txt").write_text("\n\n".join(map(as_text, results)) + "\n", encoding="utf-8")
    data = [as_data(result) for result in results]
    (folder / "arena.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    for result in results:
        name = f"{result.game}-{result.seats}"
        (folder / f"{name}.svg").write_text(plot(result), encoding="utf-8")
        for played in result.played:
            path = folder / "records" / f"{name}-{played.fixture.number:05}.game"
            path.write_text(played.record, encoding="utf-8")
