"""Explaining positions and games."""

from __future__ import annotations

import json
import random

import pytest

from roundhouse import Game
from roundhouse.bots.search import Budget
from roundhouse.lab.analysis import (
    accuracy,
    analyse,
    review,
    spread,
    turning_points,
    winning_chances,
)
from roundhouse.lab.fixtures import Fixture, play
from roundhouse.play.puzzles import read_move
from roundhouse.play.record import Record


@pytest.fixture
def record(interpreted: None) -> Record:
    fixture = Fixture(
        0, "northern", ("greedy", "greedy", "random"), "d", "s", (("variant", "single"),)
    )
    return Record.loads(play(fixture).record)


def test_a_position_as_data(northern: Game) -> None:
    state = northern.start(3)
    found = analyse(state, 0, Budget(100))
    assert json.loads(json.dumps(found)) == found
    assert found["iterations"] == 100
    assert len(found["shares"]) == 3
    legal = {northern.text(action) for action in state.legal()}
    assert {move["move"] for move in found["moves"]} <= legal
    assert found["line"][0] == {"seat": 0, "move": found["moves"][0]["move"]}


def test_a_whole_record(record: Record) -> None:
    seen: list[tuple[int, int]] = []
    found = review(record, Budget(12), progress=lambda ply, of: seen.append((ply, of)))
    assert json.loads(json.dumps(found)) == found
    assert [entry["played"] for entry in found["plies"]] == [
        record.moves[entry["ply"]].words for entry in found["plies"]
    ]
    assert found["chances"]["plies"][-1] == len(record.moves)
    assert seen[-1] == (len(record.moves), len(record.moves))


def test_chances_end_with_the_result(record: Record) -> None:
    found = winning_chances(record, Budget(12), points=10)
    assert len(found["plies"]) == len(found["shares"]) <= 12
    assert record.result
    winners = record.result["ranks"].count(0) or 1
    last = [1 / winners if rank == 0 else 0 for rank in record.result["ranks"]]
    assert found["shares"][-1] == pytest.approx(last)


def test_turning_points(record: Record) -> None:
    shares = [[0.3, 0.3, 0.4], [0.32, 0.3, 0.38], [0.7, 0.1, 0.2], [0.69, 0.11, 0.2]]
    found = turning_points([0, 2, 5, 8], shares, record)
    assert [(point["ply"], point["seat"]) for point in found] == [(2, 0)]
    assert found[0]["change"] == pytest.approx(0.38)
    assert found[0]["move"] == str(record.moves[2])


def test_accuracy_is_the_share_of_the_chance_that_moves_kept() -> None:
    judged = [(0, 0.0, 0.5), (0, 0.25, 0.5), (1, 0.1, 0.4), (1, None, 0.9), (1, 0.01, 0.01)]
    found = accuracy(judged, 3)
    assert found == [
        {"seat": 0, "accuracy": 0.75, "decisions": 2},
        {"seat": 1, "accuracy": 0.75, "decisions": 1},
        {"seat": 2, "accuracy": None, "decisions": 0},
    ]


def test_a_bounded_look_passes_no_seat_over() -> None:
    plies = list(range(200))  # four seats in turn, and every fourth ply would be one seat's
    chosen = spread(plies, 50, random.Random(0))
    assert len(chosen) == 50
    assert chosen == sorted(set(chosen))
    assert {ply % 4 for ply in chosen} == {0, 1, 2, 3}
    assert spread(plies, 500, random.Random(0)) == plies


def test_better_moves_come_with_a_line_that_can_be_played(record: Record) -> None:
    game = record.load_game()
    found = winning_chances(record, Budget(16), points=8, game=game)
    assert found["better"]  # the third seat plays at random
    assert {row["seat"] for row in found["accuracy"]} == {0, 1, 2}
    states = list(record.replay(game))
    for point in found["better"]:
        state = states[point["ply"]].clone()
        assert point["line"][0] == f"{point['seat']} {point['better']}"
        for text in point["line"]:
            move = read_move(text)
            assert move.seat == state.turn
            state.apply(game.parse(move.words))
