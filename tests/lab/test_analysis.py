"""Explaining positions and games."""

from __future__ import annotations

import json

import pytest

from roundhouse import Game
from roundhouse.bots.search import Budget
from roundhouse.lab.analysis import analyse, review, turning_points, winning_chances
from roundhouse.lab.fixtures import Fixture, play
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
