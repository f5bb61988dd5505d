"""Journals: a run that was cut short goes on, and nobody else's games get into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.lab import arena, fixtures
from roundhouse.lab.fixtures import Fixture, Played, play
from roundhouse.lab.journal import ForeignJournal, Journal


@pytest.mark.usefixtures("interpreted")
def test_a_run_cut_short_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run" / "games.jsonl"
    whole = arena.compete(["northern"], ["greedy", "random"], [3], 6, jobs=1)
    arena.compete(["northern"], ["greedy", "random"], [3], 4, jobs=1, journal=Journal(path))
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 5
    path.write_text("".join(lines[:4]) + lines[4][:40])  # the fourth game was being written
    begun: list[Fixture] = []

    def noted(fixture: Fixture) -> Played:
        begun.append(fixture)
        return play(fixture)

    monkeypatch.setattr(fixtures, "play", noted)
    again = arena.compete(["northern"], ["greedy", "random"], [3], 6, jobs=1, journal=Journal(path))
    assert [fixture.number for fixture in begun] == [3, 4, 5]
    assert again[0].played == whole[0].played
    assert len(path.read_text().splitlines()) == 7


@pytest.mark.parametrize("text", ["", "hello\n", '{"program": "older"}\n'])
def test_a_journal_of_somebody_else(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(ForeignJournal):
        Journal(path)
    assert path.read_text() == text


def test_a_journal_with_a_broken_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Journal(path)
    with path.open("a") as file:
        file.write('{"fixture": 3}\n')
    with pytest.raises(ForeignJournal, match="line 2"):
        Journal(path)
