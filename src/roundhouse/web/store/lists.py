"""Lists of tables. A row that is broken is left out of a list and told to the log, once: whoever
looks at a list is not to suffer for it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from roundhouse.web.store.schema import tables

log = logging.getLogger("roundhouse.web")

# What a list shows. No JSON among it: what cannot be read there would break the whole list.
COLUMNS = (
    tables.c.id,
    tables.c.game,
    tables.c.rules,
    tables.c.seats,
    tables.c.host,
    tables.c.phase,
    tables.c.turn,
    tables.c.ply,
    tables.c.revision,
    tables.c.updated,
)
_KINDS = {"id": str, "game": str, "rules": int, "seats": int, "phase": str, "turn": int, "ply": int}
_MOST_TOLD = 1000
_told: set[str] = set()


def sound(row: Mapping[str, Any]) -> bool:
    """Whether a row of a list, with its chairs, is what it should be."""
    wrong = [name for name, kind in _KINDS.items() if type(row[name]) is not kind]
    if not wrong and [c["seat"] for c in row["chairs"]] != list(range(row["seats"])):
        wrong = ["chairs"]
    if not wrong and row["turn"] >= row["seats"]:
        wrong = ["turn"]
    if not wrong and not all(isinstance(c["name"], str) for c in row["chairs"]):
        wrong = ["names"]
    if wrong and row["id"] not in _told and len(_told) < _MOST_TOLD:
        _told.add(row["id"])
        log.error("table %r is left out of lists, its row is broken: %s", row["id"], wrong)
    return not wrong
