from __future__ import annotations

import pytest

from roundhouse.core.auction import NOBODY, drop_out, list_bids, open_auction, place_bid, sold
from roundhouse.core.layout import Struct, i8, i16

PASS, BID = 0, 1


class Sale(Struct):
    turn = i8()
    seats = i8()
    bidders = i8(4)
    opener = i8()
    best_seat = i8()
    price = i16()
    floor = i16()
    must_open = i8()


@pytest.fixture
def sale() -> Sale:
    sale = Sale()
    sale.seats = 3
    open_auction(sale, 1, 2, False)
    return sale


def bids(sale: Sale, purse: int) -> list[int]:
    out = [0] * 50
    return out[: list_bids(sale, purse, out, 0, PASS, BID)]


def test_the_opener_is_asked_first_and_bids_start_at_the_floor(sale: Sale) -> None:
    assert sale.turn == 1
    assert bids(sale, 4) == [PASS, BID + 2, BID + 3, BID + 4]
    assert bids(sale, 1) == [PASS]


def test_who_must_open_may_not_pass_on_the_first_call() -> None:
    sale = Sale()
    sale.seats = 3
    open_auction(sale, 2, 1, True)
    assert bids(sale, 2) == [BID + 1, BID + 2]
    place_bid(sale, 1)
    assert bids(sale, 2) == [PASS, BID + 2]


def test_bids_rise_and_the_last_one_in_wins(sale: Sale) -> None:
    place_bid(sale, 2)
    assert (sale.turn, sale.floor, sold(sale)) == (2, 3, False)
    drop_out(sale)
    assert sale.turn == 0
    place_bid(sale, 5)
    assert sale.turn == 1
    drop_out(sale)
    assert sold(sale)
    assert (sale.best_seat, sale.price) == (0, 5)


def test_whoever_has_passed_is_not_asked_again(sale: Sale) -> None:
    drop_out(sale)
    place_bid(sale, 2)
    place_bid(sale, 3)
    assert sale.turn == 2


def test_the_last_one_may_still_bid_when_nobody_has(sale: Sale) -> None:
    drop_out(sale)
    drop_out(sale)
    assert not sold(sale)
    assert sale.turn == 0
    place_bid(sale, 2)
    assert sold(sale)


def test_all_may_pass(sale: Sale) -> None:
    for _ in range(3):
        drop_out(sale)
    assert sold(sale)
    assert sale.best_seat == NOBODY


def test_bids_are_written_after_what_is_there(sale: Sale) -> None:
    out = [77] * 10
    assert list_bids(sale, 2, out, 1, PASS, BID) == 3
    assert out[:3] == [77, PASS, BID + 2]
