"""Making puzzles: the criteria, and resuming an interrupted run."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.tiny_puzzles import TINY

from roundhouse import Game
from roundhouse.bots.search import Budget
from roundhouse.cli.main import main
from roundhouse.lab.lines import line_after
from roundhouse.lab.puzzles import PuzzleSettings, checking
from roundhouse.lab.puzzles import solving as solving_module
from roundhouse.lab.puzzles.checking import check
from roundhouse.lab.puzzles.file import (
    ForeignPuzzles,
    GameYield,
    PuzzleFile,
    drop,
    limit_share,
    merge,
    regrade,
)
from roundhouse.lab.puzzles.filtering import is_promising, split
from roundhouse.lab.puzzles.maker import make
from roundhouse.lab.puzzles.solving import (
    GradingTask,
    grade_puzzle,
    grade_puzzles,
    mean_rates,
    measure_rates,
)
from roundhouse.lab.schedule import SearchStats
from roundhouse.play.puzzles import BadPuzzles, load_puzzles

SETTINGS = PuzzleSettings("northern", 3)


def test_split_separates_accepted_moves_from_the_rest() -> None:
    groups = split({7: 0.50, 3: 0.48, 9: 0.30}, SETTINGS)
    assert groups is not None
    assert (groups.best, groups.accepted, groups.second) == (7, (7, 3), 9)
    assert groups.gap == pytest.approx(0.2)
    assert split({7: 0.5, 3: 0.49}, SETTINGS) is None  # every move is accepted
    assert split({7: 0.5}, SETTINGS) is None
    assert (
        split({7: 0.5, 3: 0.3}, SETTINGS, top=3) is None
    )  # the search would play a move that is not accepted


def test_only_promising_decisions_are_filtered() -> None:
    assert is_promising(SearchStats((80, 40), (0.6, 0.4)), SETTINGS)
    assert not is_promising(SearchStats((80, 40), (0.6, 0.55)), SETTINGS)
    assert not is_promising(SearchStats((80, 1), (0.6, 0.1)), SETTINGS)  # hardly visited
    assert not is_promising(None, SETTINGS)  # a deliberate mistake: no search


def test_levels_below_the_lowest_one_are_excluded() -> None:
    assert SETTINGS.excluded_levels == ()
    assert replace(SETTINGS, max_easiest_per_game=0).excluded_levels == ("beginner",)
    hard = replace(SETTINGS, min_level="hard")
    assert hard.excluded_levels == ("beginner", "easy", "medium")


def test_line_is_playable(northern: Game) -> None:
    state = northern.start(3)
    line = line_after(state, state.legal()[0], random.Random(1), Budget(20))
    assert len(line) >= 2
    for move in line:
        assert move.seat == state.turn
        state.apply(northern.parse(move.words))


def test_file_resumes_and_rejects_other_parameters(tmp_path: Path) -> None:
    out = tmp_path / "some.jsonl"
    file = PuzzleFile(out, SETTINGS)
    file.add(GameYield(4, {"record": 4, "seats": 3, "moves": []}, [], 10, 2, 1, 0, 0.5))
    file.add(GameYield(1, {"record": 1, "seats": 3, "moves": []}, [], 10, 2, 1, 0, 0.5))
    again = PuzzleFile(out, SETTINGS)
    assert again.game_numbers == {1, 4}
    again.add(GameYield(2, {"record": 2, "seats": 3, "moves": []}, [], 10, 3, 1, 0, 0.5))
    assert load_puzzles(out).parameters["gap"] == SETTINGS.min_gap
    head = json.loads(out.read_text().splitlines()[0])
    assert (head["games"], head["counts"]["looked_at"]) == ([1, 2, 4], 7)
    before = out.read_text()
    with pytest.raises(ForeignPuzzles, match="other parameters"):
        PuzzleFile(out, replace(SETTINGS, min_gap=0.2))
    out.write_text("nonsense")
    with pytest.raises(BadPuzzles, match="line 1"):
        PuzzleFile(out, SETTINGS)
    assert before != out.read_text() == "nonsense"


def test_drop_removes_puzzles_that_failed_a_check(tmp_path: Path) -> None:
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
        file.add(GameYield(number, record, puzzles, 10, 2, 1, len(names), 0.5))
    before = out.read_text()
    assert regrade(out, {"a": "easy", "b": "hard", "c": "easy"}) == 1
    assert [one.difficulty for one in load_puzzles(out).puzzles] == ["easy", "hard", "easy"]
    assert regrade(out, {"a": "easy", "b": "easy", "c": "easy"}) == 1
    assert out.read_text() == before
    drop(out, ["a", "c"])
    assert [one.id for one in load_puzzles(out).puzzles] == ["b"]
    again = PuzzleFile(out, SETTINGS)
    assert (again.game_numbers, again.count) == ({1, 4}, 1)  # its games are not processed again
    again.add(
        GameYield(5, {"record": 5, "seats": 3, "moves": []}, [puzzle("d", 5)], 9, 1, 1, 1, 0.5)
    )
    head, *entries = map(json.loads, out.read_text().splitlines())
    assert head["dropped"] == ["a", "c"]
    assert [(one["record"], one.get("id")) for one in entries] == [
        (1, None),
        (1, "b"),
        (5, None),
        (5, "d"),
    ]


def _puzzle(name: str, record: int, level: str, theme: str) -> dict[str, object]:
    answer = {"move": "lay fargo", "value": 0.5, "line": ["0 lay fargo"]}
    where = {"id": name, "record": record, "ply": 0, "seat": 0, "answers": [answer], "wrong": []}
    return {**where, "gap": 0.2, "error": 0.01, "difficulty": level, "themes": [theme]}


def _write(
    path: Path, settings: PuzzleSettings, number: int, *puzzles: tuple[str, str, str]
) -> None:
    rows = [_puzzle(name, number, level, theme) for name, level, theme in puzzles]
    record = {"record": number, "seats": 3, "moves": []}
    PuzzleFile(path, settings).add(GameYield(number, record, rows, 9, 2, 1, len(rows), 0.5))


def test_surplus_puzzles_of_merged_files_are_retired(tmp_path: Path) -> None:
    mine, theirs = tmp_path / "mine.jsonl", tmp_path / "theirs.jsonl"
    easy = [(name, "easy", "lay") for name in "abc"]
    _write(mine, SETTINGS, 3, *easy, ("d", "easy", "invest"))
    _write(theirs, replace(SETTINGS, seed=1, min_gap=0.08), 3, ("e", "hard", "lay"))
    assert merge(mine, theirs) == 1
    with pytest.raises(ForeignPuzzles, match="has puzzles that"):
        merge(mine, theirs)
    assert limit_share(mine, 0.5) == 3
    result = load_puzzles(mine)
    assert [one.id for one in result.puzzles] == ["d", "e"]  # the rarer theme stays
    assert set(result.by_id) == set("abcde")  # addresses still work
    head, *entries = map(json.loads, mine.read_text().splitlines())
    assert [part["parameters"]["gap"] for part in head["merged"]] == [0.08]
    assert {entry["record"] for entry in entries} == {3, 100_003}
    again = PuzzleFile(mine, SETTINGS)
    assert (again.count, again.game_numbers) == (2, {3})
    assert regrade(mine, {"d": "medium", "e": "hard"}) == 1


def test_files_of_other_games_are_not_merged(tmp_path: Path) -> None:
    mine, theirs = tmp_path / "mine.jsonl", tmp_path / "theirs.jsonl"
    _write(mine, SETTINGS, 3, ("a", "easy", "lay"))
    _write(theirs, PuzzleSettings("texas", 3), 3, ("b", "easy", "lay"))
    with pytest.raises(ForeignPuzzles, match="another game"):
        merge(mine, theirs)


@pytest.mark.slow
def test_make_check_solve_and_grade(tmp_path: Path, interpreted: None) -> None:
    """Tiny searches only show that the steps work together."""
    out = tmp_path / "tiny.jsonl"
    seen: list[tuple[int, int]] = []
    result = make(TINY, 2, out, jobs=1, progress=lambda done, of: seen.append((done, of)))
    assert result >= 2
    assert seen[-1] == (2, 2)
    book = load_puzzles(out)
    assert len(book.puzzles) == result
    before = out.read_text()
    assert make(TINY, 2, out, jobs=1) == result  # no puzzle is made twice
    assert out.read_text() == before
    head = json.loads(before.splitlines()[0])
    assert head["games"] == list(range(len(head["games"])))
    results = check(replace(book, parameters={"longer": [4], "levels": ["beginner"]}), 2, jobs=1)
    assert len(results) == 2
    assert all(set(one.solved) for one in results)
    tried = measure_rates(replace(book, parameters={"levels": ["beginner"]}), 2, jobs=1)
    assert tried == [one.solved for one in results]  # the same sample and the same tries
    choosy = replace(TINY, seed=1, max_easiest_per_game=0, min_moves=3)
    assert make(choosy, 1, tmp_path / "choosy.jsonl", jobs=1) >= 1
    for puzzle in load_puzzles(tmp_path / "choosy.jsonl").puzzles:
        state = puzzle.position(solving_module.load_puzzle_game(puzzle))
        assert len(state.legal()) >= 3
    again = grade_puzzles(replace(book, parameters={"levels": ["beginner", "easy"]}), jobs=1)
    assert set(again) == {puzzle.id for puzzle in book.puzzles}
    assert set(again.values()) <= {"beginner", "easy"}
    assert grade_puzzle(GradingTask(book.puzzles[0], ("easy",))) == (book.puzzles[0].id, "easy")


def test_ctrl_c_reports_partial_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check of the third puzzle is interrupted; the first two are reported."""
    checked: list[str] = []

    def check_puzzle(one: checking.CheckTask) -> checking.CheckResult:
        checked.append(one.puzzle.id)
        if len(checked) == 3:
            raise KeyboardInterrupt
        return checking.CheckResult(one.puzzle, one.puzzle.answers[0].move, {"easy": 0.5})

    monkeypatch.setattr(checking, "check_puzzle", check_puzzle)
    monkeypatch.setattr(solving_module, "warm_up_bots", lambda game: None)
    assert main(["lab", "puzzles", "northern", "--check", "--sample", "3", "--jobs", "1"]) == 130
    assert "0 of 2 overturned" in capsys.readouterr().out
    checked[:] = ["a", "b"]
    assert main(["lab", "puzzles", "northern", "--check", "--sample", "3", "--jobs", "1"]) == 130
    assert "Stopped before" in capsys.readouterr().out


def test_mean_rates() -> None:
    assert mean_rates([{"easy": 0.25, "hard": 1.0}, {"easy": 0.75, "hard": 0.5}]) == {
        "easy": 0.5,
        "hard": 0.75,
    }


@pytest.mark.parametrize(
    ("words", "code", "message"),
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
        (["northern", "--max-share", "0.4"], 2, "--out FILE --merge FILE"),
        (["northern", "--merge", "x.jsonl"], 2, "--out FILE --merge FILE"),
        (["northern", "--merge", "x.jsonl", "--out", "y.jsonl"], 1, "cannot be read"),
        (["northern", "--gap", "0.01", "--out", "x.jsonl"], 2, "--gap must be above 0.03"),
        (["northern", "--min-level", "gentle", "--out", "x.jsonl"], 2, "must be one of beginner"),
    ],
)
def test_errors_are_reported_and_nothing_is_written(
    words: list[str],
    code: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lab", "puzzles", *words]) == code
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
