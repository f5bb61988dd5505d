"""Balance reports."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from pathlib import Path

import pytest

from roundhouse import Game, load
from roundhouse.core.errors import BadRecord
from roundhouse.lab.balance import count_kind_words, first_moves, first_shares, measure, summary
from roundhouse.lab.journal import Execution, Journal
from roundhouse.lab.report import page
from roundhouse.lab.schedule import GameSetup
from roundhouse.play.record import Move, Record


@pytest.mark.usefixtures("interpreted")
def test_a_report() -> None:
    balance, played = measure(GameSetup("northern", 3), "greedy", 4, execution=Execution(jobs=1))
    data = summary(balance)
    assert json.loads(json.dumps(data))["games"] == 4 == len(played)
    assert sum(row["share"] for row in data["by_seat"]) == pytest.approx(1)
    assert sum(data["ends"].values()) == 4
    html = page([balance])
    assert html.count("<svg") >= 3
    assert "http" not in html.replace(
        "http://www.w3.org/2000/svg", ""
    )  # the page is self-contained


@pytest.mark.usefixtures("interpreted")
def test_places_count_from_whoever_opens() -> None:
    balance, played = measure(GameSetup("texas", 3), "random", 8, execution=Execution(jobs=1))
    data = summary(balance)
    won = [0.0, 0.0, 0.0]
    for one in played:
        opener = int(Record.loads(one.record).moves[0].words.split()[1])  # chance: open <seat>
        for seat, share in enumerate(one.shares):
            won[(seat - opener) % 3] += share
    assert [row["share"] * 8 for row in data["by_place"]] == pytest.approx(won)
    assert "By place" in page([balance])
    always_the_same, _ = measure(GameSetup("northern", 3), "random", 2, execution=Execution(jobs=1))
    assert summary(always_the_same)["by_place"] == []
    assert "By place" not in page([always_the_same])


@pytest.mark.usefixtures("interpreted")
def test_journal_rejects_an_edited_board(tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.write_text((files("roundhouse.games.northern") / "board.toml").read_text())
    games = tmp_path / "games.jsonl"
    setup = GameSetup("northern", 3, board=str(board))
    measure(setup, "random", 2, execution=Execution(jobs=1, journal=Journal(games)))
    before = games.read_text()
    edited = board.read_text().replace('"3" = 2', '"3" = 3', 1)  # space for another cube
    board.write_text(edited)
    with pytest.raises(BadRecord, match="another board"):
        measure(setup, "random", 3, execution=Execution(jobs=1, journal=Journal(games)))
    assert games.read_text() == before


def test_openings(northern: Game) -> None:
    moves = (
        Move(0, "invest large fargo"),
        Move(1, "lay fargo"),
        Move(0, "invest large minot"),
        Move(1, "invest small minot"),
    )
    record = Record("northern", 3, 1, "", moves=moves)
    assert first_moves(record, count_kind_words(northern)) == {
        (0, "invest large"): "invest large fargo",
        (1, "lay"): "lay fargo",
        (1, "invest small"): "invest small minot",
    }


def test_first_shares() -> None:
    game = load("southern", speed="interpreted")
    state = game.start(3)
    states = [state]
    rng = random.Random(1)
    while not state.over:
        state = state.clone()
        state.apply(rng.choice(state.legal()))
        states.append(state)
    result = first_shares(states)
    assert sorted(result) == [0, 1, 2]
    opened = {railroad.upper() for railroad in states[0].view(None)["facts"]["shares"]}
    assert set(result.values()) <= opened
    first = next(s for s in states if any(map(sum, s.view(None)["facts"]["shares"].values())))
    owned = first.view(None)["facts"]["shares"]
    assert any(owned[label.lower()][seat] for seat, label in result.items())
