"""What things are called in Texas & Pacific."""

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
    Position,
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
# How a game can end: the code, and what it means.
ENDS = {
    "track": "railroads are out of track",
    "stock": "the stock is sold",
    "ranches": "the ranches are claimed",
    "rounds": "the last round is over",
}


def railroad_row(position: Position, railroad: int) -> dict[str, Any]:
    """What the board file says of a railroad."""
    name = RAILROAD_IDS[railroad].upper()
    row: dict[str, Any] = position.game.board_file.data["railroads"][name]
    return row


def railroad_label(position: Position, railroad: int) -> str:
    """A railroad as people call it: `KATY`, `T&P`."""
    label: str = railroad_row(position, railroad)["label"]
    return label


def railroad_ref(railroad: int) -> str:
    """What ties a choice to the railroad's banner in the drawing."""
    return f"railroad:{RAILROAD_IDS[railroad]}"


def hex_row(position: Position, hex_: int) -> dict[str, Any]:
    """What the board file says of a hex."""
    row: dict[str, Any] = position.game.board_file.data["hex"][hex_]
    return row


def hex_id(position: Position, hex_: int) -> str:
    """A hex as moves call it: `i3`."""
    name: str = hex_row(position, hex_)["id"]
    return name


def hex_name(position: Position, hex_: int) -> str:
    """A hex as people call it: `Houston`, `the XIT ranch`, `north of Dallas`."""
    data = position.game.board_file.data
    return place_names(data)[data["hex"][hex_]["id"]]


def hex_ref(position: Position, hex_: int) -> str:
    """What ties a choice to the hex in the drawing."""
    return f"hex:{hex_id(position, hex_)}"
