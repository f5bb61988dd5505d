"""Initial, stock and T&P auctions."""

from __future__ import annotations

import pytest

from roundhouse.core.game import Game
from roundhouse.games.texas.rules.money import dividend, minimum_bid
from roundhouse.games.texas.state import GHH, KATY, SP, TP, StateLayout

from .tester import NewTester, TexasTester


def test_rulebook_examples_of_minimum_bid_and_dividend(new_tester: NewTester) -> None:
    t = new_tester(3)

    def change(s: StateLayout) -> None:
        s.income[KATY], s.sold[KATY] = 14, 2

    assert minimum_bid(t.edit(change).s, KATY) == 5

    def more(s: StateLayout) -> None:
        s.income[KATY], s.sold[KATY] = 16, 3

    assert dividend(t.edit(more).s, KATY) == 6


def build_oklahoma_city(t: TexasTester) -> TexasTester:
    """Auction all four certificates to seat 0 and build KATY to Oklahoma City."""
    t.play("open 0", "bid 3", "pass", "pass", "bid 20", "pass", "pass")
    t.play("bid 5", "pass", "pass", "bid 6", "pass", "pass")
    return t.play("track", "run katy", "build i2", "build i3")


def test_katy_earns_2_in_oklahoma_city(new_tester: NewTester) -> None:
    """Play the rulebook's example of a city's income."""
    assert build_oklahoma_city(new_tester(3)).s.income[KATY] == 4 + 2


def test_minimum_bid_with_income_14_and_two_certificates_owned(new_tester: NewTester) -> None:
    """Play the rulebook's example of a minimum bid: $14 / (2 + 1) rounds up to $5."""
    t = build_oklahoma_city(new_tester(3)).play("build h3", "done")
    t.play("stock", "offer katy", "bid 20", "pass", "pass")  # seat 1 owns one, too
    t.play("track", "pass")
    t.play("track", "run katy", "build g3", "build f3", "build e4", "done")
    t.play("track", "run katy", "build d3", "build c3", "build b3", "done")
    t.play("stock", "offer mp", "bid 3", "pass", "pass")
    t.play("track", "run katy", "build a4", "build j3", "done")
    assert (t.s.income[KATY], t.s.sold[KATY]) == (14, 2)
    t.play("stock", "offer katy")
    assert t.legal()[0] == "bid 5"
    t.play("bid 5", "pass", "pass")
    assert t.s.owned[1][KATY] == 2


@pytest.mark.parametrize(
    ("seats", "counts"),
    [(2, (2, 118, 3540, 71306)), (4, (4, 116, 1740, 17980)), (6, (6, 114, 1140, 7980))],
)
def test_perft(game: Game, old_game: Game, seats: int, counts: tuple[int, ...]) -> None:
    for depth, count in enumerate(counts, 1):
        assert game.start(seats).perft(depth) == count
        assert old_game.start(seats).perft(depth) == count


@pytest.mark.parametrize(("seats", "cash"), [(2, 60), (3, 40), (4, 30), (5, 24), (6, 20)])
def test_starting_cash_income_and_cubes(new_tester: NewTester, seats: int, cash: int) -> None:
    t = new_tester(seats)
    assert t.s.cash[:seats] == [cash] * seats
    assert t.legal() == [f"open {n}" for n in range(seats)]
    assert set(t.state.weights()) == {1}
    assert t.s.income == [3, 4, 5, 6, 0]  # T11
    assert t.s.cubes == [12, 16, 18, 20, 14]  # T8


def test_initial_auctions_follow_the_order_and_winners_open_the_next(new_tester: NewTester) -> None:
    t = new_tester(3).play("open 2")
    assert t.turn == 2
    assert t.legal()[:2] == ["pass", "bid 3"]
    t.play("bid 4", "bid 7", "pass", "pass")  # by seats 2, 0, 1, 2
    assert t.s.owned[0][GHH] == 1
    assert t.s.treasury[GHH] == 7
    assert t.s.cash[0] == 33
    assert t.turn == 0
    assert t.legal()[:2] == ["pass", "bid 4"]  # katy
    t.play("pass", "bid 4", "pass")  # seat 1 is the last one in and has bid
    assert t.s.owned[1][KATY] == 1
    assert t.turn == 1
    t.play("bid 5", "pass", "pass", "pass", "pass")  # seat 1 wins mp; seats 1 and 2 pass on sp
    assert t.turn == 0
    assert t.legal()[:2] == ["pass", "bid 6"]  # the last seat may still pass
    t.play("bid 6")
    assert t.s.owned[0][SP] == 1
    assert t.turn == 0  # T10: the owner of ghh takes the first turn
    assert t.legal() == ["stock", "ranch", "track"]


