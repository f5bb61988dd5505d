"""Views, log sentences and drawings."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

from roundhouse.core.view import Choice, End
from roundhouse.games.southern.state import INCOME, STOCK, TRACK

from .tester import Arrange, Holdings, NewTester, SouthernTester

KATY = ["mcalester-oklahoma-city", "acme-oklahoma-city"]
MISSOURI = ["paris-sherman", "mcalester-sherman"]


@pytest.fixture
def katy(arrange: Arrange) -> SouthernTester:
    """Arrange the example on page 3 of the rulebook."""
    return arrange(
        TRACK,
        "mkt",
        Holdings(
            shares={"mkt": [1, 0, 1], "mp": [0]},
            treasury={"mkt": 14},
            track={"mkt": KATY, "mp": MISSOURI},
        ),
        cash=[0, 0, 0],
    )


def describe(tester: SouthernTester, words: str) -> str:
    """Play a move and return its log sentence."""
    action = tester.game.parse(words)
    before = tester.state.clone()
    tester.state.apply(action)
    return tester.game.sentence(before, action, tester.state, None)


def choice(tester: SouthernTester, move: str) -> Choice:
    view = tester.state.view(tester.state.turn)
    return next(c for c in view["choices"] if c["move"] == move)


def test_a_build_notes_its_cost_and_incomes(katy: SouthernTester) -> None:
    offered = choice(katy, "build acme-plainview")
    assert offered["note"] == "Costs $5 · MKT income +$3 (to $11)"
    assert offered["refs"] == ["link:acme-plainview"]
    assert choice(katy, "buy mcalester-sherman")["note"] == (
        "From MP (@0 must agree) · MKT income +$3 (to $11) · MP −$3"
    )


def test_a_build_notes_what_others_lose(arrange: Arrange) -> None:
    tester = arrange(TRACK, "mp", Holdings(treasury={"mp": 5}, track={"mp": ["paris-sherman"]}))
    assert choice(tester, "build mcalester-sherman")["note"] == (
        "Costs $5 · MP income +$2 (to $8) · MKT −$1"
    )


def test_log_sentences(katy: SouthernTester) -> None:
    assert describe(katy, "build acme-plainview") == (
        "MKT builds Acme – Plainview for $5; income: MKT $8 → $11"
    )
    assert describe(katy, "buy mcalester-sherman") == ""
    assert describe(katy, "price 7") == "@1 offers $7 from MKT for MP's link McAlester – Sherman"
    assert describe(katy, "ask 9") == "@0 asks $9 for McAlester – Sherman"
    assert describe(katy, "accept") == (
        "@1 accepts: MKT buys McAlester – Sherman from MP for $9; income: MP $8 → $5, MKT $11 → $14"
    )
    describe(katy, "done")
    assert describe(katy, "pay 4") == (
        "MKT earns $14 and pays $4 per share: @0 $4 and @1 $8; treasury $2"
    )


def test_auction_notes(arrange: Arrange) -> None:
    tester = arrange(STOCK, "sp", Holdings(track={"sp": ["beaumont-houston"]}), cash=[9, 9, 9])
    tester.play("0 sell", "0 bid 3", "1 pass")
    notes = {note["label"]: note["value"] for note in tester.state.view(2)["notes"]}
    assert notes["high bid"] == "$3 by @0"
    assert notes["next bid"] == "at least $4"
    assert notes["still bidding"] == "@0, @2"
    assert notes["the share"] == "income $6 · $3 per share with 2 shares sold"
    bids = [c for c in tester.state.view(2)["choices"] if c["group"] == "Bid"]
    assert [c["label"] for c in bids] == ["$4", "$5", "$6", "$7", "$8", "$9"]


def test_card_holder_and_end_are_shown(arrange: Arrange) -> None:
    tester = arrange(INCOME, "ghh", cash=[3, 4, 5], round_number=20, card=1)
    assert describe(tester, "skip") == (
        "GHH declines its income of $3; Bull Market: @0 has the least cash and gets the card"
    )
    assert tester.state.view(0)["panels"][0]["badges"] == ["Bull Market card"]
    assert tester.state.view(0)["facts"]["end"] is None
    tester.play("0 pass", "1 pass")
    assert describe(tester, "pass") == (
        "@2 offers no share; the game is over: round 20 was the last"
    )
    assert tester.state.end() == End("round 20", "round 20 was the last")
    view = tester.state.view(None)
    assert view["facts"]["end"] == "round 20"
    assert view["ranks"] == [2, 1, 0]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_phase_can_be_drawn(new_tester: NewTester, seats: int) -> None:
    tester = new_tester(seats)
    rng = random.Random(seats)
    phases = set()
    while not tester.state.over:
        if (view := tester.state.view(max(tester.state.turn, 0)))["phase"] not in phases:
            phases.add(view["phase"])
            refs = {}
            for name in ("map", "railroads", "hand"):
                ElementTree.fromstring(svg := tester.game.draw(view, name))
                refs[name] = set(re.findall(r'data-ref="([^"]*)"', svg))
            assert {ref for c in view["choices"] for ref in c["refs"]} <= refs[view["focus"]]
            assert len(refs["map"]) == 50 + 94
            assert len(refs["railroads"]) == 6
            assert refs["hand"] <= refs["railroads"]
        tester.state.apply(rng.choice(tester.state.legal()))
    assert len(phases) == 11
    assert tester.state.view(None)["facts"]["end"] in ("cubes", "shares", "cubes and shares")


def test_a_dividend_notes_its_consequences(arrange: Arrange) -> None:
    tester = arrange(
        INCOME,
        "mkt",
        Holdings(shares={"mkt": [1, 0, 1], "mp": [0]}, treasury={"mkt": 2}, track={"mkt": KATY}),
    )
    income = tester.state.py_state.income[3]
    assert choice(tester, "pay 2")["note"] == (
        f"You get $4 · others get $2 · ${2 + income - 6} stays in the treasury"
    )
    assert choice(tester, "skip")["warning"] == (
        f"loses ${income}: pay $0 per share to keep it in the treasury"
    )
    assert choice(tester, "pay 0")["warning"] == ""


def test_passing_without_shares_is_warned_about(new_tester: NewTester) -> None:
    tester = new_tester(3).play("* open 0", "0 bid 3")
    assert choice(tester, "pass")["warning"].startswith("without a share")
    tester.play("1 pass", "2 pass", "0 build beaumont-houston", "0 bid 0", "1 bid 1", "2 pass")
    assert choice(tester, "pass")["warning"] == ""


def test_a_link_without_income_is_warned_about(arrange: Arrange) -> None:
    ring = ["mcalester-sherman", "mcalester-oklahoma-city", "ardmore-oklahoma-city"]
    tester = arrange(TRACK, "mkt", Holdings(treasury={"mkt": 20}, track={"mkt": ring}))
    closing = choice(tester, "build ardmore-sherman")
    assert closing["warning"] == "does not raise MKT's income"
    assert "MKT income +$0" in closing["note"]
    assert choice(tester, "build mcalester-muskogee")["warning"] == ""


def test_a_dividend_is_an_event(arrange: Arrange) -> None:
    tester = arrange(
        INCOME, "mkt", Holdings(shares={"mkt": [1, 0, 1], "mp": [0]}, track={"mkt": KATY})
    )
    before = tester.state.clone()
    action = tester.game.parse("pay 2")
    tester.state.apply(action)
    (event,) = tester.game.events(before, action, tester.state, None)
    assert event.title == "MKT pays a dividend"
    assert event.rows == ((0, 2, "1 × $2"), (1, 4, "2 × $2"))


def test_a_treasury_is_warned_about_when_all_shares_are_sold(arrange: Arrange) -> None:
    railroads = ("sp", "tp", "mp", "mkt", "slsf", "ghh")
    sold_out = {name: [0, 1, 2, 0, 1] for name in railroads}
    tester = arrange(INCOME, "sp", Holdings(shares=sold_out, treasury={"sp": 20}), round_number=3)
    assert choice(tester, "pay 0")["warning"] == (
        "the game may end this round: money left in the treasury is lost"
    )
    assert choice(tester, "pay 4")["warning"] == ""
    sold_out["ghh"] = [0, 1, 2, 0]
    tester = arrange(INCOME, "sp", Holdings(shares=sold_out, treasury={"sp": 20}), round_number=3)
    assert choice(tester, "pay 0")["warning"] == ""
