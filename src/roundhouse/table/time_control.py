"""Time controls: how much time players have."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from roundhouse.table.errors import Refusal

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
GRACE = 2.0  # seconds per move that are not counted, for network delays


@dataclass(frozen=True)
class TimeControl:
    """A time bank per seat, and credit per decision up to `max_bank`."""

    key: str
    title: str
    description: str
    bank: float
    credit: float
    max_bank: float
    vacation: int = 0  # days off per seat and game

    @property
    def counted(self) -> bool:
        return self.bank < inf

    @property
    def by_days(self) -> bool:
        return self.counted and self.bank >= DAY


NO_CLOCK = TimeControl("none", "No clock", "no time limit", inf, 0, inf)
TIME_CONTROLS: dict[str, TimeControl] = {
    time_control.key: time_control
    for time_control in (
        NO_CLOCK,
        TimeControl("quick", "Quick", "4 min + 6 s per decision", 4 * MINUTE, 6, 4 * MINUTE),
        TimeControl("normal", "Normal", "10 min + 12 s per decision", 10 * MINUTE, 12, 10 * MINUTE),
        TimeControl(
            "relaxed", "Relaxed", "25 min + 30 s per decision", 25 * MINUTE, 30, 25 * MINUTE
        ),
        TimeControl(
            "day", "One move a day", "24 h + 4 h per move (max. 72 h)", DAY, 4 * HOUR, 3 * DAY, 7
        ),
        TimeControl(
            "days",
            "One move every few days",
            "72 h + 12 h per move (max. 120 h)",
            3 * DAY,
            12 * HOUR,
            5 * DAY,
            14,
        ),
        TimeControl(
            "slow",
            "Correspondence",
            "72 h + 36 h per move (max. 240 h)",
            3 * DAY,
            36 * HOUR,
            10 * DAY,
            21,
        ),
    )
}


def time_control_named(key: str) -> TimeControl:
    if key not in TIME_CONTROLS:
        raise Refusal(f"The clock must be one of {', '.join(TIME_CONTROLS)}, not {key[:20]!r}.")
    return TIME_CONTROLS[key]
