"""Views, warnings, log sentences and drawings."""

from __future__ import annotations

import random
import re

import pytest
from tests.conftest import LoadNative

from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED, NATIVE
from roundhouse.core.view import Event
from roundhouse.games.texas.places import place_names
from roundhouse.games.texas.state import BUILDING, CLAIM_RANCH, GHH, KATY, TP, StateLayout
from roundhouse.play.conformance import CheckSettings, check

from .tester import NewTester, TexasTester


# tests/test_conformance.py checks the current rules.
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_conformance_of_rules_1(seats: int) -> None:
    check(
        "texas",
        seats,
        games=1,
        settings=CheckSettings(close_checks=8, speeds=("interpreted",), rules=1),
    )


@pytest.mark.slow
def test_speeds_agree(load_native: LoadNative) -> None:
    load_native("texas")
    check("texas", 4, games=2, settings=CheckSettings(close_checks=4, speeds=(INTERPRETED, NATIVE)))


def test_auction_notes_and_bids(new_tester: NewTester) -> None:
    t = new_tester(3).play("open 1", "bid 5")
    view = t.state.view(2)
    notes = {note["label"]: note["value"] for note in view["notes"]}
    assert notes["high bid"] == "$5 by @1"
    assert notes["next bid"] == "at least $6"
    assert notes["still bidding"] == "@0, @1, @2"
    assert notes["would pay"] == "$3 per dividend"
    assert view["facts"]["auction"]["railroad"] == "ghh"
    bids = [c for c in view["choices"] if c["group"] == "Bid"]
    assert [c["label"] for c in bids][:2] == ["$6", "$7"]
    assert "minimum bid" in bids[0]["note"]
    assert t.state.view(0)["choices"] == []


