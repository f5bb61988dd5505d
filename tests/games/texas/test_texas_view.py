"""What is said and drawn."""

from __future__ import annotations

import random
import re

import pytest

from roundhouse.core.game import Game
from roundhouse.core.view import Event
from roundhouse.games.texas.places import place_names
from roundhouse.games.texas.state import BUILDING, CLAIM_RANCH, GHH, KATY, TP, State
from roundhouse.play.conformance import check

from .table import NewTable, Table


# With the rules of today: tests/test_conformance.py.
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_conformance_of_rules_1(seats: int) -> None:
    check("texas", seats, games=1, looks=8, speeds=("interpreted",), rules=1)


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
    assert houston["label"] == "Houston"
    assert houston["note"] == (
        "costs $2, leaves $8; income +2: a certificate pays $5, not $3; +$2 for you"
    )
    assert houston["ghost"] == {"shape": "cube", "colour": "#C62828", "ink": "#ffffff", "text": "G"}
    assert houston["refs"] == ["hex:k9"]


def test_the_prompt_counts_the_cubes_that_are_left(table: NewTable) -> None:
    t = table(2).open_table().play("track", "run ghh")
    assert t.state.view(0)["prompt"] == "Build track for GHH (3 more; treasury $10)"
    t.play("build k9")
    assert "(2 more;" in t.state.view(0)["prompt"]

    def one_left(s: State) -> None:
        s.cubes[GHH] = 1

    assert "(1 more;" in t.edit(one_left).state.view(0)["prompt"]


def test_the_prompt_counts_what_is_left_to_tp(table: NewTable) -> None:
    t = table(2).open_table().open_tp().play("track", "run tp", "build i6")
    assert t.state.view(0)["prompt"] == "Build track for T&P (any number up to 13; treasury $38)"

    def none_left(s: State) -> None:
        s.cubes[TP] = 0

    assert "(0 more;" in t.edit(none_left).state.view(0)["prompt"]


def test_no_action_is_offered_twice(table: NewTable) -> None:
    t = table(2).open_table().track(KATY, "i2", "i3", "j3")
    view = t.state.view(0)
    assert view["shortcuts"] == []
    assert [c["move"] for c in view["choices"]] == ["stock", "ranch", "track"]
    notes = {c["move"]: c["note"] for c in view["choices"]}
    assert notes["ranch"] == "1 with track to choose from, $1 a dividend each; 4 left this round"
    assert notes["track"].startswith("GHH (treasury $10) and MP (treasury $10)")
    assert "KATY from $" in notes["stock"]


def warning(t: Table, move: str) -> str:
    view = t.state.view(t.state.turn)
    return next(c["warning"] for c in view["choices"] if c["move"] == move)


def test_what_does_nothing_says_so(table: NewTable) -> None:
    t = table(2).open_table()
    assert warning(t, "ranch") == "no ranch with track is left: nothing to claim"
    assert warning(t, "track") == ""

    def broke(s: State) -> None:
        s.treasury[:] = [0] * 5

    t.edit(broke)
    assert warning(t, "track") == "none of your railroads can pay for track"
    t.play("track")
    assert warning(t, "run ghh") == "builds nothing: its treasury cannot pay"
    t.play("run ghh")
    assert warning(t, "done") == "builds nothing: the Decision is spent"


def test_who_owns_nothing_is_warned(table: NewTable) -> None:
    t = table(3).play("open 0")
    assert warning(t, "pass").startswith("you own nothing yet")
    t.play("bid 3", "pass", "pass", "bid 4", "pass")
    assert t.turn == 2
    assert warning(t, "pass").startswith("you own nothing yet")
    t.play("pass")
    assert t.turn == 0  # has GHH and KATY by now
    assert warning(t, "pass") == ""


