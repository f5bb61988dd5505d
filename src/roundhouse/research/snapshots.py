"""Snapshots: the state and the random stream of an environment as bytes.

The header identifies the table (game, board, rules, seats, options) and the interface, so that a
snapshot cannot be restored in another environment.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from roundhouse.core.errors import BadState
from roundhouse.core.game import Game

MAGIC = b"roundhouse1"
DIGEST_BYTES = 12  # length of the digest that identifies a table


def setup_digest(game: Game, seats: int, interface: str) -> bytes:
    """Return a digest of a table and the interface that plays it."""
    table = [
        interface,
        game.meta.id,
        game.board_file.digest,
        game.rules,
        seats,
        sorted(game.options.items()),
    ]
    return hashlib.sha256(json.dumps(table).encode()).digest()[:DIGEST_BYTES]


def pack(digest: bytes, extra: Mapping[str, Any], state: bytes) -> bytes:
    """Build a snapshot.

    Args:
        digest: The digest of the table.
        extra: Data of the interface besides the state, JSON-compatible.
        state: The states and random streams.

    Returns:
        The snapshot.
    """
    header = json.dumps(extra, separators=(",", ":")).encode()
    return MAGIC + digest + len(header).to_bytes(4, "little") + header + state


def unpack(digest: bytes, data: bytes) -> tuple[dict[str, Any], bytes]:
    """Read a snapshot."""
    if not isinstance(data, bytes) or not data.startswith(MAGIC):
        raise BadState("not a snapshot of an environment")
    at = len(MAGIC) + DIGEST_BYTES
    if data[len(MAGIC) : at] != digest:
        raise BadState(
            "the snapshot is of another table: game, board, rules, seats, options and interface "
            "must be the same"
        )
    size = int.from_bytes(data[at : at + 4], "little")
    try:
        extra: dict[str, Any] = json.loads(data[at + 4 : at + 4 + size])
    except ValueError:
        raise BadState("the snapshot is damaged") from None
    return extra, data[at + 4 + size :]
