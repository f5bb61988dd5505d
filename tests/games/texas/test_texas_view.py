"""What is said and drawn."""

from __future__ import annotations

import random
import re

import pytest

from roundhouse.core.game import Game
from roundhouse.games.texas.state import GHH, KATY, TP, State
from roundhouse.play.conformance import check

from .table import NewTable, Table


@pytest.mark.parametrize("rules", [1, 2])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_conformance(seats: int, rules: int) -> None:
    check("texas", seats, games=1, looks=8, speeds=("interpreted",), rules=rules)


@pytest.mark.slow
def test_speeds_agree() -> None:
    check("texas", 4, games=2, looks=4)


def test_auction_is_told(table: NewTable) -> None:
    t = table(3).play("open 1", "bid 5")
    view = t.state.view(2)
    notes = {note["label"]: note["value"] for note in view["notes"]}
    assert notes["best bid"] == "$5 by @1"
    assert notes["next bid"] == "at least $6"
    assert notes["still in"] == "@0, @1, @2"
    assert notes["would pay now"] == "$3 a dividend"
    assert view["facts"]["auction"]["railroad"] == "ghh"
    bids = [c for c in view["choices"] if c["group"] == "Bid"]
    assert [c["label"] for c in bids][:2] == ["$6", "$7"]
    assert "the least you may bid" in bids[0]["note"]
    assert t.state.view(0)["choices"] == []


def test_build_choice_tells_cost_and_income(table: NewTable) -> None:
    t = table(2).open_table().play("track", "run ghh")
    houston = next(c for c in t.state.view(0)["choices"] if c["move"] == "build k9")
    assert houston["label"] == "k9 Houston"
    assert houston["note"] == "costs $2, income +2"
    assert houston["refs"] == ["hex:k9"]


def test_the_prompt_counts_the_cubes_that_are_left(table: NewTable) -> None:
    t = table(2).open_table().play("track", "run ghh")
    assert t.state.view(0)["prompt"] == "build track for GHH (3 more; treasury $10)"
    t.play("build k9")
    assert "(2 more;" in t.state.view(0)["prompt"]

    def one_left(s: State) -> None:
        s.cubes[GHH] = 1

    assert "(1 more;" in t.edit(one_left).state.view(0)["prompt"]


def test_the_prompt_counts_what_is_left_to_tp(table: NewTable) -> None:
    t = table(2).open_table().open_tp().play("track", "run tp", "build i6")
    assert t.state.view(0)["prompt"] == "build track for T&P (any number up to 13; treasury $38)"

    def none_left(s: State) -> None:
        s.cubes[TP] = 0

    assert "(0 more;" in t.edit(none_left).state.view(0)["prompt"]


def test_shortcuts_play(table: NewTable) -> None:
    t = table(2).open_table().track(KATY, "i2", "i3", "j3")
    shortcuts = t.state.view(0)["shortcuts"]
    assert [s["moves"] for s in shortcuts if s["group"] == "Ranch"] == [["ranch", "claim j3"]]
    for shortcut in shortcuts:
        trial = t.state.clone()
        for words in shortcut["moves"]:
            trial.apply(t.game.parse(words))


def told(t: Table, words: str) -> str:
    """The log's line for a move that could be made."""
    after = t.state.clone()
    after.apply(t.game.parse(words))
    return t.game.sentence(t.state, t.game.parse(words), after, None)


def test_sentences(table: NewTable) -> None:
    t = table(2).open_table()
    assert told(t, "track") == "@0 takes a Track Decision"
    t.play("track", "run ghh")
    assert told(t, "build k9") == "GHH builds in k9 Houston for $2, income +2"
    t.play("done", "stock", "offer katy", "bid 3")
    assert told(t, "pass") == "@0 passes; @1 gets the KATY certificate for $3"


def test_end_is_a_fact(game: Game) -> None:
    rng = random.Random(1)
    state = game.start(3)
    while not state.over:
        assert state.view(None)["facts"]["end"] == "" or state.over
        state.apply(rng.choice(state.legal()))
    assert state.view(None)["facts"]["end"] in (
        "track",
        "stock",
        "ranches",
        "rounds",
        "stock+rounds",
        "track+rounds",
        "track+stock",
    )


def test_everything_is_drawn(table: NewTable) -> None:
    t = table(6).open_table()
    drawn = set(re.findall(r'data-ref="([^"]*)"', t.game.draw(t.state.view(0))))
    data = t.game.board_file.data
    assert {f"hex:{row['id']}" for row in data["hex"]} <= drawn
    assert {f"railroad:{n}" for n in ("ghh", "katy", "mp", "sp", "tp")} <= drawn
    assert {f"decision:{n}" for n in ("stock", "ranch", "track")} <= drawn
    assert {f"seat:{n}" for n in range(6)} <= drawn


def test_five_railroads_in_a_hex_are_told_apart_without_colour(table: NewTable) -> None:
    t = table(2).open_table()

    def change(s: State) -> None:
        n = t.hex("i6")
        for railroad in range(5):
            s.reach[railroad][n] = 2
        s.tracks[n] = 5

    t.edit(change)
    svg = t.game.draw(t.state.view(None))
    contents = next(g for g in reversed(re.findall(r'<g data-ref="hex:i6">.*?</g>', svg)))
    assert re.findall(r">([A-Z])</text>", contents) == list("GKMST")


def test_equal_positions_have_equal_bytes(table: NewTable) -> None:
    """The same sale after different bidding leaves no trace of the bidding."""
    one = table(2).open_table().play("stock", "offer ghh", "bid 5", "pass")
    two = table(2).open_table().play("stock", "offer ghh", "bid 2", "bid 3", "bid 5", "pass")
    assert one.s.owned[0][GHH] == 2
    assert one.state == two.state
