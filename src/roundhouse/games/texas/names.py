"""Names of railroads, hexes, phases and endings in Texas & Pacific."""

from __future__ import annotations

from typing import Any

from roundhouse.core.formats import format_money
from roundhouse.core.text import join_words
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.places import place_names
from roundhouse.games.texas.state import (
    BUILDING,
    CHOOSE,
    CLAIM_RANCH,
    GONE,
    INITIAL_AUCTION,
    MAY_GO,
    OFFER_STOCK,
    RUN_RAILROAD,
    STOCK_AUCTION,
    TP_AUCTION,
    State,
)

PHASES = {
    INITIAL_AUCTION: "auction",
    STOCK_AUCTION: "auction",
    TP_AUCTION: "auction",
    CHOOSE: "turn",
    OFFER_STOCK: "stock",
    CLAIM_RANCH: "ranch",
    RUN_RAILROAD: "track",
    BUILDING: "building",
}
WEST_WORDS = {MAY_GO: "may go", GONE: "gone"}
# How a game can end: code and text.
ENDS = {
    "track": mark("enough railroads are out of track"),
    "stock": mark("enough railroads are sold out"),
    "ranches": mark("few ranches are left"),
    "rounds": mark("the last round is over"),
}


def write_money(amount: int) -> str:
    """Return an amount of dollars as players read it."""
    return format_money(str(amount))


def decision_name(decision: int) -> str:
    """Return a Decision's name: `Stock`, `Ranch`, `Track`."""
    names = (
        pgettext("Decision", "Stock"),
        pgettext("Decision", "Ranch"),
        pgettext("Decision", "Track"),
    )
    return names[decision]


def write_end(codes: str) -> str:
    """Return the text of end codes that are joined by `+`."""
    return join_words(_(ENDS[code]) for code in codes.split("+"))


def railroad_row(state: State, railroad: int) -> dict[str, Any]:
    """Return a railroad's entry in the board file."""
    name = RAILROAD_IDS[railroad].upper()
    row: dict[str, Any] = state.game.board_file.data["railroads"][name]
    return row


def railroad_label(state: State, railroad: int) -> str:
    """Return a railroad's name as players read it: `KATY`, `T&P`."""
    label: str = railroad_row(state, railroad)["label"]
    return label


def railroad_ref(railroad: int) -> str:
    """Return the reference that links a choice to a railroad in the drawing."""
    return f"railroad:{RAILROAD_IDS[railroad]}"


def hex_row(state: State, hex_: int) -> dict[str, Any]:
    """Return a hex's entry in the board file."""
    row: dict[str, Any] = state.game.board_file.data["hex"][hex_]
    return row


def hex_id(state: State, hex_: int) -> str:
    """Return the id of a hex as moves write it: `i3`."""
    name: str = hex_row(state, hex_)["id"]
    return name


def hex_name(state: State, hex_: int) -> str:
    """Return a hex's name: `Houston`, `the XIT ranch`, `north of Dallas`."""
    data = state.game.board_file.data
    return place_names(data)[data["hex"][hex_]["id"]]


def hex_ref(state: State, hex_: int) -> str:
    """Return the reference that links a choice to a hex in the drawing."""
    return f"hex:{hex_id(state, hex_)}"
