"""The limits of a search."""

from __future__ import annotations

from dataclasses import dataclass

UNLIMITED = 1 << 30  # iterations of a search that only the clock limits


@dataclass(frozen=True)
class Budget:
    """The limits of a search; it stops at whichever comes first."""

    iterations: int = UNLIMITED  # including those kept from the last search
    seconds: float = 3600.0
    stop_when_decided: bool = False  # stop when the rest cannot change the choice