def test_build_choice_shows_cost_and_income(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn().play("track", "run ghh")
    houston = next(c for c in t.state.view(0)["choices"] if c["move"] == "build k9")
    assert houston["label"] == "Houston"
    assert houston["note"] == ("Costs $2 ($8 left) · income +2 · dividend $3 → $5 (+$2 for you)")
    assert houston["ghost"] == {"shape": "cube", "colour": "#C62828", "ink": "#ffffff", "text": "G"}
    assert houston["refs"] == ["hex:k9"]


def test_prompt_counts_the_builds_left(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn().play("track", "run ghh")
    assert t.state.view(0)["prompt"] == "Build track for GHH (3 more; treasury $10)"
    t.play("build k9")
    assert "(2 more;" in t.state.view(0)["prompt"]

    def one_left(s: StateLayout) -> None:
        s.cubes[GHH] = 1

    assert "(1 more;" in t.edit(one_left).state.view(0)["prompt"]


def test_prompt_counts_the_cubes_of_tp(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn().open_tp().play("track", "run tp", "build i6")
    assert t.state.view(0)["prompt"] == "Build track for T&P (any number up to 13; treasury $38)"

    def none_left(s: StateLayout) -> None:
        s.cubes[TP] = 0

    assert "(0 more;" in t.edit(none_left).state.view(0)["prompt"]


def test_no_action_is_offered_twice(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn().lay_track(KATY, "i2", "i3", "j3")
    view = t.state.view(0)
    assert view["shortcuts"] == []
    assert [c["move"] for c in view["choices"]] == ["stock", "ranch", "track"]
    notes = {c["move"]: c["note"] for c in view["choices"]}
    assert notes["ranch"] == "1 with track available · $1 per dividend each · 4 left this round"
    assert notes["track"].startswith("GHH (treasury $10) and MP (treasury $10)")
    assert "KATY from $" in notes["stock"]


def warning(t: TexasTester, move: str) -> str:
    view = t.state.view(t.state.turn)
    return next(c["warning"] for c in view["choices"] if c["move"] == move)


def test_decisions_without_effect_have_warnings(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn()
    assert warning(t, "ranch") == "no unclaimed ranch has track: nothing to claim"
    assert warning(t, "track") == ""

    def broke(s: StateLayout) -> None:
        s.treasury[:] = [0] * 5

    t.edit(broke)
    assert warning(t, "track") == "no railroad of yours can build now"
    t.play("track")
    assert warning(t, "run ghh") == "cannot build: its treasury is too low"
    t.play("run ghh")
    assert warning(t, "done") == "you have built nothing: this uses up the Decision"


def test_passing_without_a_certificate_has_a_warning(new_tester: NewTester) -> None:
    t = new_tester(3).play("open 0")
    assert warning(t, "pass").startswith("without a certificate")
    t.play("bid 3", "pass", "pass", "bid 4", "pass")
    assert t.turn == 2
    assert warning(t, "pass").startswith("without a certificate")
    t.play("pass")
    assert t.turn == 0  # the owner of ghh and katy
    assert warning(t, "pass") == ""


def test_bid_above_future_dividends_has_a_warning(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn()

    def last_round_gone_west(s: StateLayout) -> None:
        s.round_number, s.west[KATY], s.cubes[KATY] = 8, 2, 0

    t.edit(last_round_gone_west).play_unchecked("stock", "offer katy")
    assert warning(t, "bid 2") == ""  # an income of $4 pays $2 to each of two certificates
    assert warning(t, "bid 3") == "at most 1 dividend left"


def test_every_hex_has_a_unique_name(game: Game) -> None:
    names = place_names(game.board_file.data)
    assert len(set(names.values())) == len(names) == 115
    assert names["k9"] == "Houston"
    assert names["e3"] == "the XIT ranch"
    assert names["k8"] == "north of Houston"
    assert names["a5"] == "the West south of Albuquerque"
    assert not any(name.startswith("hex ") for name in names.values())


def test_going_west_and_tp_are_events(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn().lay_track(KATY, "i2", "i3", "j3").open_tp()

    def five_claimed(s: StateLayout) -> None:
        s.claimed = s.ranches[1] = 5
        s.owned[0][TP] = s.sold[TP] = s.income[TP] = s.treasury[TP] = 0
        s.phase, s.turn = CLAIM_RANCH, 0

    t.edit(five_claimed)
    assert [e.title for e in events_of(t, "claim j3")] == ["T&P opens"]

    def at_the_gate(s: StateLayout) -> None:
        s.running, s.phase, s.west[KATY], s.turn, s.mover = KATY, BUILDING, 1, 1, 1
        s.owned[0][KATY], s.sold[KATY] = 1, 2

    (event,) = events_of(t.edit(at_the_gate), "west")
    assert event.title == "KATY goes West"
    pays = -(-t.s.income[KATY] // 2)
    assert event.rows == ((0, pays, f"1 × ${pays}"), (1, pays, f"1 × ${pays}"))


def events_of(t: TexasTester, words: str) -> tuple[Event, ...]:
    """Return the event cards that a move would cause."""
    after = t.state.clone()
    after.apply(t.game.parse(words))
    return t.game.events(t.state, t.game.parse(words), after, None)


def note_of(t: TexasTester, words: str) -> str:
    """Return the log sentence that a move would cause."""
    after = t.state.clone()
    after.apply(t.game.parse(words))
    return t.game.sentence(t.state, t.game.parse(words), after, None)


def test_log_sentences(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn()
    assert note_of(t, "track") == "@0 takes a Track Decision"
    t.play("track", "run ghh")
    assert note_of(t, "build k9") == "GHH builds in Houston for $2, income +2"
    t.play("done", "stock", "offer katy", "bid 3")
    assert note_of(t, "pass") == "@0 passes; @1 buys the KATY certificate for $3"


def test_end_reason_is_in_the_facts(game: Game) -> None:
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


def test_drawings_show_all_pieces(new_tester: NewTester) -> None:
    t = new_tester(6).start_first_turn()

    def drawn(name: str) -> set[str]:
        return set(re.findall(r'data-ref="([^"]*)"', t.game.draw(t.state.view(0), name)))

    hexes = {f"hex:{row['id']}" for row in t.game.board_file.data["hex"]}
    assert drawn("map") == hexes | {f"decision:{n}" for n in ("stock", "ranch", "track")}
    assert drawn("railroads") == {f"railroad:{n}" for n in ("ghh", "katy", "mp", "sp", "tp")}
    assert drawn("hand") == {"railroad:ghh", "railroad:mp"}


def test_railroads_in_a_hex_have_letters(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn()

    def change(s: StateLayout) -> None:
        n = t.hex_index("i6")
        for railroad in range(5):
            s.reach[railroad][n] = 2
        s.tracks[n] = 5

    t.edit(change)
    svg = t.game.draw(t.state.view(None), "map")
    (contents,) = re.findall(r'<g data-hex="i6".*?</g>', svg)
    assert re.findall(r">([A-Z])</text>", contents) == list("GKMST")


def test_bidding_history_leaves_no_trace_in_the_state(new_tester: NewTester) -> None:
    one = new_tester(2).start_first_turn().play("stock", "offer ghh", "bid 5", "pass")
    two = (
        new_tester(2)
        .start_first_turn()
        .play("stock", "offer ghh", "bid 2", "bid 3", "bid 5", "pass")
    )
    assert one.s.owned[0][GHH] == 2
    assert one.state == two.state
