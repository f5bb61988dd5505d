"""How a decision is said to people: what a phase's file says beside its rules.

The rules of a phase are compiled, so they are called by name in `dispatch.py`; its words are found
by the table `phases.PHASES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from roundhouse.core.svg import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS
from roundhouse.core.text import listed
from roundhouse.core.view import Choice, Ghost, choice
from roundhouse.games.rails.names import ITEM_COLOURS, ITEM_NAMES, Places, amount
from roundhouse.games.rails.rules.cargo import limit, load
from roundhouse.games.rails.state import RESOURCES, Board, Position, State


class Decision:
    """A position that asks something: the frame on top of its stack, and what words need."""

    def __init__(self, position: Position) -> None:
        self.board: Board = position.board
        self.s: State = position.twin
        self.places = Places(self.board, position.game.board_file.data)
        self.text = position.game.text
        self.legal = position.legal  # to be called: not every word needs the list
        self.memo: dict[str, bool] = {}  # what is dear to find out and asked for several choices
        top = max(self.s.depth - 1, 0)  # when the game is over the stack is empty
        self.phase, self.seat = self.s.phase[top], self.s.turn
        self.first, self.second = self.s.first[top], self.s.second[top]

    @property
    def who(self) -> str:
        """The seat to act, to be named when the text is read."""
        return f"@{self.seat}"

    def choice(
        self,
        action: int,
        label: str,
        refs: list[str] | None = None,
        group: str = "",
        note: str = "",
        warning: str = "",
        ghost: Ghost | None = None,
    ) -> Choice:
        return choice(self.text(action), label, refs, group, note, warning, ghost)

    def done(self, action: int, note: str = "") -> Choice:
        return self.choice(action, "Done", [], "Done", note)

    def piece(self, shape: str) -> Ghost:
        """A piece of the seat to act, to be shown where a choice would put it."""
        return {
            "shape": shape,
            "colour": SEAT_COLOURS[self.seat],
            "ink": SEAT_INKS[self.seat],
            "text": SEAT_LETTERS[self.seat],
        }

    @property
    def room(self) -> int:
        """How much more the cargo of the seat to act holds."""
        return limit(self.board, self.s, self.seat) - load(self.s, self.seat)


def item_piece(item: int) -> Ghost:
    """A resource or a tile as a piece."""
    name = ITEM_NAMES[item]
    return {
        "shape": "disc" if item < RESOURCES else "track",
        "colour": ITEM_COLOURS[name],
        "ink": "#ffffff" if name == "gunpowder" else "#1c1a17",
        "text": name[0].upper(),
    }


def tiles_in_cargo(d: Decision) -> str:
    """For somebody about to lay track."""
    held = d.s.cargo[d.seat]
    tiles = [amount(held[n], ITEM_NAMES[n]) for n in range(RESOURCES, len(ITEM_NAMES)) if held[n]]
    return f"{listed(tiles, 'no tiles')} in your cargo"


def no_reason(d: Decision) -> str:
    """For a phase whose question says all there is to say."""
    return ""


def in_town(d: Decision) -> str:
    return "town"


def on_map(d: Decision) -> str:
    return "map"


def at_market(d: Decision) -> str:
    return "market"


@dataclass(frozen=True)
class Phase:
    """One phase in words."""

    name: str  # as views name it
    # What is to be decided and how much is left of it.
    ask: Callable[[Decision], str]
    # One legal action as a choice.
    offer: Callable[[Decision, int], Choice]
    # The log's line for an action, after which the state is the third; empty: not worth one.
    tell: Callable[[Decision, int, State], str]
    # Which drawing one looks at to decide.
    focus: Callable[[Decision], str] = in_town
    # Why it is asked, in a few words.
    why: Callable[[Decision], str] = no_reason


def tell_nothing(d: Decision, action: int, then: State) -> str:
    """For a small step on the way to something."""
    return ""
