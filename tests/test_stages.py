"""Games have the evidence that their stage requires in docs/reference/stages.md."""

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
BALANCE = ROOT / "lab" / "balance"
STAGES = ("alpha", "beta", "stable")
MIN_SAMPLE = 100  # games of a balance report

META = {meta.id: meta for meta in registry.games() if (GAMES / meta.id).is_dir()}


def rows_under(heading: str) -> list[list[str]]:
    """Return the rows of the table under a heading of docs/reference/stages.md."""
    page = (ROOT / "docs" / "reference" / "stages.md").read_text(encoding="utf-8")
    part = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def required_evidence() -> dict[str, set[str]]:
    """Return the required evidence of each stage."""
    by_stage: dict[str, set[str]] = {stage: set() for stage in STAGES}
    for evidence, *marks in rows_under("What a stage takes"):
        for stage, mark in zip(STAGES, marks, strict=False):
            if mark == "yes":
                by_stage[stage].add(evidence.strip("`"))
    return by_stage


def stages_on_page() -> dict[str, tuple[str, set[str], set[str]]]:
    """Return each game's stage, what it lacks for the next one, and its endings."""
    return {
        game: (stage, set(re.findall(r"`(\w+)`", missing)), set(endings.split(", ")))
        for game, stage, missing, endings in rows_under("What each game has earned")
    }


@cache
def finished_games(game: str) -> list[tuple[Record, set[str]]]:
    """Return each record of a finished game with its endings."""
    matches = []
    for path in sorted((GAMES / game).glob("*/*.game")):
        record = Record.load(path)
        *_, last = record.replay(record.load_game(speed=INTERPRETED))
        if last.over:
            matches.append((record, set(re.split(r"\+| and ", last.end().code))))
    return matches


def sources_of(game: str) -> str:
    """Return the source text of a game's modules and tests."""
    definition = Path(str(files(registry.definition(game).package)))
    paths = [*definition.rglob("*.py"), *(GAMES / game).rglob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def has_rules(meta: Meta) -> bool:
    *_, history = re.split(
        r"^## .*(?:Versions|History)$", registry.text(meta.id, "RULES.md"), flags=re.M
    )
    return all(re.search(rf"^(?:- )?{version}[.:] ", history, re.M) for version in meta.versions)


def has_conformance(meta: Meta) -> bool:
    """Check that the conformance suite covers all seat counts and options."""
    text = (ROOT / "tests" / "test_conformance.py").read_text(encoding="utf-8")
    checks_all_games = (
        "registry.games()" in text and "all_options(meta.id)" in text and "meta.seats" in text
    )
    return checks_all_games and len(all_options(meta.id)) > 0


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
    seats = {record.seats for record, _ in finished_games(meta.id)}
    return {min(meta.seats), max(meta.seats)} <= seats


def balance_report(meta: Meta) -> dict[str, object]:
    path = BALANCE / f"{meta.id}.json"
    report: dict[str, object] = (
        json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    )
    return report


def has_balance(meta: Meta) -> bool:
    is_linked = f"({meta.id}.html)" in (BALANCE / "README.md").read_text(encoding="utf-8")
    return is_linked and (BALANCE / f"{meta.id}.html").exists() and bool(balance_report(meta))


def has_golden(meta: Meta) -> bool:
    kinds = {path.suffix for path in (GAMES / meta.id / "golden").glob("*")}
    return {".game", ".log", ".svg"} <= kinds


def has_tables(meta: Meta) -> bool:
    records = [record for record, _ in finished_games(meta.id)]
    options = {pair for record in records for pair in record.options.items()}
    expected = {(name, value) for name, option in meta.options.items() for value in option.values}
    return expected <= options and set(meta.seats) <= {record.seats for record in records}


def has_ends(meta: Meta) -> bool:
    endings = {ending for _, endings in finished_games(meta.id) for ending in endings}
    return stages_on_page()[meta.id][2] <= endings


def has_rulings(meta: Meta) -> bool:
    rules, text = registry.text(meta.id, "RULES.md"), sources_of(meta.id)
    rulings = set(re.findall(r"\*\*([A-Z]\d+)\*\*|\b([A-Z]\d+): ", rules))
    names = {bold or plain for bold, plain in rulings}
    return bool(names) and all(re.search(rf"\b{name}\b", text) for name in names)


def has_sample(meta: Meta) -> bool:
    report = balance_report(meta)
    games = report.get("games", 0)
    return report.get("bot") == "expert" and isinstance(games, int) and games >= MIN_SAMPLE


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


def test_page_lists_all_evidence() -> None:
    alpha, beta, stable = required_evidence().values()
    assert alpha < beta < stable
    assert stable == set(EVIDENCE)


def test_page_lists_the_stage_of_every_game() -> None:
    assert {game: stage for game, (stage, _, _) in stages_on_page().items()} == {
        game: meta.stage for game, meta in META.items()
    }


@pytest.mark.parametrize("game", META)
def test_game_has_the_evidence_for_its_stage(game: str) -> None:
    meta = META[game]
    missing = [name for name in required_evidence()[meta.stage] if not EVIDENCE[name](meta)]
    assert not missing, f"{game} is {meta.stage} but lacks {missing}"


@pytest.mark.parametrize("game", META)
def test_page_lists_the_missing_evidence(game: str) -> None:
    """A failure means that evidence was added: update the row or promote the game."""
    meta = META[game]
    later = STAGES[STAGES.index(meta.stage) + 1 :][:1]
    missing = {n for stage in later for n in required_evidence()[stage] if not EVIDENCE[n](meta)}
    assert stages_on_page()[game][1] == missing


@pytest.mark.parametrize("game", META)
def test_page_lists_all_endings(game: str) -> None:
    assert {
        ending for _, endings in finished_games(game) for ending in endings
    } <= stages_on_page()[game][2]
