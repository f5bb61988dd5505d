"""The code and the commands of the research guides work."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from roundhouse.cli.main import build_parser

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "docs" / "how-to" / "research"
# The order matters: later code uses names of earlier code.
NAMES = (
    "environments",
    "batches",
    "compare-bots",
    "datasets",
    "train-a-network",
    "language-models",
)
PAGE = "\n".join((GUIDES / f"{name}.md").read_text(encoding="utf-8") for name in NAMES)


def test_code_runs() -> None:
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```", PAGE)
    assert len(blocks) > 6
    names: dict[str, Any] = {}
    for number, block in enumerate(blocks):
        exec(compile(block, f"research guides, block {number}", "exec"), names)


@pytest.mark.slow
@pytest.mark.heavy
@pytest.mark.filterwarnings("ignore")  # of Torch
def test_code_with_torch_runs() -> None:
    pytest.importorskip("torchrl", reason="no TorchRL: pip install 'roundhouse-games[learn]'")
    (block,) = re.findall(r"(?m)^    from torchrl.*\n(?:    .*\n)+", PAGE)
    names: dict[str, Any] = {}
    exec("from roundhouse.research import pettingzoo_env", names)
    exec(re.sub("(?m)^    ", "", block), names)


def commands(program: str) -> list[list[str]]:
    """Return the commands on the page, on their own lines and in backquotes."""
    page = re.sub(r" \\\n +", " ", PAGE)  # commands of several lines
    matches = re.findall(rf"(?m)^    (?:\S+/)?({program} .*)$", page)
    matches += re.findall(rf"`({program} [^`]*)`", page)
    return [shlex.split(line, comments=True)[1:] for line in matches]


def test_installed_extras_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    used = [extra for words in commands("pip") for word in words for extra in extras(word)]
    assert {"research", "learn", "data", "ray", "cuda", "text"} <= set(used)
    assert set(used) <= set(project["optional-dependencies"])


def extras(requirement: str) -> list[str]:
    match = re.fullmatch(r"(?:roundhouse-games|\.)\[(.*)\]", requirement)
    return match[1].split(",") if match else []


def test_commands_parse() -> None:
    # Without an option, the words are only the name of a command.
    used = [words for words in commands("roundhouse") if any(w.startswith("--") for w in words)]
    assert len(used) >= 2
    for words in used:
        build_parser().parse_args(words)  # exits with an error if invalid


def test_scripts_exist_and_have_the_options() -> None:
    scripts = commands("python")
    assert any("maskable_ppo" in words[0] for words in scripts)
    for path, *arguments in scripts:
        if path != "-m":
            text = (ROOT / path).read_text(encoding="utf-8")
            for option in (word for word in arguments if word.startswith("--")):
                assert f'"{option}"' in text, f"{path} has no {option}"
