"""Datasets of bot games: a Parquet file with a row per decision, and a datasheet.

    polars.read_parquet("data/northern-4.parquet")

A decision is a choice between at least two actions. Chance and forced moves have no row, but `ply`
counts them, so that a row can be located in its record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from roundhouse.bots.registry import check_name
from roundhouse.core import observation
from roundhouse.core.constants import CHANCE
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.lab.bot_game import seating
from roundhouse.lab.datasheet import datasheet
from roundhouse.lab.journal import DEFAULT_EXECUTION, Execution, play_rest
from roundhouse.lab.schedule import GameResult, Matchup
from roundhouse.play import registry
from roundhouse.play.record import Record


class NoParquet(RoundhouseError, RuntimeError):
    """PyArrow is required but not installed."""


@dataclass(frozen=True)
class DatasetConfig:
    """The settings of a dataset; the same settings give the same rows."""

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    board: str | None = None


def list_matchups(config: DatasetConfig) -> list[Matchup]:
    """Return the games to be played, rotating the bots' seats."""
    registry.meta(config.game).check_seats(config.seats)
    if not config.bots:
        raise RoundhouseError("a dataset needs at least one bot, for example --bots greedy,random")
    for bot in config.bots:
        check_name(bot)
    return [
        Matchup(
            n,
            config.game,
            tuple(seating(config.bots, config.seats, n)),
            None,
            f"dataset {config.game} {config.seats} {config.seed} {n}",
            config.options,
            config.board,
            search_stats=True,
        )
        for n in range(config.games)
    ]


def make(
    config: DatasetConfig, folder: Path, execution: Execution = DEFAULT_EXECUTION
) -> tuple[Path, int]:
    """Play the games and write the dataset; return its path and its number of rows."""
    arrow, parquet = import_pyarrow()
    game = registry.open_game(config.game, config.board, dict(config.options))
    results = play_rest(list_matchups(config), execution)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{config.game}-{config.seats}.parquet"
    temporary = path.with_suffix(".part")  # so that no incomplete dataset is ever visible
    total = 0
    with parquet.ParquetWriter(temporary, schema(arrow, game), compression="zstd") as writer:
        for result in results:
            batch = list(rows(config, game, result))
            writer.write_table(arrow.Table.from_pylist(batch, schema(arrow, game)))
            total += len(batch)
    temporary.replace(path)
    sheet = datasheet(config, game, [result.moves for result in results], total)
    path.with_suffix(".md").write_text(sheet, encoding="utf-8")
    return path, total


def rows(config: DatasetConfig, game: Game, game_result: GameResult) -> Iterator[dict[str, Any]]:
    """Yield the decisions of one game, in order."""
    record = Record.loads(game_result.record)
    name = f"{config.game}-{config.seats}-{config.seed}-{game_result.matchup.number:06}"
    stats_by_seat = [iter(seat) for seat in game_result.search_stats]
    fair = 1 / config.seats
    # If no seat wins, all seats tie.
    result = list(game_result.shares) if 0 in game_result.ranks else [fair] * config.seats
    for ply, step in zip(count(), record.steps(game), strict=False):
        before = step.before
        legal = before.legal()
        if before.turn == CHANCE or len(legal) < 2:
            continue
        seat = before.turn
        stats = next(stats_by_seat[seat])
        yield {
            "record": name,
            "ply": ply,
            "seat": seat,
            "bot": game_result.matchup.bots[seat],
            "phase": before.view(seat)["phase"],
            "words": step.move.words,
            "action": step.action,
            "legal": legal,
            "observation": before.observe(seat),
            "visits": stats and list(stats.visits),
            "values": stats and list(stats.values),
            "result": result,
            "won": result[seat],
        }


def schema(arrow: Any, game: Game) -> Any:
    """Return the Arrow schema of a dataset."""
    size = observation.size(game.definition.observation)
    return arrow.schema(
        [
            ("record", arrow.string()),
            ("ply", arrow.int32()),
            ("seat", arrow.int8()),
            ("bot", arrow.string()),
            ("phase", arrow.string()),
            ("words", arrow.string()),
            ("action", arrow.int32()),
            ("legal", arrow.list_(arrow.int32())),
            ("observation", arrow.list_(arrow.float32(), size)),
            ("visits", arrow.list_(arrow.int32())),
            ("values", arrow.list_(arrow.float32())),
            ("result", arrow.list_(arrow.float32())),
            ("won", arrow.float32()),
        ]
    )


def import_pyarrow() -> tuple[Any, Any]:
    """Return PyArrow and its Parquet module, or raise NoParquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise NoParquet(
            "datasets need PyArrow; install it with: pip install 'roundhouse-games[data]'"
        ) from None
    return pyarrow, pyarrow.parquet
