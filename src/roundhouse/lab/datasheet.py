"""The datasheet of a dataset: what it is, how it was made, what it is good for."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from roundhouse import __version__
from roundhouse.bots.registry import level_named
from roundhouse.core import observation
from roundhouse.core.game import Game

if TYPE_CHECKING:
    from roundhouse.lab.dataset import Asked

COLUMNS = """| column | type | what |
|---|---|---|
| `record` | string | the game: id, seats, seed and number; split by it, never within a game |
| `ply` | int32 | how many moves came before, chance and forced moves included |
| `seat` | int8 | who chose, from 0 |
| `bot` | string | which bot that was |
| `phase` | string | what is being decided, in the game's words |
| `words` | string | the move that was made, as a record writes it |
| `action` | int32 | the same as a number |
| `legal` | list of int32 | what there was to choose from, ascending |
| `observation` | list of float32, fixed | what the seat saw (docs/observations.md) |
| `visits` | list of int32, or null | looks of the search at each of `legal`; null: no search |
| `values` | list of float32, or null | what it expected of each for the seat: a share of the win |
| `result` | list of float32 | each seat's share of the win in the end |
| `won` | float32 | the share of the seat that chose |
"""


def command_line(asked: Asked) -> str:
    """The command that makes the same dataset again."""
    words = ["roundhouse lab dataset", asked.game, f"--seats {asked.seats}"]
    words += [f"--option {name}={value}" for name, value in asked.options]
    words += [f"--board {asked.board}"] if asked.board else []
    return " ".join(
        [*words, f"--bots {','.join(asked.bots)} --games {asked.games} --seed {asked.seed} --out ."]
    )


def datasheet(asked: Asked, game: Game, lengths: Sequence[int], rows: int) -> str:
    """Markdown, the same for the same dataset."""
    levels = {bot: level_named(bot) for bot in asked.bots}
    capped = [bot for bot, level in levels.items() if level and level.budget]
    again = (
        f"The levels {', '.join(capped)} stop thinking after some seconds, too: on a machine slow "
        "enough for that the games differ. `search:N` has no such limit."
        if capped
        else "It makes the same rows on every machine."
    )
    return f"""# {game.meta.title}, {asked.seats} seats: games by {", ".join(asked.bots)}

**What.** {rows} decisions of {len(lengths)} whole games between bots, one row each. A decision is a
choice between at least two actions; chance and forced moves have no row. A game has
{fmean(lengths):.0f} moves in the mean, all counted. Nobody's data is in it: no person played.

**How.** Roundhouse {__version__}, rules {game.rules}, board {game.board_file.digest}; options
{dict(game.options) or "none"}. The bots move round the table from game to game. Made by

    {command_line(asked)}

{again}

**Columns.** An observation has {observation.size(game.room.observation)} numbers.

{COLUMNS}
**To load it.**

    import polars
    table = polars.read_parquet("{asked.game}-{asked.seats}.parquet")
    seen = table["observation"].to_numpy()

**Good for** learning to imitate (`action`, or `visits` as a target), to judge (`won` or `values`),
and to compare methods on a fixed set. **Not good for** saying how play goes beyond these
bots: rows show what they do and where their games lead. Decisions of one game are not independent.

**Licence.** As Roundhouse itself, MIT. The names of the games belong to their publishers.
"""
