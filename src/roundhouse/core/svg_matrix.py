"""SVG transforms as matrices of six numbers."""

from __future__ import annotations

import math
import re

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_NUMBER = re.compile(r"-?\d+\.?\d*")


def parse_transform(text: str) -> Matrix:
    """Return the matrix of a `transform` attribute."""
    matrix = IDENTITY
    for name, rest in re.findall(r"(\w+)\(([^)]*)\)", text):
        n = [float(part) for part in _NUMBER.findall(rest)]
        if name == "translate":
            matrix = multiply(matrix, (1, 0, 0, 1, n[0], n[1]))
        elif name == "scale":
            matrix = multiply(matrix, (n[0], 0, 0, n[0], 0, 0))
        elif name == "rotate":
            cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
            matrix = multiply(matrix, (cos, sin, -sin, cos, 0, 0))
    return matrix


def multiply(m: Matrix, n: Matrix) -> Matrix:
    """Return the product of two matrices."""
    a, b, c, d, e, f = m
    return (
        a * n[0] + c * n[1],
        b * n[0] + d * n[1],
        a * n[2] + c * n[3],
        b * n[2] + d * n[3],
        a * n[4] + c * n[5] + e,
        b * n[4] + d * n[5] + f,
    )


def apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    """Transform a point."""
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]
