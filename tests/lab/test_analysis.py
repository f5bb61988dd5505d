"""Analysis of positions and records."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from roundhouse import Game
from roundhouse.bots.search import Budget
from roundhouse.lab.analysis import (
    Scope,
    analyse,
    review,
    sample_plies,
    turning_points,
    winning_chances,
)
from roundhouse.lab.judging import SCORE, WIN, Judge, accuracy, find_decisions
from roundhouse.lab.schedule import Matchup, play
from roundhouse.play.puzzles import read_move
from roundhouse.play.record import Record


@pytest.fixture
def record(interpreted: None) -> Record:
    matchup = Matchup(
        0, "northern", ("greedy", "greedy", "random"), "d", "s", (("variant", "single"),)
    )
    return Record.loads(play(matchup).record)


def test_analyse_returns_json_data(northern: Game) -> None:
    state = northern.start(3)
    result = analyse(state, 0, Budget(100))
    assert json.loads(json.dumps(result)) == result
    assert result["iterations"] == 100
    assert len(result["shares"]) == 3
    legal = {northern.text(action) for action in state.legal()}
    assert {move["move"] for move in result["moves"]} <= legal
    assert result["line"][0] == {"seat": 0, "move": result["moves"][0]["move"]}


def test_review_of_a_record(record: Record) -> None:
    seen: list[tuple[int, int]] = []
    result = review(record, Budget(12), progress=lambda ply, of: seen.append((ply, of)))
    assert json.loads(json.dumps(result)) == result
    assert [entry["played"] for entry in result["plies"]] == [
        record.moves[entry["ply"]].words for entry in result["plies"]
    ]
    assert result["chances"]["plies"][-1] == len(record.moves)
    assert seen[-1] == (len(record.moves), len(record.moves))


def test_chances_end_with_the_result(record: Record) -> None:
    result = winning_chances(record, Budget(12), scope=Scope(max_others=10))
    assert len(result["plies"]) == len(result["shares"]) <= 12
    assert record.result
    winners = record.result["ranks"].count(0) or 1
    last = [1 / winners if rank == 0 else 0 for rank in record.result["ranks"]]
    assert result["shares"][-1] == pytest.approx(last)


def test_turning_points(record: Record) -> None:
    shares = [[0.3, 0.3, 0.4], [0.32, 0.3, 0.38], [0.7, 0.1, 0.2], [0.69, 0.11, 0.2]]
    result = turning_points([0, 2, 5, 8], shares, record)
    assert [(point["ply"], point["seat"]) for point in result] == [(2, 0)]
    assert result[0]["change"] == pytest.approx(0.38)
    assert result[0]["move"] == str(record.moves[2])


def test_accuracy_is_the_part_of_the_stakes_that_moves_kept() -> None:
    judged = [(0, 0.0, 0.3), (0, 0.1, 0.1), (1, 0.3, 0.2), (1, None, 0.9), (1, 0.0, 0.001)]
    result = accuracy(judged, [5, 3, 1])
    assert result == [
        {"seat": 0, "accuracy": 0.75, "decisions": 2, "of": 5},
        {"seat": 1, "accuracy": 0.0, "decisions": 2, "of": 3},  # worse than random moves
        {"seat": 2, "accuracy": None, "decisions": 0, "of": 1},
    ]


def test_all_decisions_of_reviewed_seats_come_first(record: Record) -> None:
    game = record.load_game()
    steps = list(record.steps(game))
    own = [ply for ply in find_decisions(steps) if steps[ply].before.turn == 2]
    partial: list[dict[str, Any]] = []
    result = winning_chances(
        record, Budget(8), game=game, scope=Scope((2,), 2), on_partial=partial.append
    )
    row = result["accuracy"][2]
    assert row["decisions"] == row["of"] == len(own)
    assert sum(each["decisions"] for each in result["accuracy"]) <= len(own) + 2
    assert partial[0]["accuracy"][2]["decisions"] > 0
    assert partial[0]["accuracy"][0]["decisions"] == 0
    assert json.loads(json.dumps(partial)) == partial


def test_hopeless_decisions_are_judged_by_the_score(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = record.load_game()
    steps = list(record.steps(game))
    ply = find_decisions(steps)[0]
    judge = Judge(game, Budget(60), random.Random(1))
    judgement = judge.judge(ply, steps[ply])
    assert judgement
    assert judgement.measure == WIN
    monkeypatch.setattr("roundhouse.lab.judging.HOPELESS_SHARE", 1.0)
    judgement = judge.judge(ply, steps[ply])
    assert judgement
    assert judgement.measure == SCORE
    assert 0 <= judgement.cost <= 1


def test_sampled_plies_include_every_seat() -> None:
    plies = list(range(200))  # with four seats in turn, every fourth ply belongs to the same seat
    chosen = sample_plies(plies, 50, random.Random(0))
    assert len(chosen) == 50
    assert chosen == sorted(set(chosen))
    assert {ply % 4 for ply in chosen} == {0, 1, 2, 3}
    assert sample_plies(plies, 500, random.Random(0)) == plies


def test_better_moves_have_a_playable_line(record: Record) -> None:
    game = record.load_game()
    result = winning_chances(record, Budget(16), scope=Scope(max_others=8), game=game)
    assert result["better"]  # the third seat plays at random
    assert {row["seat"] for row in result["accuracy"]} == {0, 1, 2}
    assert any(point["helped"] for point in result["better"])
    states = list(record.replay(game))
    for point in result["better"]:
        if point["helped"]:  # the seat lost what the mistake is worth, and the others won it
            assert point["helped"][point["seat"]] == pytest.approx(-point["worth"], abs=0.001)
            assert sum(point["helped"]) == pytest.approx(0, abs=0.001)
        state = states[point["ply"]].clone()
        assert point["line"][0] == f"{point['seat']} {point['better']}"
        for text in point["line"]:
            move = read_move(text)
            assert move.seat == state.turn
            state.apply(game.parse(move.words))
