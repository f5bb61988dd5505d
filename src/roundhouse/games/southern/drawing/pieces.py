"""Shapes and colours that several parts of the drawing use."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg

DARK = "#1c1a17"
GOLD = "#e2b93b"
WIDTH, HEIGHT = 1000, 640  # of a sheet


def draw_cube(
    svg: Svg, x: float, y: float, size: float, railroad: dict[str, Any], letter: str, font: float
) -> None:
    """A railroad's cube, centred, with its letter."""
    svg.piece(x, y, size, size, railroad["colour"], railroad["ink"], letter, font)
