"""A board file's data as a page can hold it: what JSON has no word for becomes a text."""

from __future__ import annotations

import math
from typing import Any

SAFE = 2**53  # beyond it a script's numbers are not exact


def plain(value: Any) -> Any:
    """Tables, lists, texts, true and false, and numbers that survive a page."""
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
    """Whether two plain values say the same; 52 is 52.0, and neither is true."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    return bool(a == b)
