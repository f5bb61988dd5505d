"""Initial, stock and T&P auctions."""

from __future__ import annotations

import pytest

from roundhouse.core.game import Game
from roundhouse.games.texas.rules.money import dividend, least_bid
from roundhouse.games.texas.state import GHH, KATY, SP, TP, State

from .table import NewTable


def test_katy_examples(table: NewTable) -> None:
    t = table(3)

    def change(s: State) -> None:
        s.income[KATY], s.sold[KATY] = 14, 2

    assert least_bid(t.edit(change).s, KATY) == 5

    def more(s: State) -> None:
        s.income[KATY], s.sold[KATY] = 16, 3

    assert dividend(t.edit(more).s, KATY) == 6


@pytest.mark.parametrize(
    ("seats", "counts"),
    [(2, (2, 118, 3540, 71306)), (4, (4, 116, 1740, 17980)), (6, (6, 114, 1140, 7980))],
)
def test_perft(game: Game, old_game: Game, seats: int, counts: tuple[int, ...]) -> None:
    for depth, count in enumerate(counts, 1):
        assert game.start(seats).perft(depth) == count
        assert old_game.start(seats).perft(depth) == count


@pytest.mark.parametrize(("seats", "cash"), [(2, 60), (3, 40), (4, 30), (5, 24), (6, 20)])
def test_start(table: NewTable, seats: int, cash: int) -> None:
    t = table(seats)
    assert t.s.cash[:seats] == [cash] * seats
    assert t.legal() == [f"open {n}" for n in range(seats)]
    assert set(t.state.weights()) == {1}
    assert t.s.income == [3, 4, 5, 6, 0]  # T11
    assert t.s.cubes == [12, 16, 18, 20, 14]  # T8


def test_initial_auctions_in_order_and_winners_open(table: NewTable) -> None:
    t = table(3).play("open 2")
    assert t.turn == 2
    assert t.legal()[:2] == ["pass", "bid 3"]
    t.play("bid 4", "bid 7", "pass", "pass")  # seats 2, 0, 1, 2
    assert t.s.owned[0][GHH] == 1
    assert t.s.treasury[GHH] == 7
    assert t.s.cash[0] == 33
    assert t.turn == 0
    assert t.legal()[:2] == ["pass", "bid 4"]  # katy
    t.play("pass", "bid 4", "pass")  # one is left and has bid
    assert t.s.owned[1][KATY] == 1
    assert t.turn == 1
    t.play("bid 5", "pass", "pass", "pass", "pass")  # mp to 1; sp: 1 and 2 pass
    assert t.turn == 0
    assert t.legal()[:2] == ["pass", "bid 6"]  # the last one still chooses
    t.play("bid 6")
    assert t.s.owned[0][SP] == 1
    assert t.turn == 0  # T10: the ghh certificate has the first turn
    assert t.legal() == ["stock", "ranch", "track"]


def test_all_pass_gives_it_free_to_the_first_bidder(table: NewTable) -> None:
    t = table(2).play("open 1", "pass", "pass")
    assert t.s.owned[1][GHH] == 1
    assert t.s.cash[:2] == [60, 60]
    assert t.turn == 1  # T10: opens the next one
    t.play("pass", "bid 4", "bid 5", "pass", "pass", "pass")
    assert [t.s.owned[n][:4] for n in (0, 1)] == [[0, 1, 1, 1], [1, 0, 0, 0]]
    assert t.turn == 1


def test_who_passes_is_out_and_bids_rise_within_cash(table: NewTable) -> None:
    t = table(3).play("open 0", "bid 10", "pass", "bid 12")
    assert t.turn == 0
    assert t.legal() == ["pass", *(f"bid {n}" for n in range(13, 41))]
    t.play("bid 40")
    assert t.turn == 2
    assert t.legal() == ["pass"]


