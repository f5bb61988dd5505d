"""The error for a missing library of the extra `research`."""

from __future__ import annotations

from roundhouse.core.errors import RoundhouseError


class MissingExtra(RoundhouseError, ImportError):
    """A feature needs a library that is not installed."""

    def __init__(self, purpose: str, missing: ImportError) -> None:
        super().__init__(
            f"{purpose} needs {missing.name}; run: pip install 'roundhouse-games[research]'",
            name=missing.name,
        )
