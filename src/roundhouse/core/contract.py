"""The compiled part of what a game is: seven functions over its state, and three of advice.

These are placeholders. Drivers and bots import them from here and are bound to a game's own
functions of the same names (`core/rule.py`), so that one driver works for every game. What else
a room gives is on the page `core/room.py`.

`board`, `s` and `scratch` are structs: the tables of the board, the position, and working memory
that belongs to the thread, whose content means nothing before and after a call. `out` is a buffer
long enough for every action, and only ever what its caller asked for; `rng` are the four words of
`core/rng.py`. `s.turn` is the seat to act, or CHANCE, or OVER.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.rule import placeholder

CHANCE = -1
OVER = -2
MOST_SEATS = 6  # what searches, letters and colours are made for; checked when a room is loaded


@placeholder
def setup(board: Any, s: Any, seats: int, options: list[int]) -> None:
    """Lay the table: `s` is blank but for `rules`, the version to play by. `options` are value
    numbers in the order of the meta."""
    raise NotImplementedError


@placeholder
def legal(board: Any, s: Any, scratch: Any, out: list[int]) -> int:
    """Write the legal actions, ascending, and say how many; at a chance state its outcomes."""
    raise NotImplementedError


@placeholder
def weight(board: Any, s: Any, action: int) -> int:
    """How likely an outcome of a chance state is, as an integer weight."""
    raise NotImplementedError


@placeholder
def apply(board: Any, s: Any, scratch: Any, action: int) -> None:
    """Make the action happen. Trusts its caller that it is legal."""
    raise NotImplementedError


@placeholder
def scores(board: Any, s: Any, out: list[int]) -> None:
    """Write each seat's running score, in the game's own unit."""
    raise NotImplementedError


@placeholder
def ranks(board: Any, s: Any, scratch: Any, out: list[int]) -> None:
    """At the end: write 0 for the winners and so on, tie-breaks applied, ties equal."""
    raise NotImplementedError


@placeholder
def redeal(board: Any, s: Any, scratch: Any, seat: int, rng: list[int]) -> None:
    """Draw again everything that `seat` cannot know (seat -1: a spectator)."""
    raise NotImplementedError


@placeholder
def value(board: Any, s: Any, scratch: Any, out: list[int]) -> None:
    """Advice: write what each seat may expect in the end, judged from here.

    In a unit of the room's choice, the same for all seats; at the end of the game it must order
    the seats as the scores do.
    """
    raise NotImplementedError


@placeholder
def hunch(board: Any, s: Any, scratch: Any) -> int:
    """Advice: what `prefer` needs to know of the position whatever the action, worked out once.

    A number that means something to the room alone; 0 where there is nothing to share.
    """
    raise NotImplementedError


@placeholder
def prefer(board: Any, s: Any, scratch: Any, action: int, hunch: int) -> int:
    """Advice: how readily a sensible player does this, 0 (only if it must) to 1000."""
    raise NotImplementedError


@placeholder
def observe(board: Any, s: Any, scratch: Any, seat: int, out: list[int]) -> None:
    """Write what a network sees through this seat's eyes: see core/observation.py."""
    raise NotImplementedError


@placeholder
def copy(states: Any, to: int, source: int) -> None:
    """Provided by the engine: states[to] becomes a copy of states[source]."""
    raise NotImplementedError
