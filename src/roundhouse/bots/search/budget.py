"""The limits of a search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """The limits of a search; it stops at whichever comes first."""

    iterations: int = 1 << 30  # including those kept from the last search
    seconds: float = 3600.0
    stop_when_decided: bool = False  # stop when the rest cannot change the choice
