from __future__ import annotations

import pytest

from roundhouse.core.auction import NO_SEAT, drop_out, is_sold, list_bids, open_auction, place_bid
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


def legal_bids(sale: Sale, purse: int) -> list[int]:
    out = [0] * 50
    return out[: list_bids(sale, purse, out, 0, PASS, BID)]


def test_opener_bids_first_and_bids_start_at_the_floor(sale: Sale) -> None:
    assert sale.turn == 1
    assert legal_bids(sale, 4) == [PASS, BID + 2, BID + 3, BID + 4]
    assert legal_bids(sale, 1) == [PASS]


def test_seat_that_must_open_may_not_pass() -> None:
    sale = Sale()
    sale.seats = 3
    open_auction(sale, 2, 1, True)
    assert legal_bids(sale, 2) == [BID + 1, BID + 2]
    place_bid(sale, 1)
    assert legal_bids(sale, 2) == [PASS, BID + 2]


def test_bids_rise_and_the_last_remaining_bidder_wins(sale: Sale) -> None:
    place_bid(sale, 2)
    assert (sale.turn, sale.floor, is_sold(sale)) == (2, 3, False)
    drop_out(sale)
    assert sale.turn == 0
    place_bid(sale, 5)
    assert sale.turn == 1
    drop_out(sale)
    assert is_sold(sale)
    assert (sale.best_seat, sale.price) == (0, 5)


def test_seat_that_passed_is_skipped(sale: Sale) -> None:
    drop_out(sale)
    place_bid(sale, 2)
    place_bid(sale, 3)
    assert sale.turn == 2


def test_last_seat_may_bid_if_all_others_passed(sale: Sale) -> None:
    drop_out(sale)
    drop_out(sale)
    assert not is_sold(sale)
    assert sale.turn == 0
    place_bid(sale, 2)
    assert is_sold(sale)


def test_auction_has_no_winner_if_all_pass(sale: Sale) -> None:
    for _ in range(3):
        drop_out(sale)
    assert is_sold(sale)
    assert sale.best_seat == NO_SEAT


def test_list_bids_appends_at_the_offset(sale: Sale) -> None:
    out = [77] * 10
    assert list_bids(sale, 2, out, 1, PASS, BID) == 3
    assert out[:3] == [77, PASS, BID + 2]
