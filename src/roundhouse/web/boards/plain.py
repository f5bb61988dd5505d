"""A board file's data as JSON-compatible values."""

from __future__ import annotations

import math
from typing import Any

SAFE = 2**53  # JavaScript numbers are exact below this


def plain(value: Any) -> Any:
    """Return a value with only types that JSON and JavaScript represent exactly."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, bool):
        return bool(value)
    if isinstance(value, int):
        return int(value) if abs(value) < SAFE else str(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(value)
    return str(value)


def same(a: Any, b: Any) -> bool:
    """Return whether two plain values are equal; 52 equals 52.0 but not true."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    return bool(a == b)
