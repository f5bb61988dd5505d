"""The rulebook's worked examples (with ruling S7), and exact counts."""

from __future__ import annotations

import pytest
from tests.conftest import LoadNative

import roundhouse

from .tester import NewTester, SouthernTester

ED, DAVE, PETE = 0, 1, 2


@pytest.mark.parametrize(
    ("seats", "counts"), [(3, (3, 102, 1785)), (4, (4, 104, 1404)), (5, (5, 105, 1155))]
)
@pytest.mark.parametrize("speed", ["interpreted", pytest.param("native", marks=pytest.mark.slow)])
def test_perft(seats: int, counts: tuple[int, ...], speed: str, load_native: LoadNative) -> None:
    game = (
        load_native("southern") if speed == "native" else roundhouse.load("southern", speed=speed)
    )
    start = game.start(seats)
    assert tuple(start.perft(depth) for depth in (1, 2, 3)) == counts


def test_initial_auction_and_free_link(new_tester: NewTester) -> None:
    tester = new_tester(3)
    tester.play("* open 0")
    assert tester.legal()[0] == "bid 0"  # the opener cannot pass
    tester.play("0 bid 0", "1 pass", "2 bid 10", "0 bid 15", "2 bid 16", "0 pass")
    assert tester.value_of("president", "sp") == PETE
    assert tester.value_of("treasury", "sp") == 16
    assert tester.py_state.cash[:3] == [33, 33, 17]
    assert tester.legal() == [
        "build beaumont-cleveland",
        "build beaumont-houston",
        "build beaumont-nacogdoches",
    ]
    assert tester.value_of("income", "sp") == 3
    tester.play("2 build beaumont-houston")
    assert tester.value_of("income", "sp") == 6
    assert tester.value_of("cubes", "sp") == 14
    assert tester.value_of("treasury", "sp") == 16  # free
    assert tester.state.turn == PETE  # the winner opens the auction of tp
    assert tester.py_state.railroad == tester.railroads.index("tp")


# Examples 2 to 5 are one game: Dave buys the MKT share of example 2 in the first Bull Market,
# which is example 5.

IDLE = ("skip", "done", "skip")  # a railroad's turn: sell nothing, build nothing, take no income


def play_turn(tester: SouthernTester, seat: int, *moves: str) -> None:
    tester.play(*(f"{seat} {words}" for words in moves))


def play_to_first_bull_market(tester: SouthernTester) -> None:
    """Play until Pete, who has the Bull Market card, may offer a share."""
    tester.play("* open 0", "0 bid 0", "1 pass", "2 bid 10", "0 bid 15", "2 bid 16", "0 pass")
    tester.play("2 build beaumont-houston")
    tester.play("2 bid 0", "0 pass", "1 bid 1", "2 pass", "1 build marshall-tyler")
    tester.play("1 bid 0", "2 pass", "0 bid 4", "1 pass", "0 build paris-sherman")
    tester.play("0 bid 12", "1 pass", "2 pass", "0 build mcalester-oklahoma-city")
    tester.play("0 bid 0", "1 bid 1", "2 pass", "0 pass", "1 build tulsa-vinita")
    tester.play("1 bid 0", "2 pass", "0 pass", "1 build eagle-lake-galveston")
    play_turn(tester, PETE, *IDLE)
    play_turn(tester, DAVE, *IDLE)
    play_turn(tester, ED, "skip", "done", "pay 0")  # mp has $10
    play_turn(tester, ED, "skip", "build acme-oklahoma-city", "done", "skip")  # mkt has $7
    play_turn(tester, DAVE, *IDLE, *IDLE)


def sell_in_first_bull_market(tester: SouthernTester) -> None:
    tester.play("2 offer mkt", "0 bid 4", "1 bid 5", "2 pass")


def play_to_offer_stock(tester: SouthernTester) -> None:
    """Play from the first Bull Market to MKT's turn in round 3."""
    tester.play("0 pass", "1 pass")
    play_turn(tester, PETE, *IDLE)
    play_turn(tester, DAVE, *IDLE)
    play_turn(tester, ED, "skip", "build mcalester-sherman", "done", "skip")
    play_turn(tester, ED, "skip", "done", "pay 9")  # mkt keeps $2
    play_turn(tester, DAVE, *IDLE, *IDLE)
    tester.play("2 pass", "0 offer ghh", "1 pass", "2 pass", "0 bid 15", "1 pass")
    play_turn(tester, PETE, *IDLE)
    play_turn(tester, DAVE, *IDLE)
    play_turn(tester, ED, *IDLE)


