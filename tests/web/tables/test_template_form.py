"""The format of the templates: short lines, even indentation, one tag per line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import roundhouse

MAX_LINE = 120
TEMPLATES = sorted(Path(roundhouse.__file__).parent.glob("**/*.html"))
TAG_WITH_ATTRIBUTES = re.compile(r"<[a-z][a-z0-9]*(?=[\s{])")
# A meta element that only counts without scripts is written inside its noscript.
ALLOWED = re.compile(r"<noscript>.*</noscript>")


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_template_is_laid_out_like_the_others(template: Path) -> None:
    for number, line in enumerate(template.read_text(encoding="utf-8").splitlines(), 1):
        where = f"{template.name}:{number}"
        assert len(line) <= MAX_LINE, f"{where}: {len(line)} characters"
        assert line == line.rstrip(), where
        if line.endswith("#}") and "{#" not in line:
            continue  # the second line of a comment is aligned with the first
        assert (len(line) - len(line.lstrip())) % 2 == 0, where
        tags = TAG_WITH_ATTRIBUTES.findall(ALLOWED.sub("", line))
        assert len(tags) <= 1, f"{where}: {' '.join(tags)}"
