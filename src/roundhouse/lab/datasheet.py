"""The datasheet of a dataset: its contents, origin and uses."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from roundhouse import __version__
from roundhouse.bots.registry import find_level
from roundhouse.core import observation
from roundhouse.core.game import Game

if TYPE_CHECKING:
    from roundhouse.lab.dataset import DatasetConfig

COLUMNS = """| column | type | contents |
|---|---|---|
| `record` | string | id of the record: game, seats, seed and number; never split a record |
| `ply` | int32 | number of moves before this one, including chance and forced moves |
| `seat` | int8 | the acting seat, from 0 |
| `bot` | string | the bot in that seat |
| `phase` | string | the phase of the game |
| `words` | string | the move in words, as in a record |
| `action` | int32 | the move as an action number |
| `legal` | list of int32 | the legal actions, ascending |
| `observation` | list of float32, fixed | the seat's observation (docs/reference/observations.md) |
| `visits` | list of int32, or null | search visits of each legal action; null without a search |
| `values` | list of float32, or null | expected share of the win of each legal action |
| `result` | list of float32 | each seat's final share of the win |
| `won` | float32 | the acting seat's final share of the win |
"""


def command_line(config: DatasetConfig) -> str:
    """Return the command that reproduces a dataset."""
    words = ["roundhouse lab dataset", config.game, f"--seats {config.seats}"]
    words += [f"--option {name}={value}" for name, value in config.options]
    words += [f"--board {config.board}"] if config.board else []
    return " ".join(
        [
            *words,
            f"--bots {','.join(config.bots)} --games {config.games} --seed {config.seed} --out .",
        ]
    )


def datasheet(config: DatasetConfig, game: Game, lengths: Sequence[int], rows: int) -> str:
    """Return the datasheet as Markdown."""
    levels = {bot: find_level(bot) for bot in config.bots}
    capped = [bot for bot, level in levels.items() if level and level.budget]
    reproducibility = (
        f"The levels {', '.join(capped)} also have a time limit per move, so the games may differ "
        "on a slow machine. `search:N` has no such limit."
        if capped
        else "The command gives the same rows on every machine."
    )
    return f"""# {game.meta.title}, {config.seats} seats: games by {", ".join(config.bots)}

**Contents.** {rows} decisions of {len(lengths)} whole games between bots, one row each. A decision
is a choice between at least two actions; chance and forced moves have no row. A game has
{fmean(lengths):.0f} moves on average, including chance and forced moves. Only bots played, so there
is no personal data.

**Origin.** Roundhouse {__version__}, rules {game.rules}, board {game.board_file.digest}; options
{dict(game.options) or "none"}. The bots rotate through the seats from game to game. Command:

    {command_line(config)}

{reproducibility}

**Columns.** An observation has {observation.size(game.definition.observation)} numbers.

{COLUMNS}
**Loading.**

    import polars
    table = polars.read_parquet("{config.game}-{config.seats}.parquet")
    observations = table["observation"].to_numpy()

**Uses.** Imitation learning (targets `action` or `visits`), value learning (targets `won` or
`values`), and comparing methods on a fixed dataset. **Limits.** The rows show how these bots play
and do not generalize to other players. Decisions of the same game are not independent.

**Licence.** MIT, like Roundhouse. The names of the games belong to their publishers.
"""
