"""The code on docs/research.md is run as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_page() -> None:
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"))
    assert len(blocks) > 6
    names: dict[str, Any] = {}
    for number, block in enumerate(blocks):
        exec(compile(block, f"research.md, block {number}", "exec"), names)
