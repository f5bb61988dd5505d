"""The game in plain sentences."""

from __future__ import annotations

from typing import Any

from roundhouse.core.description import GameDescription
from roundhouse.core.view import View


def describe(view: View, data: dict[str, Any]) -> GameDescription:
    """Describe the board of a view."""
    return GameDescription(())
