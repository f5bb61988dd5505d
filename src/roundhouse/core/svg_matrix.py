"""Where a drawing's `transform` puts things: six numbers, as SVG has them."""

from __future__ import annotations

import math
import re

Matrix = tuple[float, float, float, float, float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)
_NUMBER = re.compile(r"-?\d+\.?\d*")


def transform(said: str) -> Matrix:
    made = SAME
    for name, rest in re.findall(r"(\w+)\(([^)]*)\)", said):
        n = [float(part) for part in _NUMBER.findall(rest)]
        if name == "translate":
            made = times(made, (1, 0, 0, 1, n[0], n[1]))
        elif name == "scale":
            made = times(made, (n[0], 0, 0, n[0], 0, 0))
        elif name == "rotate":
            cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
            made = times(made, (cos, sin, -sin, cos, 0, 0))
    return made


def times(m: Matrix, n: Matrix) -> Matrix:
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
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]
