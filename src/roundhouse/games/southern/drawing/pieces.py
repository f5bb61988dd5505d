"""Shapes and colours shared by the drawings."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg

DARK = "#1c1a17"
GOLD = "#e2b93b"
WIDTH, HEIGHT = 1000, 640  # size of a railroad's sheet


def draw_cube(
    svg: Svg,
    place: tuple[float, float],
    size: float,
    railroad: dict[str, Any],
    letter: str,
    font: float,
) -> None:
    """Draw a railroad's cube, centred, with its letter."""
    svg.piece(place, size, railroad["colour"], railroad["ink"], letter, font)