def test_no_bid_above_999(table: NewTable) -> None:  # T7
    def change(s: State) -> None:
        s.cash[0] = 2000

    t = table(2).open_table().edit(change).play("stock", "offer ghh")
    assert t.legal()[-1] == "bid 999"
    t.play("bid 999")
    assert t.legal() == ["pass"]


def test_stock_must_be_opened_by_the_mover(table: NewTable) -> None:
    t = table(3).open_table().play("stock")
    assert t.legal() == ["offer ghh", "offer katy", "offer mp", "offer sp"]  # no tp yet
    t.play("offer sp")
    assert t.legal() == [f"bid {n}" for n in range(3, 41)]  # T1: no pass
    t.play("bid 3", "bid 4", "pass")
    assert t.turn == 0
    assert "pass" in t.legal()
    t.play("pass")
    assert t.s.owned[1][SP] == 2
    assert t.s.treasury[SP] == 14
    assert t.turn == 1  # the next seat after the mover, not after the winner


def test_stock_needs_a_certificate_one_can_afford(table: NewTable) -> None:
    def poor(s: State) -> None:
        s.cash[0] = 2
        s.income[GHH], s.sold[SP], s.income[SP] = 5, 6, 2

    t = table(2).open_table().edit(poor).play_loose("stock")
    assert t.legal() == ["offer katy"]  # ghh asks 3, mp 3, sp is sold out

    def poorer(s: State) -> None:
        s.cash[0] = 1

    assert table(2).open_table().edit(poorer).legal() == ["ranch", "track"]  # T1


def test_tp_opens_with_the_sixth_ranch(table: NewTable) -> None:
    t = table(3).open_table().track(KATY, "i2", "i3", "j3")

    def change(s: State) -> None:
        s.ranches[1] = s.claimed = 5
        for ranch in range(5):
            s.markers[ranch] = 0

    t.edit(change).play("ranch", "claim j3")
    assert t.s.income[TP] == 2
    assert t.s.tracks[t.hex("j5")] == 1
    assert t.turn == 0
    assert t.legal()[:2] == ["pass", "bid 2"]
    free = table(3)
    free.state = t.state.clone()
    free.play("pass", "pass", "pass")
    assert free.s.owned[0][TP] == 1
    t.play("pass", "bid 2", "bid 3", "pass")
    assert t.s.owned[2][TP] == 1
    assert t.s.treasury[TP] == 3
    assert t.turn == 1
    t.play("stock")
    assert "offer tp" in t.legal()


def test_tp_is_auctioned_before_dividends_are_paid(table: NewTable) -> None:
    t = table(2).open_table().track(KATY, "i2", "i3", "j3")

    def change(s: State) -> None:
        s.ranches[1] = s.claimed = 5
        for ranch in range(5):
            s.markers[ranch] = 0
        s.steps[:] = [3, 3, 0]

    t.edit(change).play("ranch", "claim j3")
    assert t.s.steps == [3, 4, 0]
    t.play("bid 2", "pass")
    assert t.s.steps == [0, 0, 0]
    assert t.s.round_number == 2
    # ghh 3 and mp 5, one ranch, T&P 2, less the $2 paid; katy 4 + 2 + 1 and sp 6, five ranches
    assert t.s.cash[:2] == [60 + 3 + 5 + 1 + 2 - 2, 60 + 7 + 6 + 5]


def test_money_for_a_railroad_gone_west_goes_to_its_treasury(table: NewTable) -> None:  # T10
    def change(s: State) -> None:
        s.west[KATY], s.cubes[KATY], s.treasury[KATY] = 2, 0, 0
        n = t.hex("a4")
        s.reach[KATY][n], s.tracks[n] = 2, 1

    t = table(2).open_table()
    t.edit(change)
    assert "offer katy" in t.play_loose("stock").legal()
    t.play_loose("offer katy", "bid 9", "pass")
    assert t.s.treasury[KATY] == 9
    assert t.s.owned[0][KATY] == 1