def offer_stock(tester: SouthernTester) -> None:
    tester.play("0 sell", "0 bid 11", "1 bid 12", "2 pass", "0 pass")


def build_and_buy(tester: SouthernTester) -> None:
    tester.play("1 build acme-plainview", "1 buy mcalester-sherman", "1 price 7")
    tester.play("0 ask 9", "1 accept", "1 done")


def test_first_bull_market(new_tester: NewTester) -> None:
    tester = new_tester(3)
    play_to_first_bull_market(tester)
    assert tester.py_state.cash[:3] == [17, 31, 17]
    assert tester.py_state.card == PETE  # tied with Ed, but president of the earliest railroad
    tester.play("2 offer mkt", "0 bid 4", "1 bid 5")
    assert tester.legal()[:2] == ["pass", "bid 6"]
    tester.play("2 pass")
    assert tester.py_state.cash[:3] == [17, 26, 17]
    assert tester.py_state.shares[DAVE][tester.railroads.index("mkt")] == 1
    assert tester.value_of("treasury", "mkt") == 7 + 5
    assert tester.state.turn == ED  # the next seat to offer a share


def test_offer_stock_changes_the_presidency(new_tester: NewTester) -> None:
    tester = new_tester(3)
    play_to_first_bull_market(tester)
    sell_in_first_bull_market(tester)
    play_to_offer_stock(tester)
    mkt = tester.railroads.index("mkt")
    assert tester.value_of("president", "mkt") == ED
    assert [tester.py_state.shares[seat][mkt] for seat in (ED, DAVE, PETE)] == [1, 1, 0]
    assert tester.py_state.cash[ED] == 11  # all his money
    dave = tester.py_state.cash[DAVE]
    offer_stock(tester)
    assert tester.py_state.cash[DAVE] == dave - 12
    assert tester.value_of("president", "mkt") == DAVE
    assert tester.value_of("treasury", "mkt") == 14
    assert tester.state.turn == DAVE  # the new president decides on track
    assert "done" in tester.legal()


def test_build_and_buy(new_tester: NewTester) -> None:
    tester = new_tester(3)
    play_to_first_bull_market(tester)
    sell_in_first_bull_market(tester)
    play_to_offer_stock(tester)
    offer_stock(tester)
    assert tester.value_of("treasury", "mkt") == 14
    assert tester.value_of("income", "mkt") == 8
    assert tester.value_of("income", "mp") == 8
    tester.play("1 build acme-plainview")
    assert tester.value_of("income", "mkt") == 11
    assert tester.value_of("treasury", "mkt") == 9
    money = tester.value_of("treasury", "mp")
    tester.play("1 buy mcalester-sherman", "1 price 7")
    assert tester.legal() == ["accept", "refuse", "ask 8", "ask 9"]
    tester.play("0 ask 9", "1 accept")
    assert tester.value_of("income", "mp") == 5
    assert tester.value_of("income", "mkt") == 14  # S7: the rulebook prints 13
    assert tester.value_of("treasury", "mkt") == 0
    assert tester.value_of("treasury", "mp") == money + 9
    assert tester.value_of("cubes", "mp") == 14


def test_pay_dividends(new_tester: NewTester) -> None:
    tester = new_tester(3)
    play_to_first_bull_market(tester)
    sell_in_first_bull_market(tester)
    play_to_offer_stock(tester)
    offer_stock(tester)
    build_and_buy(tester)
    assert tester.legal() == ["skip", "pay 0", "pay 1", "pay 2", "pay 3", "pay 4"]
    before = tester.py_state.cash[:3]
    tester.play("1 pay 4")
    gains = [now - then for now, then in zip(tester.py_state.cash[:3], before, strict=True)]
    assert gains == [4, 8, 0]
    assert tester.value_of("treasury", "mkt") == 2  # S7: the rulebook prints 1
