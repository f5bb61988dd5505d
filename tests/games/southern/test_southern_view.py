"""Views, log sentences and the drawing."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

from roundhouse.core.view import Choice, End
from roundhouse.games.southern.state import INCOME, STOCK, TRACK

from .table import Arrange, Start, Table

KATY = ["mcalester-oklahoma-city", "acme-oklahoma-city"]
MISSOURI = ["paris-sherman", "mcalester-sherman"]


@pytest.fixture
def katy(arrange: Arrange) -> Table:
    """The position of the rulebook's page 3."""
    return arrange(
        TRACK,
        "mkt",
        shares={"mkt": [1, 0, 1], "mp": [0]},
        treasury={"mkt": 14},
        track={"mkt": KATY, "mp": MISSOURI},
        cash=[0, 0, 0],
    )


def said(table: Table, words: str) -> str:
    """The log's sentence for a move, which is then played."""
    action = table.game.parse(words)
    before = table.state.clone()
    table.state.apply(action)
    return table.game.sentence(before, action, table.state, None)


def choice(table: Table, move: str) -> Choice:
    view = table.state.view(table.state.turn)
    return next(c for c in view["choices"] if c["move"] == move)


def test_a_build_says_cost_and_incomes(katy: Table) -> None:
    offered = choice(katy, "build acme-plainview")
    assert offered["note"] == "$5; MKT income +$3 to $11"
    assert offered["refs"] == ["link:acme-plainview"]
    assert choice(katy, "buy mcalester-sherman")["note"] == (
        "of MP, @0 must agree; MKT income +$3 to $11; MP −$3"
    )


def test_a_build_says_what_others_lose(arrange: Arrange) -> None:
    table = arrange(TRACK, "mp", treasury={"mp": 5}, track={"mp": ["paris-sherman"]})
    assert choice(table, "build mcalester-sherman")["note"] == ("$5; MP income +$2 to $8; MKT −$1")


def test_sentences(katy: Table) -> None:
    assert said(katy, "build acme-plainview") == (
        "MKT builds Acme – Plainview for $5; income: MKT $8 → $11"
    )
    assert said(katy, "buy mcalester-sherman") == ""
    assert said(katy, "price 7") == "@1 offers $7 of MKT for McAlester – Sherman of MP"
    assert said(katy, "ask 9") == "@0 asks $9 for McAlester – Sherman"
    assert said(katy, "accept") == (
        "@1 accepts: MKT buys McAlester – Sherman from MP for $9; income: MP $8 → $5, MKT $11 → $14"
    )
    said(katy, "done")
    assert said(katy, "pay 4") == (
        "MKT takes in $14 and pays $4 a share: @0 $4 and @1 $8; $2 stays in the treasury"
    )


def test_an_auction_tells_how_it_stands(arrange: Arrange) -> None:
    table = arrange(STOCK, "sp", cash=[9, 9, 9], track={"sp": ["beaumont-houston"]})
    table.play("0 sell", "0 bid 3", "1 pass")
    notes = {note["label"]: note["value"] for note in table.state.view(2)["notes"]}
    assert notes["best bid"] == "$3 by @0"
    assert notes["lowest bid now"] == "$4"
    assert notes["still in"] == "@0, @2"
    assert notes["the share"] == "income $6, $3 a share when 2 are held"
    bids = [c for c in table.state.view(2)["choices"] if c["group"] == "Bid"]
    assert [c["label"] for c in bids] == ["$4", "$5", "$6", "$7", "$8", "$9"]


def test_the_card_and_the_end(arrange: Arrange) -> None:
    table = arrange(INCOME, "ghh", cash=[3, 4, 5], round_number=20, card=1)
    assert said(table, "skip") == (
        "GHH takes no income and pays nothing; Bull Market: the card goes to @0, who has least cash"
    )
    assert table.state.view(0)["panels"][0]["badges"] == ["Bull Market card"]
    assert table.state.view(0)["facts"]["end"] is None
    table.play("0 pass", "1 pass")
    assert said(table, "pass") == "@2 offers no share; the game ends: it was round 20"
    assert table.state.end() == End("round 20", "it was round 20")
    view = table.state.view(None)
    assert view["facts"]["end"] == "round 20"
    assert view["ranks"] == [2, 1, 0]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_phase_can_be_drawn(start: Start, seats: int) -> None:
    table = start(seats)
    rng = random.Random(seats)
    phases = set()
    while not table.state.over:
        if (view := table.state.view(max(table.state.turn, 0)))["phase"] not in phases:
            phases.add(view["phase"])
            refs = {}
            for name in ("map", "railroads", "hand"):
                ElementTree.fromstring(svg := table.game.draw(view, name))
                refs[name] = set(re.findall(r'data-ref="([^"]*)"', svg))
            assert {ref for c in view["choices"] for ref in c["refs"]} <= refs[view["focus"]]
            assert len(refs["map"]) == 50 + 94
            assert len(refs["railroads"]) == 6
            assert refs["hand"] <= refs["railroads"]
        table.state.apply(rng.choice(table.state.legal()))
    assert len(phases) == 11
    assert table.state.view(None)["facts"]["end"] in ("cubes", "shares", "cubes and shares")


def test_each_dividend_says_what_it_means(arrange: Arrange) -> None:
    table = arrange(
        INCOME,
        "mkt",
        shares={"mkt": [1, 0, 1], "mp": [0]},
        treasury={"mkt": 2},
        track={"mkt": KATY},
    )
    income = table.state.twin.income[3]
    assert choice(table, "pay 2")["note"] == (
        f"you get $4, others $2, the treasury keeps ${2 + income - 6}"
    )
    assert choice(table, "skip")["warning"] == (
        f"gives up ${income}: a dividend of $0 would keep it in the treasury"
    )
    assert choice(table, "pay 0")["warning"] == ""


def test_who_owns_nothing_is_warned(start: Start) -> None:
    table = start(3).play("* open 0", "0 bid 3")
    assert choice(table, "pass")["warning"].startswith("you own nothing yet")
    table.play("1 pass", "2 pass", "0 build beaumont-houston", "0 bid 0", "1 bid 1", "2 pass")
    assert choice(table, "pass")["warning"] == ""


def test_a_link_that_adds_nothing_says_so(arrange: Arrange) -> None:
    ring = ["mcalester-sherman", "mcalester-oklahoma-city", "ardmore-oklahoma-city"]
    table = arrange(TRACK, "mkt", treasury={"mkt": 20}, track={"mkt": ring})
    closing = choice(table, "build ardmore-sherman")
    assert closing["warning"] == "adds nothing to the income of MKT"
    assert "MKT income +$0" in closing["note"]
    assert choice(table, "build mcalester-muskogee")["warning"] == ""


def test_a_dividend_is_an_event(arrange: Arrange) -> None:
    table = arrange(INCOME, "mkt", shares={"mkt": [1, 0, 1], "mp": [0]}, track={"mkt": KATY})
    before = table.state.clone()
    action = table.game.parse("pay 2")
    table.state.apply(action)
    (event,) = table.game.events(before, action, table.state, None)
    assert event.title == "MKT pays a dividend"
    assert event.rows == ((0, 2, "1 × $2"), (1, 4, "2 × $2"))