def test_a_bid_beyond_what_can_be_earned_is_warned_of(table: NewTable) -> None:
    t = table(2).open_table()

    def last_round_gone_west(s: State) -> None:
        s.round_number, s.west[KATY], s.cubes[KATY] = 8, 2, 0

    t.edit(last_round_gone_west).play_loose("stock", "offer katy")
    assert warning(t, "bid 2") == ""  # income 4 for two certificates
    assert warning(t, "bid 3") == "more than it can still earn: at most 1 dividends are to come"


def test_every_hex_has_a_name_of_its_own(game: Game) -> None:
    names = place_names(game.board_file.data)
    assert len(set(names.values())) == len(names) == 115
    assert names["k9"] == "Houston"
    assert names["e3"] == "the XIT ranch"
    assert names["k8"] == "north of Houston"
    assert names["a5"] == "the West south of Albuquerque"
    assert not any(name.startswith("hex ") for name in names.values())


def test_going_west_and_tp_are_events(table: NewTable) -> None:
    t = table(2).open_table().track(KATY, "i2", "i3", "j3").open_tp()

    def five_claimed(s: State) -> None:
        s.claimed = s.ranches[1] = 5
        s.owned[0][TP] = s.sold[TP] = s.income[TP] = s.treasury[TP] = 0
        s.phase, s.turn = CLAIM_RANCH, 0

    t.edit(five_claimed)
    assert [e.title for e in happened(t, "claim j3")] == ["T&P opens"]

    def at_the_gate(s: State) -> None:
        s.running, s.phase, s.west[KATY], s.turn, s.mover = KATY, BUILDING, 1, 1, 1
        s.owned[0][KATY], s.sold[KATY] = 1, 2

    (event,) = happened(t.edit(at_the_gate), "west")
    assert event.title == "KATY goes West"
    pays = -(-t.s.income[KATY] // 2)
    assert event.rows == ((0, pays, f"1 × ${pays}"), (1, pays, f"1 × ${pays}"))


def happened(t: Table, words: str) -> tuple[Event, ...]:
    """What a move that could be made would set off."""
    after = t.state.clone()
    after.apply(t.game.parse(words))
    return t.game.events(t.state, t.game.parse(words), after, None)


def told(t: Table, words: str) -> str:
    """The log's line for a move that could be made."""
    after = t.state.clone()
    after.apply(t.game.parse(words))
    return t.game.sentence(t.state, t.game.parse(words), after, None)


def test_sentences(table: NewTable) -> None:
    t = table(2).open_table()
    assert told(t, "track") == "@0 takes a Track Decision"
    t.play("track", "run ghh")
    assert told(t, "build k9") == "GHH builds in Houston for $2, income +2"
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

    def drawn(name: str) -> set[str]:
        return set(re.findall(r'data-ref="([^"]*)"', t.game.draw(t.state.view(0), name)))

    hexes = {f"hex:{row['id']}" for row in t.game.board_file.data["hex"]}
    assert drawn("map") == hexes | {f"decision:{n}" for n in ("stock", "ranch", "track")}
    assert drawn("railroads") == {f"railroad:{n}" for n in ("ghh", "katy", "mp", "sp", "tp")}
    assert drawn("hand") == {"railroad:ghh", "railroad:mp"}


def test_five_railroads_in_a_hex_are_told_apart_without_colour(table: NewTable) -> None:
    t = table(2).open_table()

    def change(s: State) -> None:
        n = t.hex("i6")
        for railroad in range(5):
            s.reach[railroad][n] = 2
        s.tracks[n] = 5

    t.edit(change)
    svg = t.game.draw(t.state.view(None), "map")
    (contents,) = re.findall(r'<g data-hex="i6".*?</g>', svg)
    assert re.findall(r">([A-Z])</text>", contents) == list("GKMST")


def test_equal_positions_have_equal_bytes(table: NewTable) -> None:
    """The same sale after different bidding leaves no trace of the bidding."""
    one = table(2).open_table().play("stock", "offer ghh", "bid 5", "pass")
    two = table(2).open_table().play("stock", "offer ghh", "bid 2", "bid 3", "bid 5", "pass")
    assert one.s.owned[0][GHH] == 2
    assert one.state == two.state
