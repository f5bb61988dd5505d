"""The texts of a decision: a `Phase` writes them from a `Decision`.

The compiled rules of a phase are called by name in `dispatch.py`. Its texts are in
`phases.PHASES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from roundhouse.core.seat_colours import SEAT_COLOURS, SEAT_INKS
from roundhouse.core.text import SEAT_LETTERS, join_words
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, Ghost, choice
from roundhouse.games.rails.names import ITEM_COLOURS, ITEM_NAMES, Places, amount, letters
from roundhouse.games.rails.rules.cargo import cargo_limit, cargo_load
from roundhouse.games.rails.state import RESOURCES, BoardLayout, State, StateLayout


class Decision:
    """A state and the frame on top of its stack, for writing texts."""

    def __init__(self, state: State) -> None:
        self.board: BoardLayout = state.board
        self.s: StateLayout = state.py_state
        self.places = Places(self.board, state.game.board_file.data)
        self.text = state.game.text
        self.legal = state.legal  # a function: not every text needs the list
        self.memo: dict[str, bool] = {}  # expensive results that several choices share
        top = max(self.s.depth - 1, 0)  # the stack is empty when the game is over
        self.phase, self.seat = self.s.phase[top], self.s.turn
        self.first, self.second = self.s.first[top], self.s.second[top]

    @property
    def who(self) -> str:
        """The seat to act, as a placeholder for its name."""
        return f"@{self.seat}"

    def choice(
        self,
        action: int,
        label: str,
        refs: list[str] | None = None,
        group: str = "",
        note: str = "",
        warning: str = "",
    ) -> Choice:
        return choice(self.text(action), label, refs, group, note, warning)

    def done(self, action: int, note: str = "") -> Choice:
        return self.choice(action, _("Done"), [], _("Done"), note)

    def piece(self, shape: str) -> Ghost:
        """Return a piece of the seat to act, to preview a choice on the board."""
        return {
            "shape": shape,
            "colour": SEAT_COLOURS[self.seat],
            "ink": SEAT_INKS[self.seat],
            "text": SEAT_LETTERS[self.seat],
        }

    @property
    def free_slots(self) -> int:
        """Free cargo slots of the seat to act."""
        return cargo_limit(self.board, self.s, self.seat) - cargo_load(self.s, self.seat)


def item_piece(item: int) -> Ghost:
    """Return a resource or a tile as a piece."""
    name = ITEM_NAMES[item]
    return {
        "shape": "disc" if item < RESOURCES else "track",
        "colour": ITEM_COLOURS[name],
        "ink": "#ffffff" if name == "gunpowder" else "#1c1a17",
        "text": letters(name),
    }


def tiles_in_cargo(d: Decision) -> str:
    """List the tiles in the cargo of the seat to act."""
    cargo = d.s.cargo[d.seat]
    tiles = [amount(cargo[n], ITEM_NAMES[n]) for n in range(RESOURCES, len(ITEM_NAMES)) if cargo[n]]
    return _("You have {tiles}.", tiles=join_words(tiles, _("no tiles")))


def no_reason(d: Decision) -> str:
    """Return no explanation: the prompt says it all."""
    return ""


def in_town(d: Decision) -> str:
    return "town"


def on_map(d: Decision) -> str:
    return "map"


def at_market(d: Decision) -> str:
    return "market"


@dataclass(frozen=True)
class Phase:
    """The texts of one phase."""

    name: str  # the phase's name in views
    # The prompt: what to decide, and how many uses are left.
    ask: Callable[[Decision], str]
    # A legal action as a choice.
    offer: Callable[[Decision, int], Choice]
    # The log sentence of an action, given the state after it; empty for minor steps.
    describe: Callable[[Decision, int, StateLayout], str]
    # The drawing that shows this decision.
    focus: Callable[[Decision], str] = in_town
    # A short explanation below the prompt.
    explain: Callable[[Decision], str] = no_reason


def describe_nothing(d: Decision, action: int, then: StateLayout) -> str:
    """Return no log sentence: the action is a minor step."""
    return ""
