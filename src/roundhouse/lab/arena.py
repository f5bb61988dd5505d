"""Games between bots, and the standings of the bots."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from roundhouse.lab.charts import Bar, bars
from roundhouse.lab.journal import DEFAULT_EXECUTION, Execution, play_rest
from roundhouse.lab.schedule import GameResult, Matchup, build_schedule
from roundhouse.lab.statistics import BotStanding, standings


@dataclass(frozen=True)
class Standings:
    """The results of a game with one number of seats."""

    game: str
    seats: int
    games: tuple[GameResult, ...]
    table: tuple[BotStanding, ...]


def compete(
    games: Sequence[str],
    bots: Sequence[str],
    seats: Sequence[int],
    rounds: int,
    *,
    seed: int = 0,
    execution: Execution = DEFAULT_EXECUTION,
) -> list[Standings]:
    """Play the games that are not in the journal; return standings by game and seats."""
    matchups: list[Matchup] = []
    for game in games:
        for n in seats:
            matchups += build_schedule(game, bots, n, rounds, seed, len(matchups))
    game_results = play_rest(matchups, execution)
    results = []
    for game in games:
        for n in seats:
            group = tuple(
                result
                for result in game_results
                if result.matchup.game == game and len(result.matchup.bots) == n
            )
            results.append(Standings(game, n, group, tuple(standings(group))))
    return results


def as_data(result: Standings) -> dict[str, Any]:
    """Return a result as JSON-compatible data."""
    return {
        "game": result.game,
        "seats": result.seats,
        "games": len(result.games),
        "table": [{**asdict(row), "times_fair": row.times_fair} for row in result.table],
        "results": [
            {
                "number": game.matchup.number,
                "bots": game.matchup.bots,
                "deal": game.matchup.deal,
                "ranks": game.ranks,
                "scores": game.scores,
                "moves": game.moves,
            }
            for game in result.games
        ],
    }


def as_text(result: Standings) -> str:
    """Return a result as a plain-text table."""
    lines = [
        f"{result.game}, {result.seats} seats, {len(result.games)} games",
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


def plot(result: Standings) -> str:
    """Return an SVG chart of each bot's share of the wins, with its fair share."""
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
    return bars(f"{result.game}, {result.seats} seats, {len(result.games)} games", rows, 1.0)


def save(results: Sequence[Standings], folder: Path) -> None:
    """Write the table, the charts, the data and the records to a folder."""
    (folder / "records").mkdir(parents=True, exist_ok=True)
    (folder / "arena.txt").write_text("\n\n".join(map(as_text, results)) + "\n", encoding="utf-8")
    data = [as_data(result) for result in results]
    (folder / "arena.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    for result in results:
        name = f"{result.game}-{result.seats}"
        (folder / f"{name}.svg").write_text(plot(result), encoding="utf-8")
        for game in result.games:
            path = folder / "records" / f"{name}-{game.matchup.number:05}.game"
            path.write_text(game.record, encoding="utf-8")
