"""The code on docs/research.md is run as it stands, and its commands are understood."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from roundhouse.cli import parser

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")


def test_the_page() -> None:
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```", PAGE)
    assert len(blocks) > 6
    names: dict[str, Any] = {}
    for number, block in enumerate(blocks):
        exec(compile(block, f"research.md, block {number}", "exec"), names)


@pytest.mark.slow
@pytest.mark.heavy
@pytest.mark.filterwarnings("ignore")  # of Torch
def test_what_needs_torch() -> None:
    pytest.importorskip("torchrl", reason="no TorchRL: pip install 'roundhouse[learn]'")
    (block,) = re.findall(r"(?m)^    from torchrl.*\n(?:    .*\n)+", PAGE)
    names: dict[str, Any] = {}
    exec("from roundhouse.research import pettingzoo_env", names)
    exec(re.sub("(?m)^    ", "", block), names)


def commands(program: str) -> list[list[str]]:
    """What the page has a reader type: lines of their own, and between backquotes."""
    found = re.findall(rf"(?m)^    (?:\S+/)?({program} .*)$", PAGE)
    found += re.findall(rf"`({program} [^`]*)`", PAGE)
    return [shlex.split(line, comments=True)[1:] for line in found]


def test_what_is_installed_is_there_to_install() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [extra for words in commands("pip") for word in words for extra in extras(word)]
    assert {"research", "learn", "data", "ray", "cuda"} <= set(asked)
    assert set(asked) <= set(project["optional-dependencies"])


def extras(requirement: str) -> list[str]:
    found = re.fullmatch(r"(?:roundhouse|\.)\[(.*)\]", requirement)
    return found[1].split(",") if found else []


def test_commands_are_understood() -> None:
    # Without any option it is a command's name, not one to type.
    asked = [words for words in commands("roundhouse") if any(w.startswith("--") for w in words)]
    assert len(asked) >= 2
    for words in asked:
        parser().parse_args(words)  # leaves, and says why, if they mean nothing


def test_programs_are_there_and_take_what_they_are_given() -> None:
    asked = commands("python")
    assert any("maskable_ppo" in words[0] for words in asked)
    for path, *given in asked:
        if path != "-m":
            text = (ROOT / path).read_text(encoding="utf-8")
            for option in (word for word in given if word.startswith("--")):
                assert f'"{option}"' in text, f"{path} has no {option}"
