"""How much time players have: the paces that can be chosen when a table is laid."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from roundhouse.web.errors import Refusal

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
GRACE = 2.0  # seconds of each move that are not counted: the network's


@dataclass(frozen=True)
class Pace:
    """A bank for each seat, and credit for each decision; never more than `most` in the bank."""

    key: str
    title: str
    words: str
    bank: float
    credit: float
    most: float
    vacation: int = 0  # days that each seat may take off during the game

    @property
    def counted(self) -> bool:
        return self.bank < inf

    @property
    def by_days(self) -> bool:
        return self.counted and self.bank >= DAY


NONE = Pace("none", "No clock", "everybody takes their time", inf, 0, inf)
PACES: dict[str, Pace] = {
    pace.key: pace
    for pace in (
        NONE,
        Pace("quick", "Quick", "4 min, and 6 s for each decision", 4 * MINUTE, 6, 4 * MINUTE),
        Pace(
            "normal", "Normal", "10 min, and 12 s for each decision", 10 * MINUTE, 12, 10 * MINUTE
        ),
        Pace(
            "relaxed", "Relaxed", "25 min, and 30 s for each decision", 25 * MINUTE, 30, 25 * MINUTE
        ),
        Pace("day", "A move a day", "24 h, and 4 h a move up to 72 h", DAY, 4 * HOUR, 3 * DAY, 7),
        Pace(
            "days",
            "A move every few days",
            "72 h, and 12 h a move up to 120 h",
            3 * DAY,
            12 * HOUR,
            5 * DAY,
            14,
        ),
        Pace(
            "slow",
            "By letter",
            "72 h, and 36 h a move up to 240 h",
            3 * DAY,
            36 * HOUR,
            10 * DAY,
            21,
        ),
    )
}


def pace_named(key: str) -> Pace:
    if key not in PACES:
        raise Refusal(f"A clock is one of {', '.join(PACES)}, not {key[:20]!r}.")
    return PACES[key]