def test_first_bidder_gets_the_certificate_free_if_all_pass(new_tester: NewTester) -> None:
    t = new_tester(2).play("open 1", "pass", "pass")
    assert t.s.owned[1][GHH] == 1
    assert t.s.cash[:2] == [60, 60]
    assert t.turn == 1  # T10: the winner opens the next auction
    t.play("pass", "bid 4", "bid 5", "pass", "pass", "pass")
    assert [t.s.owned[n][:4] for n in (0, 1)] == [[0, 1, 1, 1], [1, 0, 0, 0]]
    assert t.turn == 1


def test_passing_is_final_and_bids_rise_up_to_the_cash(new_tester: NewTester) -> None:
    t = new_tester(3).play("open 0", "bid 10", "pass", "bid 12")
    assert t.turn == 0
    assert t.legal() == ["pass", *(f"bid {n}" for n in range(13, 41))]
    t.play("bid 40")
    assert t.turn == 2
    assert t.legal() == ["pass"]


def test_no_bid_above_999(new_tester: NewTester) -> None:  # T7
    def change(s: StateLayout) -> None:
        s.cash[0] = 2000

    t = new_tester(2).start_first_turn().edit(change).play("stock", "offer ghh")
    assert t.legal()[-1] == "bid 999"
    t.play("bid 999")
    assert t.legal() == ["pass"]


def test_seat_that_offers_stock_must_open_the_bidding(new_tester: NewTester) -> None:
    t = new_tester(3).start_first_turn().play("stock")
    assert t.legal() == ["offer ghh", "offer katy", "offer mp", "offer sp"]  # tp is not open
    t.play("offer sp")
    assert t.legal() == [f"bid {n}" for n in range(3, 41)]  # T1: the opener cannot pass
    t.play("bid 3", "bid 4", "pass")
    assert t.turn == 0
    assert "pass" in t.legal()
    t.play("pass")
    assert t.s.owned[1][SP] == 2
    assert t.s.treasury[SP] == 14
    assert t.turn == 1  # left of the seat that took the Decision, not of the winner


def test_stock_requires_an_affordable_certificate(new_tester: NewTester) -> None:
    def poor(s: StateLayout) -> None:
        s.cash[0] = 2
        s.income[GHH], s.sold[SP], s.income[SP] = 5, 6, 2

    t = new_tester(2).start_first_turn().edit(poor).play_unchecked("stock")
    assert t.legal() == ["offer katy"]  # ghh and mp cost at least $3, sp is sold out

    def poorer(s: StateLayout) -> None:
        s.cash[0] = 1

    assert new_tester(2).start_first_turn().edit(poorer).legal() == ["ranch", "track"]  # T1


def test_tp_opens_when_the_sixth_ranch_is_claimed(new_tester: NewTester) -> None:
    t = new_tester(3).start_first_turn().lay_track(KATY, "i2", "i3", "j3")

    def change(s: StateLayout) -> None:
        s.ranches[1] = s.claimed = 5
        for ranch in range(5):
            s.markers[ranch] = 0

    t.edit(change).play("ranch", "claim j3")
    assert t.s.income[TP] == 2
    assert t.s.tracks[t.hex_index("j5")] == 1
    assert t.turn == 0
    assert t.legal()[:2] == ["pass", "bid 2"]
    free = new_tester(3)
    free.state = t.state.clone()
    free.play("pass", "pass", "pass")
    assert free.s.owned[0][TP] == 1
    t.play("pass", "bid 2", "bid 3", "pass")
    assert t.s.owned[2][TP] == 1
    assert t.s.treasury[TP] == 3
    assert t.turn == 1
    t.play("stock")
    assert "offer tp" in t.legal()


def test_tp_is_auctioned_before_dividends_are_paid(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn().lay_track(KATY, "i2", "i3", "j3")

    def change(s: StateLayout) -> None:
        s.ranches[1] = s.claimed = 5
        for ranch in range(5):
            s.markers[ranch] = 0
        s.steps[:] = [3, 3, 0]

    t.edit(change).play("ranch", "claim j3")
    assert t.s.steps == [3, 4, 0]
    t.play("bid 2", "pass")
    assert t.s.steps == [0, 0, 0]
    assert t.s.round_number == 2
    # Seat 0: ghh 3, mp 5, one ranch, T&P 2, minus the bid of 2.
    # Seat 1: katy 7, sp 6, five ranches.
    assert t.s.cash[:2] == [60 + 3 + 5 + 1 + 2 - 2, 60 + 7 + 6 + 5]


def test_money_for_a_railroad_gone_west_enters_its_treasury(new_tester: NewTester) -> None:  # T10
    def change(s: StateLayout) -> None:
        s.west[KATY], s.cubes[KATY], s.treasury[KATY] = 2, 0, 0
        n = t.hex_index("a4")
        s.reach[KATY][n], s.tracks[n] = 2, 1

    t = new_tester(2).start_first_turn()
    t.edit(change)
    assert "offer katy" in t.play_unchecked("stock").legal()
    t.play_unchecked("offer katy", "bid 9", "pass")
    assert t.s.treasury[KATY] == 9
    assert t.s.owned[0][KATY] == 1
