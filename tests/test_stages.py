"""A game's stage is earned: docs/stages.md says by what, and this looks for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from roundhouse.core.board import BoardFile, origins
from roundhouse.core.meta import Meta
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.play.conformance import all_options
from roundhouse.play.record import Record

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "tests" / "games"
BALANCE = ROOT / "docs" / "balance"
STAGES = ("alpha", "beta", "stable")
SAMPLE = 100  # games of a balance report that says something

META = {meta.id: meta for meta in registry.games() if (GAMES / meta.id).is_dir()}


def tables(heading: str) -> list[list[str]]:
    """The rows of the table under a heading of docs/stages.md, without its head."""
    page = (ROOT / "docs" / "stages.md").read_text(encoding="utf-8")
    part = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def needed() -> dict[str, set[str]]:
    """Stage -> evidence, as the page says."""
    found: dict[str, set[str]] = {stage: set() for stage in STAGES}
    for evidence, *marks in tables("What a stage takes"):
        for stage, mark in zip(STAGES, marks, strict=False):
            if mark == "yes":
                found[stage].add(evidence.strip("`"))
    return found


def earned() -> dict[str, tuple[str, set[str], set[str]]]:
    """Game -> stage, what is missing for the next one, ways to end, as the page says."""
    return {
        game: (stage, set(re.findall(r"`(\w+)`", missing)), set(ways.split(", ")))
        for game, stage, missing, ways in tables("What each game has earned")
    }


# The evidence


@cache
def finished(game: str) -> list[tuple[Record, set[str]]]:
    """Each finished game that is kept, and the ways in which it ended."""
    found = []
    for path in sorted((GAMES / game).glob("*/*.game")):
        record = Record.load(path)
        *_, last = record.replay(record.load_game(speed=INTERPRETED))
        if last.over:
            found.append((record, set(re.split(r"\+| and ", last.end().code))))
    return found


def sources_of(game: str) -> str:
    """The text of a room's modules and of its tests."""
    room = Path(str(files(registry.room(game).package)))
    paths = [*room.rglob("*.py"), *(GAMES / game).rglob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def has_rules(meta: Meta) -> bool:
    *_, history = re.split(
        r"^## .*(?:Versions|History)$", registry.text(meta.id, "RULES.md"), flags=re.M
    )
    return all(re.search(rf"^(?:- )?{version}[.:] ", history, re.M) for version in meta.versions)


def has_conformance(meta: Meta) -> bool:
    """The suite takes its tables from the same lists."""
    text = (ROOT / "tests" / "test_conformance.py").read_text(encoding="utf-8")
    listed = "registry.games()" in text and "all_options(meta.id)" in text and "meta.seats" in text
    return listed and len(all_options(meta.id)) > 0


def has_sources(meta: Meta) -> bool:
    file = BoardFile.parse(registry.text(meta.id, "board.toml"), meta.id)
    return len(list(origins(file.data))) > 10


def has_examples(meta: Meta) -> bool:
    tests = (GAMES / meta.id).glob("test_*.py")
    return sum(path.read_text(encoding="utf-8").count("\ndef test_") for path in tests) >= 10


def has_perft(meta: Meta) -> bool:
    tests = (GAMES / meta.id).glob("test_*.py")
    return any("perft(" in path.read_text(encoding="utf-8") for path in tests)


def has_records(meta: Meta) -> bool:
    seats = {record.seats for record, _ in finished(meta.id)}
    return {min(meta.seats), max(meta.seats)} <= seats


def balance_report(meta: Meta) -> dict[str, object]:
    path = BALANCE / f"{meta.id}.json"
    found: dict[str, object] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def has_balance(meta: Meta) -> bool:
    linked = f"({meta.id}.html)" in (BALANCE / "README.md").read_text(encoding="utf-8")
    return linked and (BALANCE / f"{meta.id}.html").exists() and bool(balance_report(meta))


def has_golden(meta: Meta) -> bool:
    kinds = {path.suffix for path in (GAMES / meta.id / "golden").glob("*")}
    return {".game", ".log", ".svg"} <= kinds


def has_tables(meta: Meta) -> bool:
    records = [record for record, _ in finished(meta.id)]
    options = {pair for record in records for pair in record.options.items()}
    wanted = {(name, value) for name, option in meta.options.items() for value in option.values}
    return wanted <= options and set(meta.seats) <= {record.seats for record in records}


def has_ends(meta: Meta) -> bool:
    ways = {way for _, ways in finished(meta.id) for way in ways}
    return earned()[meta.id][2] <= ways


def has_rulings(meta: Meta) -> bool:
    rules, text = registry.text(meta.id, "RULES.md"), sources_of(meta.id)
    rulings = set(re.findall(r"\*\*([A-Z]\d+)\*\*|\b([A-Z]\d+): ", rules))
    names = {bold or plain for bold, plain in rulings}
    return bool(names) and all(re.search(rf"\b{name}\b", text) for name in names)


def has_sample(meta: Meta) -> bool:
    report = balance_report(meta)
    games = report.get("games", 0)
    return report.get("bot") == "expert" and isinstance(games, int) and games >= SAMPLE


EVIDENCE: dict[str, Callable[[Meta], bool]] = {
    "rules": has_rules,
    "conformance": has_conformance,
    "sources": has_sources,
    "examples": has_examples,
    "perft": has_perft,
    "records": has_records,
    "balance": has_balance,
    "golden": has_golden,
    "tables": has_tables,
    "ends": has_ends,
    "rulings": has_rulings,
    "sample": has_sample,
}


def test_the_page_names_the_evidence_that_is_looked_for() -> None:
    alpha, beta, stable = needed().values()
    assert alpha < beta < stable
    assert stable == set(EVIDENCE)


def test_the_page_lists_every_game_with_its_stage() -> None:
    assert {game: stage for game, (stage, _, _) in earned().items()} == {
        game: meta.stage for game, meta in META.items()
    }


@pytest.mark.parametrize("game", META)
def test_a_stage_is_earned(game: str) -> None:
    meta = META[game]
    missing = [name for name in needed()[meta.stage] if not EVIDENCE[name](meta)]
    assert not missing, f"{game} is called {meta.stage} and lacks {missing}"


@pytest.mark.parametrize("game", META)
def test_the_page_says_what_is_missing(game: str) -> None:
    """When this fails something has been added: mend the row, or move the game up."""
    meta = META[game]
    later = STAGES[STAGES.index(meta.stage) + 1 :][:1]
    lacking = {n for stage in later for n in needed()[stage] if not EVIDENCE[n](meta)}
    assert earned()[game][1] == lacking


@pytest.mark.parametrize("game", META)
def test_games_end_in_ways_that_the_page_knows(game: str) -> None:
    assert {way for _, ways in finished(game) for way in ways} <= earned()[game][2]
