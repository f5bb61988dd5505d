"""Datasets: games by bots as a Parquet file, one row a decision, with a datasheet.

    polars.read_parquet("data/northern-4.parquet")

A decision is a choice of a seat between at least two actions. Chance and forced moves have no row,
but `ply` counts them, so that a row can be found in its record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from roundhouse.bots.registry import check_name
from roundhouse.core import observation
from roundhouse.core.contract import CHANCE
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.lab.bot_game import seating
from roundhouse.lab.datasheet import datasheet
from roundhouse.lab.fixtures import Fixture, Played
from roundhouse.lab.journal import Journal, play_rest
from roundhouse.play import registry
from roundhouse.play.record import Record


class NoParquet(RoundhouseError, RuntimeError):
    """PyArrow is needed and not installed."""


@dataclass(frozen=True)
class Asked:
    """Everything that a dataset is made from: the same again makes the same rows."""

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    board: str | None = None


def fixtures(asked: Asked) -> list[Fixture]:
    """The games to be played. The bots move round the table from game to game."""
    registry.meta(asked.game).check_seats(asked.seats)
    if not asked.bots:
        raise RoundhouseError("a dataset needs bots: --bots greedy,random")
    for bot in asked.bots:
        check_name(bot)
    return [
        Fixture(
            n,
            asked.game,
            tuple(seating(asked.bots, asked.seats, n)),
            None,
            f"dataset {asked.game} {asked.seats} {asked.seed} {n}",
            asked.options,
            asked.board,
            thoughts=True,
        )
        for n in range(asked.games)
    ]


def make(
    asked: Asked,
    folder: Path,
    journal: Journal | None = None,
    *,
    jobs: int = 0,
    ray_address: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Path, int]:
    """Play the games and write the dataset; where it is, and how many rows it has."""
    arrow, parquet = check_library()
    game = registry.open_game(asked.game, asked.board, dict(asked.options))
    played = play_rest(
        fixtures(asked), journal, jobs=jobs, ray_address=ray_address, progress=progress
    )
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{asked.game}-{asked.seats}.parquet"
    beside = path.with_suffix(".part")  # a dataset is whole, or not there
    total = 0
    with parquet.ParquetWriter(beside, schema(arrow, game), compression="zstd") as writer:
        for one in played:
            batch = list(rows(asked, game, one))
            writer.write_table(arrow.Table.from_pylist(batch, schema(arrow, game)))
            total += len(batch)
    beside.replace(path)
    sheet = datasheet(asked, game, [one.moves for one in played], total)
    path.with_suffix(".md").write_text(sheet, encoding="utf-8")
    return path, total


def rows(asked: Asked, game: Game, played: Played) -> Iterator[dict[str, Any]]:
    """The decisions of one game, in order."""
    record = Record.loads(played.record)
    name = f"{asked.game}-{asked.seats}-{asked.seed}-{played.fixture.number:06}"
    choices = [iter(seat) for seat in played.thoughts]
    winners = played.ranks.count(0)
    fair = 1 / asked.seats  # where the game itself wins, all tie
    result = [(1 / winners if rank == 0 else 0.0) if winners else fair for rank in played.ranks]
    for ply, step in zip(count(), record.steps(game), strict=False):
        before = step.before
        legal = before.legal()
        if before.turn == CHANCE or len(legal) < 2:
            continue
        seat = before.turn
        thought = next(choices[seat])
        yield {
            "record": name,
            "ply": ply,
            "seat": seat,
            "bot": played.fixture.bots[seat],
            "phase": before.view(seat)["phase"],
            "words": step.move.words,
            "action": step.action,
            "legal": legal,
            "observation": before.observe(seat),
            "visits": thought and list(thought.visits),
            "values": thought and list(thought.values),
            "result": result,
            "won": result[seat],
        }


def schema(arrow: Any, game: Game) -> Any:
    """The columns; the datasheet says what they mean."""
    size = observation.size(game.room.observation)
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


def check_library() -> tuple[Any, Any]:
    """PyArrow and its Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise NoParquet("datasets need PyArrow: pip install 'roundhouse[data]'") from None
    return pyarrow, pyarrow.parquet
