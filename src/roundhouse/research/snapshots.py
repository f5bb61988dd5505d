"""Snapshots: an environment's position and random stream as bytes, for later or for elsewhere.

A snapshot belongs to a table (game, board, rules, seats, options) and to an interface; both are
named in its head, so that one cannot be restored where it means something else.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from roundhouse.core.errors import BadState
from roundhouse.core.game import Game

MAGIC = b"roundhouse1"
DIGEST = 12  # bytes that name a table


def table_digest(game: Game, seats: int, interface: str) -> bytes:
    """Names a table and the interface that it is played through."""
    table = [
        interface,
        game.meta.id,
        game.board_file.digest,
        game.rules,
        seats,
        sorted(game.options.items()),
    ]
    return hashlib.sha256(json.dumps(table).encode()).digest()[:DIGEST]


def pack(digest: bytes, extra: Mapping[str, Any], state: bytes) -> bytes:
    """Extra is what an interface remembers besides the state, as JSON-able data."""
    said = json.dumps(extra, separators=(",", ":")).encode()
    return MAGIC + digest + len(said).to_bytes(4, "little") + said + state


def unpack(digest: bytes, data: bytes) -> tuple[dict[str, Any], bytes]:
    """What `pack` was given."""
    if not isinstance(data, bytes) or not data.startswith(MAGIC):
        raise BadState("these bytes are no snapshot of an environment")
    at = len(MAGIC) + DIGEST
    if data[len(MAGIC) : at] != digest:
        raise BadState(
            "the snapshot is of another table: game, board, rules, seats, options and interface "
            "must be those it was taken from"
        )
    size = int.from_bytes(data[at : at + 4], "little")
    try:
        extra: dict[str, Any] = json.loads(data[at + 4 : at + 4 + size])
    except ValueError:
        raise BadState("the snapshot is damaged") from None
    return extra, data[at + 4 + size :]
