"""When a search stops."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """When to stop thinking: whichever comes first."""

    iterations: int = 1 << 30  # with what was kept of the last search
    seconds: float = 3600.0
    settle: bool = False  # stop early when nothing left could change the choice
