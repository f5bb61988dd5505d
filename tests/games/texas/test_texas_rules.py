"""Rules of track, the West, ranches, dividends and the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.log import end_reason
from roundhouse.games.texas.rules import legal
from roundhouse.games.texas.rules.track import build_cost
from roundhouse.games.texas.state import FAR, GHH, GONE, KATY, MP, RANCHES, SP, TP, StateLayout
from roundhouse.play.registry import open_game

from .tester import NewTester, TexasTester


def test_costs_rise_with_each_railroad(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn()
    n = t.hex_index("h7")
    costs = []
    for others in range(5):

        def change(s: StateLayout, others: int = others) -> None:
            s.tracks[n] = others

        costs.append(build_cost(t.board, t.edit(change).s, n))
    assert costs == [2, 4, 6, 8, 10]


def test_up_to_three_builds_and_only_done_remains(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn().play("track", "run ghh")
    assert t.buildable_hexes() == ["k9", "l8"]
    t.play("build k9")
    assert t.s.income[GHH] == 5
    assert t.s.treasury[GHH] == 8
    t.play("build l8", "build j9")
    assert t.legal() == ["done"]  # T9
    t.play("done")
    assert t.turn == 1
    assert t.s.cubes[GHH] == 9


def test_done_or_pass_ends_a_decision_without_effect(new_tester: NewTester) -> None:
    assert new_tester(2).start_first_turn().play("track", "run ghh", "done").turn == 1
    assert new_tester(2).start_first_turn().play("track", "pass").turn == 1
    assert new_tester(2).start_first_turn().play("ranch", "pass").turn == 1  # T1


def test_run_lists_the_railroads_of_the_seat_not_gone_west(new_tester: NewTester) -> None:  # T9
    def change(s: StateLayout) -> None:
        s.treasury[MP] = 0
        s.cubes[GHH] = 0

    t = new_tester(2).start_first_turn().edit(change).play_unchecked("track")
    assert t.legal() == ["pass", "run ghh", "run mp"]
    t.play_unchecked("run mp")
    assert t.legal() == ["done"]  # T8: the treasury is empty

    def gone(s: StateLayout) -> None:
        s.west[GHH] = GONE

    assert new_tester(2).start_first_turn().edit(gone).play_unchecked("track").legal() == [
        "pass",
        "run mp",
    ]


def test_a_seat_without_certificates_may_choose_track(new_tester: NewTester) -> None:
    t = new_tester(3).start_first_turn().play("ranch", "pass", "ranch", "pass", "track")
    assert t.turn == 2
    assert t.legal() == ["pass"]


def test_build_requires_money(new_tester: NewTester) -> None:  # T8
    t = new_tester(2).start_first_turn()

    def change(s: StateLayout) -> None:
        s.treasury[GHH] = 3
        s.tracks[t.hex_index("k9")] = 1

    assert t.edit(change).play_unchecked("track", "run ghh").buildable_hexes() == ["l8"]


def test_starting_railroads_may_enter_dallas_but_no_start_city(new_tester: NewTester) -> None:  # T2
    t = new_tester(2).start_first_turn().lay_track(GHH, "k9", "l8", "k8", "k7", "k6")
    t.play("track", "run ghh")
    assert "j5" in t.buildable_hexes()
    other = new_tester(2).start_first_turn().lay_track(MP, "m3", "l2", "k2", "j1")  # beside Wichita
    other.play("track", "run mp")
    assert "i1" not in other.buildable_hexes()
    assert "j2" in other.buildable_hexes()


START_CITIES = {  # and the track from Dallas to an adjacent hex
    "l9": ("j6", "j7", "j8", "k9"),  # Galveston
    "i1": ("i5", "i4", "i3", "i2"),  # Wichita
    "n3": ("k5", "l4", "m4"),  # Little Rock
    "p8": ("k6", "l6", "m7", "n7", "o8"),  # New Orleans
}


@pytest.mark.parametrize("city", START_CITIES)
def test_tp_may_enter_start_cities(new_tester: NewTester, city: str) -> None:  # T2
    t = (
        new_tester(2)
        .start_first_turn()
        .open_tp()
        .lay_track(TP, *START_CITIES[city])
        .play("track", "run tp")
    )
    assert city in t.buildable_hexes()
    n, income = t.hex_index(city), t.s.income[TP]
    t.play(f"build {city}")
    assert t.s.treasury[TP] == 40 - 4  # one other railroad has track there
    assert t.s.income[TP] == income + t.board.gain[n] == income + 2
    assert t.s.tracks[n] == 2


@pytest.mark.parametrize("city", START_CITIES)
def test_start_cities_are_closed_to_tp_in_rules_1(old_game: Game, game: Game, city: str) -> None:
    flagged = open_game("texas", game.board_file, {}, INTERPRETED, 1)
    unflagged = open_game("texas", old_game.board_file, {}, INTERPRETED)
    for closed in (old_game, flagged, unflagged):
        t = TexasTester(closed, 2).start_first_turn().open_tp().lay_track(TP, *START_CITIES[city])
        assert city not in t.play("track", "run tp").buildable_hexes()


def test_perft_beside_a_start_city_differs_between_versions(old_game: Game, game: Game) -> None:
    def perft(version: Game) -> list[int]:
        t = TexasTester(version, 2).start_first_turn().open_tp().lay_track(TP, *START_CITIES["p8"])
        t.play("track", "run tp")
        return [t.state.perft(depth) for depth in (1, 2, 3)]

    assert perft(old_game) == [15, 224, 3_496]
    assert perft(game) == [16, 253, 4_150]


def test_starting_railroads_cannot_enter_each_others_cities(new_tester: NewTester) -> None:  # T2
    for railroad, city, *way in (
        (GHH, "p8", "l8", "m8", "n7", "o8"),
        (KATY, "n3", "j1", "k2", "l2", "m3"),
        (MP, "i1", "m3", "l2", "k2", "j1"),
        (SP, "l9", "o9", "n8", "m8", "l8"),
    ):
        t = new_tester(2).start_first_turn().lay_track(railroad, *way)
        last = t.hex_index(way[-1])
        assert t.hex_index(city) in t.board.side[last][: t.board.sides[last]]

        def mine(s: StateLayout, railroad: int = railroad) -> None:
            s.owned[0][railroad], s.owned[1][railroad] = 1, 0

        t.edit(mine).play("track", f"run {RAILROAD_IDS[railroad]}")
        assert city not in t.buildable_hexes()
        assert t.s.reach[railroad][t.hex_index(city)] == FAR


def test_dallas_earns_two_and_costs_more_after_tp_opens(new_tester: NewTester) -> None:  # T8
    t = (
        new_tester(2)
        .start_first_turn()
        .lay_track(GHH, "k9", "l8", "k8", "k7", "k6")
        .play("track", "run ghh")
    )
    before = t.s.income[GHH]
    t.play("build j5")
    assert t.s.income[GHH] == before + 2
    assert t.s.treasury[GHH] == 8
    opened = new_tester(2).start_first_turn().open_tp()
    assert build_cost(opened.board, opened.s, opened.hex_index("j5")) == 4


def test_income_of_west_hexes(new_tester: NewTester) -> None:  # T8
    for name, gain in (("a4", 2), ("a7", 2), ("a3", 0), ("a5", 0), ("a6", 0)):
        assert new_tester(2).board.gain[new_tester(2).hex_index(name)] == gain


def test_ranch_hex_earns_income_with_and_without_its_marker(new_tester: NewTester) -> None:  # T3
    for marker in (0, 1):
        t = new_tester(2).start_first_turn().lay_track(KATY, "i2", "i3")
        n = t.hex_index("j3")

        def change(s: StateLayout, marker: int = marker, t: TexasTester = t, n: int = n) -> None:
            s.owned[0][KATY], s.owned[1][KATY] = 1, 0
            if not marker:
                s.markers[t.board.ranch_number[n]] = 0
                s.ranches[1] = s.claimed = 1

        t.edit(change).play("track", "run katy", "build j3")
        assert t.s.income[KATY] == 7


def test_claim_requires_a_marker_and_track_of_any_railroad(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn().lay_track(KATY, "i2", "i3", "j3", "h3")
    t.play("ranch")
    assert t.legal() == ["pass", "claim h3", "claim j3"]
    t.play("claim h3", "ranch")
    assert t.legal() == ["pass", "claim j3"]
    assert t.s.ranches[:2] == [1, 0]


def west_tester(new_tester: NewTester) -> TexasTester:
    """Return a position where ghh, with $10 and two owners, can build into the West."""
    t = (
        new_tester(2)
        .start_first_turn()
        .lay_track(GHH, "k9", "j8", "i8", "h7", "g7", "f6", "e7", "d6", "c7", "b6")
    )

    def change(s: StateLayout) -> None:
        s.owned[1][GHH], s.sold[GHH] = 1, 2

    return t.edit(change)


def test_go_west_right_after_reaching_it(new_tester: NewTester) -> None:
    t = west_tester(new_tester).play("track", "run ghh")
    assert "west" not in t.legal()
    t.play("build a7")
    income = t.s.income[GHH]
    assert t.legal()[-2:] == ["west", "done"]
    assert "a6" in t.buildable_hexes()
    t.play("west")
    share = -(-income // 2)
    assert t.s.cash[:2] == [60 + share, 60 + share]
    assert t.s.treasury[GHH] == 0
    assert t.s.cubes[GHH] == 0
    assert t.s.income[GHH] == income
    assert t.turn == 1  # going West ends the Decision
    t.play("track")
    assert t.legal() == ["pass", "run katy", "run sp"]  # T9


def test_go_west_in_a_later_decision_or_after_the_third_build(new_tester: NewTester) -> None:  # T9
    t = west_tester(new_tester).play(
        "track", "run ghh", "build a7", "done", "ranch", "pass", "track", "run ghh"
    )
    assert "west" in t.legal()
    once = t.state.clone()
    t.play("west")
    assert t.s.west[GHH] == GONE
    t.state = once
    t.play("build a6")
    assert t.legal() == ["west", "done"]  # no cubes left


def test_track_of_a_railroad_gone_west_stays(new_tester: NewTester) -> None:  # T4, T8
    t = west_tester(new_tester).play("track", "run ghh", "build a7", "west")
    assert t.s.tracks[t.hex_index("b6")] == 1
    assert build_cost(t.board, t.s, t.hex_index("a7")) == 4
    assert "claim b6" in t.play("ranch").legal()


def test_tp_builds_any_number(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn().open_tp()
    t.play("track", "run tp", "build i6", "build h5", "build h4", "build g4", "build f4")
    assert len(t.buildable_hexes()) > 5
    assert t.s.income[TP] == 2 + 2 + 1 + 1 + 0 + 1


def test_a_decision_in_its_end_box_is_not_available(new_tester: NewTester) -> None:
    def change(s: StateLayout) -> None:
        s.steps[:] = [3, 0, 0]

    assert new_tester(2).start_first_turn().edit(change).legal() == ["ranch", "track"]

    def other(s: StateLayout) -> None:
        s.steps[:] = [0, 0, 5]

    assert new_tester(2).start_first_turn().edit(other).legal() == ["stock", "ranch"]


def test_decision_cube_moves_when_the_decision_is_chosen(new_tester: NewTester) -> None:  # T11, T6
    t = new_tester(2).start_first_turn().play("track")
    assert t.s.steps == [0, 0, 1]
    assert t.board.last_step == [3, 4, 5]


def test_general_dividends(new_tester: NewTester) -> None:
    def change(s: StateLayout) -> None:
        s.steps[:] = [3, 3, 2]
        s.income[KATY], s.sold[KATY] = 16, 3
        s.owned[0][KATY] = 2
        s.ranches[0] = s.claimed = 2
        s.markers[0] = s.markers[1] = 0

    t = new_tester(2).start_first_turn().edit(change)
    t.play_unchecked("ranch", "pass")
    assert t.s.cash[:2] == [60 + 3 + 5 + 2 * 6 + 2, 60 + 6 + 6]
    assert t.s.steps == [0, 0, 0]
    assert t.s.round_number == 2
    assert t.turn == 1


def play_last_decision(new_tester: NewTester, change: Callable[[StateLayout], None]) -> TexasTester:
    """Edit the position before the last Decision of a round and play it."""

    def full(s: StateLayout) -> None:
        s.steps[:] = [3, 3, 0]
        change(s)

    t = new_tester(2).start_first_turn().edit(full)
    return t.play_unchecked("ranch", "pass")


@pytest.mark.parametrize("short", [0, 1])
def test_end_by_track(new_tester: NewTester, short: int) -> None:
    def change(s: StateLayout) -> None:
        for railroad in (GHH, KATY, SP)[short:]:
            s.cubes[railroad] = 0

    t = play_last_decision(new_tester, change)
    assert t.state.over == (not short)
    if t.state.over:
        assert end_reason(t.board, t.s) == "track"
        assert t.legal() == []


@pytest.mark.parametrize("short", [0, 1])
def test_end_by_stock(new_tester: NewTester, short: int) -> None:
    def change(s: StateLayout) -> None:
        for railroad in (GHH, KATY, MP, SP)[short:]:
            s.sold[railroad] = (2, 4, 5, 6)[railroad]

    t = play_last_decision(new_tester, change)
    assert t.state.over == (not short)
    assert (end_reason(t.board, t.s) == "stock") == t.state.over


@pytest.mark.parametrize("short", [0, 1])
def test_end_by_ranches(new_tester: NewTester, short: int) -> None:
    def change(s: StateLayout) -> None:
        s.claimed = RANCHES - 7 - short

    t = play_last_decision(new_tester, change)
    assert t.state.over == (not short)
    assert (end_reason(t.board, t.s) == "ranches") == t.state.over


@pytest.mark.parametrize("short", [0, 1])
def test_end_by_rounds(new_tester: NewTester, short: int) -> None:
    def change(s: StateLayout) -> None:
        s.round_number = 8 - short

    t = play_last_decision(new_tester, change)
    assert t.state.over == (not short)
    assert (end_reason(t.board, t.s) == "rounds") == t.state.over


def test_game_does_not_end_before_general_dividends(new_tester: NewTester) -> None:
    def change(s: StateLayout) -> None:
        s.claimed = 15
        s.cubes[:] = [0] * 5

    assert (
        not new_tester(2).start_first_turn().edit(change).play_unchecked("ranch", "pass").state.over
    )


def test_end_has_a_code_and_a_sentence(new_tester: NewTester) -> None:
    def change(s: StateLayout) -> None:
        s.round_number = 8
        for railroad in (GHH, KATY, SP):
            s.cubes[railroad] = 0

    end = play_last_decision(new_tester, change).state.end()
    assert end.code == "track+rounds"
    assert end.sentence == "enough railroads are out of track and the last round is over"


def test_ties_go_to_fewest_certificates_then_most_ranches(new_tester: NewTester) -> None:
    def over(cash: list[int], owned: list[int], ranches: list[int]) -> list[int]:
        def change(s: StateLayout) -> None:
            s.turn, s.phase = -2, 0
            s.cash[:4] = cash
            s.ranches[:4] = ranches
            for seat in range(4):
                s.owned[seat][SP] = owned[seat]

        return new_tester(4).edit(change).state.ranks()

    assert over([9, 8, 7, 6], [0, 0, 0, 0], [0, 0, 0, 0]) == [0, 1, 2, 3]
    assert over([9, 9, 9, 9], [2, 1, 1, 3], [5, 0, 0, 9]) == [2, 0, 0, 3]  # fewest certificates
    assert over([9, 9, 9, 9], [1, 1, 1, 1], [1, 2, 2, 0]) == [2, 0, 0, 3]  # most ranches
    assert over([9, 9, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]) == [0, 0, 2, 2]  # shared


def test_legal_writes_only_the_actions_it_counts(new_tester: NewTester) -> None:
    t = new_tester(2).start_first_turn()
    out = [-1] * t.game.codec.size
    n = legal(t.board, t.s, t.state.scratch, out)
    assert out[:n] == t.state.legal()
    assert set(out[n:]) == {-1}
