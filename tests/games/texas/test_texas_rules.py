"""Track, the West, ranches, dividends and the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.log import end_reason
from roundhouse.games.texas.rules import legal
from roundhouse.games.texas.rules.track import build_cost
from roundhouse.games.texas.state import FAR, GHH, GONE, KATY, MP, RANCHES, SP, TP, State
from roundhouse.play.registry import open_game

from .table import NewTable, Table


def test_costs_rise_with_each_railroad(table: NewTable) -> None:
    t = table(2).open_table()
    n = t.hex("h7")
    costs = []
    for others in range(5):

        def change(s: State, others: int = others) -> None:
            s.tracks[n] = others

        costs.append(build_cost(t.board, t.edit(change).s, n))
    assert costs == [2, 4, 6, 8, 10]


def test_up_to_three_builds_then_done_is_asked(table: NewTable) -> None:
    t = table(2).open_table().play("track", "run ghh")
    assert t.builds() == ["k9", "l8"]
    t.play("build k9")
    assert t.s.income[GHH] == 5
    assert t.s.treasury[GHH] == 8
    t.play("build l8", "build j9")
    assert t.legal() == ["done"]  # T9
    t.play("done")
    assert t.turn == 1
    assert t.s.cubes[GHH] == 9


def test_done_at_once_and_pass(table: NewTable) -> None:
    assert table(2).open_table().play("track", "run ghh", "done").turn == 1
    assert table(2).open_table().play("track", "pass").turn == 1
    assert table(2).open_table().play("ranch", "pass").turn == 1  # T1


def test_run_lists_every_railroad_of_the_seat_that_is_not_gone(table: NewTable) -> None:  # T9
    def change(s: State) -> None:
        s.treasury[MP] = 0
        s.cubes[GHH] = 0

    t = table(2).open_table().edit(change).play_loose("track")
    assert t.legal() == ["pass", "run ghh", "run mp"]
    t.play_loose("run mp")
    assert t.legal() == ["done"]  # T8: no money, no build

    def gone(s: State) -> None:
        s.west[GHH] = GONE

    assert table(2).open_table().edit(gone).play_loose("track").legal() == ["pass", "run mp"]


def test_a_seat_without_certificates_may_choose_track(table: NewTable) -> None:
    t = table(3).open_table().play("ranch", "pass", "ranch", "pass", "track")
    assert t.turn == 2
    assert t.legal() == ["pass"]


def test_build_needs_the_money(table: NewTable) -> None:  # T8
    t = table(2).open_table()

    def change(s: State) -> None:
        s.treasury[GHH] = 3
        s.tracks[t.hex("k9")] = 1

    assert t.edit(change).play_loose("track", "run ghh").builds() == ["l8"]


def test_start_cities_are_closed_but_dallas_is_not(table: NewTable) -> None:  # T2
    t = table(2).open_table().track(GHH, "k9", "l8", "k8", "k7", "k6")
    t.play("track", "run ghh")
    assert "j5" in t.builds()
    other = table(2).open_table().track(MP, "m3", "l2", "k2", "j1")  # beside Wichita
    other.play("track", "run mp")
    assert "i1" not in other.builds()
    assert "j2" in other.builds()


START_CITIES = {  # each with the way from Dallas to a hex beside it
    "l9": ("j6", "j7", "j8", "k9"),  # Galveston
    "i1": ("i5", "i4", "i3", "i2"),  # Wichita
    "n3": ("k5", "l4", "m4"),  # Little Rock
    "p8": ("k6", "l6", "m7", "n7", "o8"),  # New Orleans
}


@pytest.mark.parametrize("city", START_CITIES)
def test_tp_is_no_starting_railroad_and_may_enter_start_cities(
    table: NewTable, city: str
) -> None:  # T2
    t = table(2).open_table().open_tp().track(TP, *START_CITIES[city]).play("track", "run tp")
    assert city in t.builds()
    n, income = t.hex(city), t.s.income[TP]
    t.play(f"build {city}")
    assert t.s.treasury[TP] == 40 - 4  # the railroad that starts there has track in it
    assert t.s.income[TP] == income + t.board.gain[n] == income + 2
    assert t.s.tracks[n] == 2


@pytest.mark.parametrize("city", START_CITIES)
def test_rules_1_closed_start_cities_to_tp_too(old_game: Game, game: Game, city: str) -> None:
    flagged = open_game("texas", game.board_file, {}, INTERPRETED, 1)
    unflagged = open_game("texas", old_game.board_file, {}, INTERPRETED)
    for closed in (old_game, flagged, unflagged):
        t = Table(closed, 2).open_table().open_tp().track(TP, *START_CITIES[city])
        assert city not in t.play("track", "run tp").builds()


def test_versions_count_apart_beside_a_start_city(old_game: Game, game: Game) -> None:
    def perft(version: Game) -> list[int]:
        t = Table(version, 2).open_table().open_tp().track(TP, *START_CITIES["p8"])
        t.play("track", "run tp")
        return [t.state.perft(depth) for depth in (1, 2, 3)]

    assert perft(old_game) == [15, 224, 3_496]
    assert perft(game) == [16, 253, 4_150]


def test_starting_railroads_stay_out_of_each_others_cities(table: NewTable) -> None:  # T2
    for railroad, city, *way in (
        (GHH, "p8", "l8", "m8", "n7", "o8"),
        (KATY, "n3", "j1", "k2", "l2", "m3"),
        (MP, "i1", "m3", "l2", "k2", "j1"),
        (SP, "l9", "o9", "n8", "m8", "l8"),
    ):
        t = table(2).open_table().track(railroad, *way)
        last = t.hex(way[-1])
        assert t.hex(city) in t.board.side[last][: t.board.sides[last]]

        def mine(s: State, railroad: int = railroad) -> None:
            s.owned[0][railroad], s.owned[1][railroad] = 1, 0

        t.edit(mine).play("track", f"run {RAILROAD_IDS[railroad]}")
        assert city not in t.builds()
        assert t.s.reach[railroad][t.hex(city)] == FAR


def test_dallas_gives_two_and_tp_raises_its_cost(table: NewTable) -> None:  # T8
    t = table(2).open_table().track(GHH, "k9", "l8", "k8", "k7", "k6").play("track", "run ghh")
    before = t.s.income[GHH]
    t.play("build j5")
    assert t.s.income[GHH] == before + 2
    assert t.s.treasury[GHH] == 8


def test_income_of_west_hexes(table: NewTable) -> None:  # T8
    for name, gain in (("a4", 2), ("a7", 2), ("a3", 0), ("a5", 0), ("a6", 0)):
        assert table(2).board.gain[table(2).hex(name)] == gain


def test_a_ranch_hex_gives_income_with_and_without_its_marker(table: NewTable) -> None:  # T3
    for marker in (0, 1):
        t = table(2).open_table().track(KATY, "i2", "i3")
        n = t.hex("j3")

        def change(s: State, marker: int = marker, t: Table = t, n: int = n) -> None:
            s.owned[0][KATY], s.owned[1][KATY] = 1, 0
            if not marker:
                s.markers[t.board.ranch_number[n]] = 0
                s.ranches[1] = s.claimed = 1

        t.edit(change).play("track", "run katy", "build j3")
        assert t.s.income[KATY] == 7


def test_claim_needs_marker_and_track_of_any_railroad(table: NewTable) -> None:
    t = table(2).open_table().track(KATY, "i2", "i3", "j3", "h3")
    t.play("ranch")
    assert t.legal() == ["pass", "claim h3", "claim j3"]
    t.play("claim h3", "ranch")
    assert t.legal() == ["pass", "claim j3"]
    assert t.s.ranches[:2] == [1, 0]


def west_table(table: NewTable) -> Table:
    """ghh (seat 0) stands before the West with $10; two certificates are sold."""
    t = table(2).open_table().track(GHH, "k9", "j8", "i8", "h7", "g7", "f6", "e7", "d6", "c7", "b6")

    def change(s: State) -> None:
        s.owned[1][GHH], s.sold[GHH] = 1, 2

    return t.edit(change)


def test_go_west_at_once(table: NewTable) -> None:
    t = west_table(table).play("track", "run ghh")
    assert "west" not in t.legal()
    t.play("build a7")
    income = t.s.income[GHH]
    assert t.legal()[-2:] == ["west", "done"]
    assert "a6" in t.builds()
    t.play("west")
    share = -(-income // 2)
    assert t.s.cash[:2] == [60 + share, 60 + share]
    assert t.s.treasury[GHH] == 0
    assert t.s.cubes[GHH] == 0
    assert t.s.income[GHH] == income
    assert t.turn == 1  # it ends the Decision
    t.play("track")
    assert t.legal() == ["pass", "run katy", "run sp"]  # T9


def test_go_west_later_without_a_build_and_after_the_third(table: NewTable) -> None:  # T9
    t = west_table(table).play(
        "track", "run ghh", "build a7", "done", "ranch", "pass", "track", "run ghh"
    )
    assert "west" in t.legal()
    once = t.state.clone()
    t.play("west")
    assert t.s.west[GHH] == GONE
    t.state = once
    t.play("build a6")
    assert t.legal() == ["west", "done"]  # all 12 cubes are built


def test_track_of_a_railroad_gone_west_stays(table: NewTable) -> None:  # T4, T8
    t = west_table(table).play("track", "run ghh", "build a7", "west")
    assert t.s.tracks[t.hex("b6")] == 1
    assert build_cost(t.board, t.s, t.hex("a7")) == 4
    assert "claim b6" in t.play("ranch").legal()


def test_tp_builds_any_number(table: NewTable) -> None:
    t = table(2).open_table().open_tp()
    t.play("track", "run tp", "build i6", "build h5", "build h4", "build g4", "build f4")
    assert len(t.builds()) > 5
    assert t.s.income[TP] == 2 + 2 + 1 + 1 + 0 + 1


def test_a_decision_in_its_end_box_is_not_available(table: NewTable) -> None:
    def change(s: State) -> None:
        s.steps[:] = [3, 0, 0]

    assert table(2).open_table().edit(change).legal() == ["ranch", "track"]

    def other(s: State) -> None:
        s.steps[:] = [0, 0, 5]

    assert table(2).open_table().edit(other).legal() == ["stock", "ranch"]


def test_the_cube_moves_when_the_decision_is_chosen(table: NewTable) -> None:  # T11, T6
    t = table(2).open_table().play("track")
    assert t.s.steps == [0, 0, 1]
    assert t.board.last_step == [3, 4, 5]


def test_general_dividends(table: NewTable) -> None:
    def change(s: State) -> None:
        s.steps[:] = [3, 3, 2]
        s.income[KATY], s.sold[KATY] = 16, 3
        s.owned[0][KATY] = 2
        s.ranches[0] = s.claimed = 2
        s.markers[0] = s.markers[1] = 0

    t = table(2).open_table().edit(change)
    t.play_loose("ranch", "pass")
    assert t.s.cash[:2] == [60 + 3 + 5 + 2 * 6 + 2, 60 + 6 + 6]
    assert t.s.steps == [0, 0, 0]
    assert t.s.round_number == 2
    assert t.turn == 1


def ending(table: NewTable, change: Callable[[State], None]) -> Table:
    """One Ranch Decision before General Dividends."""

    def full(s: State) -> None:
        s.steps[:] = [3, 3, 0]
        change(s)

    t = table(2).open_table().edit(full)
    return t.play_loose("ranch", "pass")


@pytest.mark.parametrize("short", [0, 1])
def test_end_by_track(table: NewTable, short: int) -> None:
    def change(s: State) -> None:
        for railroad in (GHH, KATY, SP)[short:]:
            s.cubes[railroad] = 0

    t = ending(table, change)
    assert t.state.over == (not short)
    if t.state.over:
        assert end_reason(t.board, t.s) == "track"
        assert t.legal() == []


@pytest.mark.parametrize("short", [0, 1])
def test_end_by_stock(table: NewTable, short: int) -> None:
    def change(s: State) -> None:
        for railroad in (GHH, KATY, MP, SP)[short:]:
            s.sold[railroad] = (2, 4, 5, 6)[railroad]

    t = ending(table, change)
    assert t.state.over == (not short)
    assert (end_reason(t.board, t.s) == "stock") == t.state.over


@pytest.mark.parametrize("short", [0, 1])
def test_end_by_ranches(table: NewTable, short: int) -> None:
    def change(s: State) -> None:
        s.claimed = RANCHES - 7 - short

    t = ending(table, change)
    assert t.state.over == (not short)
    assert (end_reason(t.board, t.s) == "ranches") == t.state.over


@pytest.mark.parametrize("short", [0, 1])
def test_end_by_rounds(table: NewTable, short: int) -> None:
    def change(s: State) -> None:
        s.round_number = 8 - short

    t = ending(table, change)
    assert t.state.over == (not short)
    assert (end_reason(t.board, t.s) == "rounds") == t.state.over


def test_no_end_before_general_dividends(table: NewTable) -> None:
    def change(s: State) -> None:
        s.claimed = 15
        s.cubes[:] = [0] * 5

    assert not table(2).open_table().edit(change).play_loose("ranch", "pass").state.over


def test_the_end_is_told_in_words(table: NewTable) -> None:
    def change(s: State) -> None:
        s.round_number = 8
        for railroad in (GHH, KATY, SP):
            s.cubes[railroad] = 0

    end = ending(table, change).state.end()
    assert end.code == "track+rounds"
    assert end.sentence == "railroads are out of track and the last round is over"


def test_ties(table: NewTable) -> None:
    def over(cash: list[int], owned: list[int], ranches: list[int]) -> list[int]:
        def change(s: State) -> None:
            s.turn, s.phase = -2, 0
            s.cash[:4] = cash
            s.ranches[:4] = ranches
            for seat in range(4):
                s.owned[seat][SP] = owned[seat]

        return table(4).edit(change).state.ranks()

    assert over([9, 8, 7, 6], [0, 0, 0, 0], [0, 0, 0, 0]) == [0, 1, 2, 3]
    assert over([9, 9, 9, 9], [2, 1, 1, 3], [5, 0, 0, 9]) == [2, 0, 0, 3]  # fewest certificates
    assert over([9, 9, 9, 9], [1, 1, 1, 1], [1, 2, 2, 0]) == [2, 0, 0, 3]  # most ranches
    assert over([9, 9, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]) == [0, 0, 2, 2]  # shared


def test_legal_writes_what_it_lists_and_nothing_else(table: NewTable) -> None:
    t = table(2).open_table()
    out = [-1] * t.game.codec.size
    n = legal(t.board, t.s, t.state.scratch, out)
    assert out[:n] == t.state.legal()
    assert set(out[n:]) == {-1}
