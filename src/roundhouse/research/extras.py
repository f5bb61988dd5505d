"""What is said when a library of the extra `research` is not there."""

from __future__ import annotations

from roundhouse.core.errors import RoundhouseError


class MissingExtra(RoundhouseError, ImportError):
    """Something is asked for whose library is not installed."""

    def __init__(self, purpose: str, missing: ImportError) -> None:
        super().__init__(
            f"{purpose} cannot be had here ({missing}): pip install 'roundhouse[research]'",
            name=missing.name,
        )
