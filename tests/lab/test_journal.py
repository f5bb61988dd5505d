"""Journals: interrupted runs resume, and journals of other versions are rejected."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.lab import arena, schedule
from roundhouse.lab.journal import Execution, ForeignJournal, Journal
from roundhouse.lab.schedule import GameResult, Matchup, play


@pytest.mark.usefixtures("interpreted")
def test_interrupted_run_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run" / "games.jsonl"
    whole = arena.compete(["northern"], ["greedy", "random"], [3], 6, execution=Execution(jobs=1))
    arena.compete(
        ["northern"],
        ["greedy", "random"],
        [3],
        4,
        execution=Execution(jobs=1, journal=Journal(path)),
    )
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 5
    path.write_text("".join(lines[:4]) + lines[4][:40])  # interrupted while writing the fourth game
    matchups: list[Matchup] = []

    def play_and_note(matchup: Matchup) -> GameResult:
        matchups.append(matchup)
        return play(matchup)

    monkeypatch.setattr(schedule, "play", play_and_note)
    again = arena.compete(
        ["northern"],
        ["greedy", "random"],
        [3],
        6,
        execution=Execution(jobs=1, journal=Journal(path)),
    )
    assert [matchup.number for matchup in matchups] == [3, 4, 5]
    assert again[0].games == whole[0].games
    assert len(path.read_text().splitlines()) == 7


@pytest.mark.parametrize("text", ["", "hello\n", '{"program": "older"}\n'])
def test_a_journal_of_another_run(tmp_path: Path, text: str) -> None:
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
