"""Names of railroads, hexes, phases and endings in Texas & Pacific."""

from __future__ import annotations

from typing import Any

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

DECISIONS = ("Stock", "Ranch", "Track")
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
    "track": "enough railroads are out of track",
    "stock": "enough railroads are sold out",
    "ranches": "few ranches are left",
    "rounds": "the last round is over",
}


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
