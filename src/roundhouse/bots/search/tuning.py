"""The settings of a search, as compiled code takes them."""

from __future__ import annotations

from typing import NamedTuple

from roundhouse.core.search_settings import SearchSettings


class Tuning(NamedTuple):
    """`SearchSettings` in floats, field by field; what each is for stands there."""

    explore: float
    even: float
    caution: float
    turns: float
    plies: float
    sharp: float
    margin: float
    scale: float  # times how far values stray from each other at this root
    closed: float
    stray: float
    glance: float
    worth: float
    keen: float
    regrow: float
    learned: float
    trust: float
    sure: float
    heed: float
    risk: float
    haste: float
    spite: float

    @classmethod
    def of(cls, settings: SearchSettings) -> Tuning:
        return cls(*settings.numbers())
