"""The rulebook's worked examples (with ruling S7), and exact counts."""

from __future__ import annotations

import pytest

import roundhouse
from roundhouse.games.southern.state import INCOME, STOCK, TRACK

from .table import Arrange, Start

ED, DAVE, PETE = 0, 1, 2
KATY = ["mcalester-oklahoma-city", "acme-oklahoma-city"]
MISSOURI = ["paris-sherman", "mcalester-sherman"]


@pytest.mark.parametrize(
    ("seats", "counts"), [(3, (3, 102, 1785)), (4, (4, 104, 1404)), (5, (5, 105, 1155))]
)
@pytest.mark.parametrize("speed", ["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def test_perft(seats: int, counts: tuple[int, ...], speed: str) -> None:
    game = roundhouse.load("southern", speed=speed)
    start = game.start(seats)
    assert tuple(game.engine.perft(start._batch, depth) for depth in (1, 2, 3)) == counts


def test_initial_auction_and_free_link(start: Start) -> None:
    table = start(3)
    table.play("* open 0")
    assert table.legal()[0] == "bid 0"  # the opener must bid
    table.play("0 bid 0", "1 pass", "2 bid 10", "0 bid 15", "2 bid 16", "0 pass")
    assert table.of("president", "sp") == PETE
    assert table.of("treasury", "sp") == 16
    assert table.twin.cash[:3] == [33, 33, 17]
    assert table.legal() == [
        "build beaumont-cleveland",
        "build beaumont-houston",
        "build beaumont-nacogdoches",
    ]
    assert table.of("income", "sp") == 3
    table.play("2 build beaumont-houston")
    assert table.of("income", "sp") == 6
    assert table.of("cubes", "sp") == 14
    assert table.of("treasury", "sp") == 16  # free
    assert table.state.turn == PETE  # opens the next auction, of the TP
    assert table.twin.railroad == table.railroads.index("tp")


def test_offer_stock_changes_the_presidency(arrange: Arrange) -> None:
    table = arrange(
        STOCK, "mkt", cash=[11, 20, 20], shares={"mkt": [ED, DAVE]}, treasury={"mkt": 2}
    )
    table.play("0 sell", "0 bid 11", "1 bid 12", "2 pass", "0 pass")
    assert table.of("president", "mkt") == DAVE
    assert table.of("treasury", "mkt") == 14
    assert table.twin.cash[:3] == [11, 8, 20]
    assert table.state.turn == DAVE  # the new president decides on track
    assert "done" in table.legal()


def test_build_and_buy_then_dividend(arrange: Arrange) -> None:
    table = arrange(
        TRACK,
        "mkt",
        shares={"mkt": [DAVE, ED, DAVE], "mp": [ED]},
        treasury={"mkt": 14},
        track={"mkt": KATY, "mp": MISSOURI},
        cash=[0, 0, 0],
    )
    assert table.of("income", "mkt") == 8
    assert table.of("income", "mp") == 8
    table.play("1 build acme-plainview")
    assert table.of("income", "mkt") == 11
    assert table.of("treasury", "mkt") == 9
    table.play("1 buy mcalester-sherman", "1 price 7")
    assert table.legal() == ["accept", "refuse", "ask 8", "ask 9"]
    table.play("0 ask 9", "1 accept")
    assert table.of("income", "mp") == 5
    assert table.of("income", "mkt") == 14  # S7: the rulebook prints 13
    assert table.of("treasury", "mkt") == 0
    assert table.of("treasury", "mp") == 9
    assert table.of("cubes", "mp") == 14
    table.play("1 done")
    assert table.legal() == ["skip", "pay 0", "pay 1", "pay 2", "pay 3", "pay 4"]
    table.play("1 pay 4")
    assert table.twin.cash[:3] == [4, 8, 0]
    assert table.of("treasury", "mkt") == 2  # S7: the rulebook prints 1


def test_first_bull_market(arrange: Arrange) -> None:
    table = arrange(INCOME, "ghh", cash=[6, 9, 6], shares={"sp": [PETE], "tp": [ED], "ghh": [DAVE]})
    table.play("1 skip")
    assert table.twin.card == PETE  # tied with Ed, but president of the earliest railroad
    table.play("2 offer mkt", "0 bid 4", "1 bid 5")
    assert table.legal() == ["pass", "bid 6"]
    table.play("2 pass")
    assert table.twin.cash[:3] == [6, 4, 6]
    assert table.twin.shares[DAVE][table.railroads.index("mkt")] == 1
    assert table.of("treasury", "mkt") == 5
    assert table.state.turn == ED  # the next to offer
