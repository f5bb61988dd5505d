"""The error for a missing library of an extra."""

from __future__ import annotations

from roundhouse.core.errors import RoundhouseError


class MissingExtra(RoundhouseError, ImportError):
    """A feature needs a library that is not installed."""

    def __init__(self, purpose: str, missing: ImportError, extra: str = "research") -> None:
        super().__init__(
            f"{purpose} needs {missing.name}; run: pip install 'roundhouse-games[{extra}]'",
            name=missing.name,
        )
