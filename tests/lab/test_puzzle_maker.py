"""Making puzzles: what counts as one, and a run that goes on where it was cut short."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.tiny_puzzles import TINY

from roundhouse import Game
from roundhouse.bots.search import Budget
from roundhouse.cli import main
from roundhouse.lab.fixtures import Thought
from roundhouse.lab.lines import line_after
from roundhouse.lab.puzzles import PuzzleSettings, checking
from roundhouse.lab.puzzles import solving as solving_puzzles
from roundhouse.lab.puzzles.checking import check
from roundhouse.lab.puzzles.file import ForeignPuzzles, PuzzleFile, Yield, drop, regrade
from roundhouse.lab.puzzles.grading import Ungraded, graded, grades
from roundhouse.lab.puzzles.maker import make
from roundhouse.lab.puzzles.sifting import hopeful, split
from roundhouse.lab.puzzles.solving import shares, solving
from roundhouse.play.puzzles import BadPuzzles, load_book

SETTINGS = PuzzleSettings("northern", 3)


def test_the_best_must_be_far_ahead_of_what_is_not_accepted() -> None:
    parted = split({7: 0.50, 3: 0.48, 9: 0.30}, SETTINGS)
    assert parted is not None
    assert (parted.best, parted.accepted, parted.second) == (7, (7, 3), 9)
    assert parted.gap == pytest.approx(0.2)
    assert split({7: 0.5, 3: 0.49}, SETTINGS) is None  # all are right
    assert split({7: 0.5}, SETTINGS) is None
    assert split({7: 0.5, 3: 0.3}, SETTINGS, top=3) is None  # it would play what is not the best


def test_only_hopeful_decisions_get_a_search() -> None:
    assert hopeful(Thought((80, 40), (0.6, 0.4)), SETTINGS)
    assert not hopeful(Thought((80, 40), (0.6, 0.55)), SETTINGS)
    assert not hopeful(Thought((80, 1), (0.6, 0.1)), SETTINGS)  # hardly looked at
    assert not hopeful(None, SETTINGS)  # it slipped


def test_a_line_can_be_played(northern: Game) -> None:
    state = northern.start(3)
    line = line_after(state, state.legal()[0], random.Random(1), Budget(20))
    assert len(line) >= 2
    for move in line:
        assert move.seat == state.turn
        state.apply(northern.parse(move.words))


def test_a_file_goes_on_where_it_was_and_refuses_other_parameters(tmp_path: Path) -> None:
    out = tmp_path / "some.jsonl"
    file = PuzzleFile(out, SETTINGS)
    file.add(Yield(4, {"record": 4, "seats": 3, "moves": []}, [], 10, 2, 1, 0, 0.5))
    file.add(Yield(1, {"record": 1, "seats": 3, "moves": []}, [], 10, 2, 1, 0, 0.5))
    again = PuzzleFile(out, SETTINGS)
    assert again.done == {1, 4}
    again.add(Yield(2, {"record": 2, "seats": 3, "moves": []}, [], 10, 3, 1, 0, 0.5))
    assert load_book(out).parameters["gap"] == SETTINGS.gap
    head = json.loads(out.read_text().splitlines()[0])
    assert (head["games"], head["counts"]["looked_at"]) == ([1, 2, 4], 7)
    before = out.read_text()
    with pytest.raises(ForeignPuzzles, match="other parameters"):
        PuzzleFile(out, replace(SETTINGS, gap=0.2))
    out.write_text("nonsense")
    with pytest.raises(BadPuzzles, match="line 1"):
        PuzzleFile(out, SETTINGS)
    assert before != out.read_text() == "nonsense"


def test_what_did_not_stand_a_check_is_dropped(tmp_path: Path) -> None:
    out = tmp_path / "some.jsonl"
    answer = {"move": "lay fargo", "value": 0.5, "line": ["0 lay fargo"]}
    about = {"seat": 0, "answers": [answer], "wrong": [], "gap": 0.2, "error": 0.01}

    def puzzle(name: str, record: int) -> dict[str, object]:
        where = {"id": name, "record": record, "ply": 0}
        return {**where, **about, "difficulty": "easy", "themes": ["lay"]}

    file = PuzzleFile(out, SETTINGS)
    for number, names in ((1, ["a", "b"]), (4, ["c"])):
        record = {"record": number, "seats": 3, "moves": []}
        puzzles = [puzzle(name, number) for name in names]
        file.add(Yield(number, record, puzzles, 10, 2, 1, len(names), 0.5))
    before = out.read_text()
    assert regrade(out, {"a": "easy", "b": "hard", "c": "easy"}) == 1
    assert [one.difficulty for one in load_book(out).puzzles] == ["easy", "hard", "easy"]
    assert regrade(out, {"a": "easy", "b": "easy", "c": "easy"}) == 1
    assert out.read_text() == before
    drop(out, ["a", "c"])
    assert [one.id for one in load_book(out).puzzles] == ["b"]
    again = PuzzleFile(out, SETTINGS)
    assert (again.done, again.count) == ({1, 4}, 1)  # its games are not looked at again
    again.add(Yield(5, {"record": 5, "seats": 3, "moves": []}, [puzzle("d", 5)], 9, 1, 1, 1, 0.5))
    head, *entries = map(json.loads, out.read_text().splitlines())
    assert head["dropped"] == ["a", "c"]
    assert [(one["record"], one.get("id")) for one in entries] == [
        (1, None),
        (1, "b"),
        (5, None),
        (5, "d"),
    ]


@pytest.mark.slow
def test_puzzles_are_made_and_doubted(tmp_path: Path, interpreted: None) -> None:
    """With tiny searches, which prove nothing but that the way is whole."""
    out = tmp_path / "tiny.jsonl"
    seen: list[tuple[int, int]] = []
    found = make(TINY, 2, out, jobs=1, progress=lambda done, of: seen.append((done, of)))
    assert found >= 2
    assert seen[-1] == (2, 2)
    book = load_book(out)
    assert len(book.puzzles) == found
    before = out.read_text()
    assert make(TINY, 2, out, jobs=1) == found  # nothing is made twice
    assert out.read_text() == before
    head = json.loads(before.splitlines()[0])
    assert head["games"] == list(range(len(head["games"])))
    doubted = check(replace(book, parameters={"longer": [4], "levels": ["beginner"]}), 2, jobs=1)
    assert len(doubted) == 2
    assert all(set(one.solved) for one in doubted)
    tried = solving(replace(book, parameters={"levels": ["beginner"]}), 2, jobs=1)
    assert tried == [one.solved for one in doubted]  # the same sample, the same tries
    again = grades(replace(book, parameters={"levels": ["beginner", "easy"]}), jobs=1)
    assert set(again) == {puzzle.id for puzzle in book.puzzles}
    assert set(again.values()) <= {"beginner", "easy"}
    assert graded(Ungraded(book.puzzles[0], ("easy",))) == (book.puzzles[0].id, "easy")


def test_what_was_seen_before_ctrl_c_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The third of three puzzles is interrupted; the searches before it are not worth a wait."""
    looked_at: list[str] = []

    def doubt(one: checking.Doubt) -> checking.Doubted:
        looked_at.append(one.puzzle.id)
        if len(looked_at) == 3:
            raise KeyboardInterrupt
        return checking.Doubted(one.puzzle, one.puzzle.answers[0].move, {"easy": 0.5})

    monkeypatch.setattr(checking, "doubt", doubt)
    monkeypatch.setattr(solving_puzzles, "compile_bots", lambda game: None)
    assert main(["lab", "puzzles", "northern", "--check", "--sample", "3", "--jobs", "1"]) == 130
    assert "0 of 2 overturned" in capsys.readouterr().out
    looked_at[:] = ["a", "b"]
    assert main(["lab", "puzzles", "northern", "--check", "--sample", "3", "--jobs", "1"]) == 130
    assert "stopped before" in capsys.readouterr().out


def test_the_share_of_each_level() -> None:
    assert shares([{"easy": 0.25, "hard": 1.0}, {"easy": 0.75, "hard": 0.5}]) == {
        "easy": 0.5,
        "hard": 0.75,
    }


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["northern"], 2, "--out FILE"),
        (["nogame", "--out", "x.jsonl"], 2, "no game 'nogame'"),
        (["northern", "--seats", "9", "--out", "x.jsonl"], 2, "seats"),
        (["northern", "--bots", "nobody", "--out", "x.jsonl"], 2, "no bot 'nobody'"),
        (["northern", "--check", "--out", "missing.jsonl"], 1, "cannot be read"),
        (["northern", "--levels", "--out", "missing.jsonl"], 1, "cannot be read"),
        (["northern", "--grade"], 2, "--grade --out FILE"),
        (["northern", "--grade", "--out", "missing.jsonl"], 1, "cannot be read"),
        (["northern", "--check", "--drop"], 2, "--check --out FILE --drop"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_written(
    words: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lab", "puzzles", *words]) == code
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
