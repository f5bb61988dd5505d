"""The rulings S1 to S14 and special cases of the rules."""

from __future__ import annotations

import pytest

from roundhouse.core.game import Game
from roundhouse.games.southern.rules.network import gain_link
from roundhouse.games.southern.state import BULL, INCOME, STOCK, TRACK, ScratchLayout

from .tester import Arrange, Holdings, NewTester, SouthernTester

SEATS = (3, 4, 5)
RAILROADS = ("sp", "tp", "mp", "mkt", "slsf", "ghh")
SECOND = {name: [1, 2] for name in RAILROADS}  # seats 0 and 3 have no share


def test_s1_each_railroad_has_fifteen_link_cubes(new_tester: NewTester) -> None:
    assert new_tester(3).py_state.cubes == [15] * 6


@pytest.mark.parametrize("seats", SEATS)
def test_starting_cash_and_random_opener(new_tester: NewTester, seats: int) -> None:
    tester = new_tester(seats)
    assert tester.py_state.cash[:seats] == [{3: 33, 4: 25, 5: 20}[seats]] * seats
    assert tester.legal() == [f"open {seat}" for seat in range(seats)]
    assert tester.state.weights() == [1] * seats


def test_s2_refused_link_cannot_be_negotiated_again_this_turn(arrange: Arrange) -> None:
    tester = arrange(
        TRACK,
        "mkt",
        Holdings(
            shares={"mkt": [1], "mp": [0]},
            treasury={"mkt": 30},
            track={"mp": ["paris-sherman", "mcalester-sherman"]},
        ),
    )
    assert "buy mcalester-sherman" in tester.legal()
    tester.play("1 buy mcalester-sherman", "1 price 0", "0 ask 30", "1 refuse")
    assert "buy mcalester-sherman" not in tester.legal()
    assert tester.py_state.bought == 0  # S8: a refusal is no purchase
    tester.play("1 done", "1 pay 0")
    assert not any(tester.py_state.refused)


def test_s2_one_president_of_both_needs_no_answer(arrange: Arrange) -> None:
    tester = arrange(
        TRACK,
        "mkt",
        Holdings(
            shares={"mkt": [1], "mp": [1]},
            treasury={"mkt": 30},
            track={"mp": ["paris-sherman", "mcalester-sherman"]},
        ),
    )
    tester.play("1 buy mcalester-sherman")
    assert tester.legal() == [f"price {n}" for n in range(31)]
    tester.play("1 price 12")
    assert (tester.value_of("treasury", "mkt"), tester.value_of("treasury", "mp")) == (18, 12)
    assert tester.state.turn == 1
    assert tester.py_state.bought == 1


def test_s3_equal_shares_do_not_change_the_president(arrange: Arrange) -> None:
    tester = arrange(STOCK, "sp", Holdings(shares={"sp": [0]}), cash=[5, 5, 5])
    tester.play("0 sell", "0 bid 0", "1 bid 1", "2 pass", "0 pass")
    assert tester.value_of("president", "sp") == 0
    tester.play("0 done", "0 skip")


@pytest.mark.parametrize(
    ("cash", "shares", "card", "opener", "holder"),
    [
        ([5, 4, 3, 9], None, -1, 0, 2),  # the seat with the least cash
        (
            [3, 9, 9, 3],
            {"sp": [1], "tp": [3]},
            -1,
            0,
            3,
        ),  # tied: president of the earliest railroad
        ([3, 9, 9, 3], SECOND, -1, 3, 3),  # S14: no tied seat is a president, so the opener
        ([3, 9, 9, 3], SECOND, -1, 1, 3),  # S14: clockwise from the opener
        ([3, 9, 9, 3], SECOND, -1, 0, 0),
        ([3, 3, 9, 3], None, 0, 0, 1),  # from the second round on: left of the holder
        ([3, 9, 9, 3], None, 1, 0, 3),
        ([9, 9, 3, 3], None, 3, 0, 2),  # the holder comes last
        ([9, 9, 9, 3], None, 3, 0, 3),
    ],
)
def test_s4_holder_of_the_bull_market_card(
    arrange: Arrange,
    cash: list[int],
    shares: dict[str, list[int]] | None,
    card: int,
    opener: int,
    holder: int,
) -> None:
    tester = arrange(
        INCOME,
        "ghh",
        Holdings(shares=shares or {}),
        seats=4,
        cash=cash,
        card=card,
        first_opener=opener,
        round_number=1 if card < 0 else 2,
    )
    tester.play(f"{tester.state.turn} skip")
    assert tester.py_state.card == holder
    assert tester.state.turn == holder  # S14: the new holder offers first
    assert tester.py_state.phase == BULL


@pytest.mark.parametrize(
    ("cash", "card", "ranks"),
    [
        ([7, 7, 7, 7], 2, [2, 3, 0, 1]),
        ([7, 9, 7, 1], 3, [1, 0, 2, 3]),
        ([1, 2, 3, 4], 0, [3, 2, 1, 0]),
    ],
)
def test_s5_ranks_are_a_permutation(
    arrange: Arrange, cash: list[int], card: int, ranks: list[int]
) -> None:
    tester = arrange(
        BULL, "sp", seats=4, cash=cash, card=card, offered=3, turn=(card + 3) % 4, round_number=20
    )
    tester.play(f"{tester.state.turn} pass")
    assert tester.state.over
    assert tester.state.ranks() == ranks


def test_s6_home_city_earns_income_before_any_link(arrange: Arrange) -> None:
    tester = arrange(
        TRACK,
        "mp",
        Holdings(shares={"mp": [0]}, treasury={"mp": 5}, track={"mp": ["paris-sherman"]}),
    )
    tester.play("0 build mcalester-sherman")
    assert tester.value_of("income", "mkt") == 2  # MKT has no link yet
    assert tester.value_of("income", "mp") == 8


def test_s8_link_sold_for_nothing_with_an_empty_treasury(arrange: Arrange) -> None:
    tester = arrange(
        TRACK,
        "mkt",
        Holdings(
            shares={"mkt": [1], "mp": [0]}, track={"mp": ["paris-sherman", "mcalester-sherman"]}
        ),
    )
    tester.play("1 buy mcalester-sherman")
    assert tester.legal() == ["price 0"]  # S13
    tester.play("1 price 0")
    assert tester.legal() == ["accept", "refuse"]
    tester.play("0 accept")
    assert tester.value_of("cubes", "mp") == 14
    assert tester.py_state.bought == 1


def spend_cubes(tester: SouthernTester) -> None:
    """Build links for SP until it has no cube left."""
    board, s = tester.board, tester.py_state.copy()
    while s.cubes[0] > 0:
        link = next(
            n
            for n in range(board.links)
            if s.free[board.word[n]] & s.reach[0][board.word[n]] & board.bit[n]
        )
        gain_link(board, s, ScratchLayout(), 0, link)
    tester.load_state(s)


@pytest.mark.parametrize(
    ("round_number", "spent", "is_sold_out", "over"),
    [
        (19, False, False, False),
        (20, False, False, True),
        (3, True, False, True),
        (3, False, True, True),
        (3, False, False, False),
    ],
)
def test_s9_game_ends_by_rounds_cubes_or_shares(
    arrange: Arrange, round_number: int, spent: bool, is_sold_out: bool, over: bool
) -> None:
    shares = {name: [0, 1, 2, 0, 1] for name in RAILROADS}
    tester = arrange(
        BULL,
        "sp",
        Holdings(shares=shares if is_sold_out else {}),
        card=0,
        offered=2,
        turn=2,
        round_number=round_number,
    )
    if spent:
        spend_cubes(tester)
    assert tester.legal()[0] == "pass"
    assert (len(tester.legal()) == 1) == is_sold_out  # S12: asked even if no share is unsold
    tester.play("2 pass")
    assert tester.state.over == over


@pytest.mark.parametrize("sold", [False, True])
def test_cube_regained_before_the_round_ends_keeps_the_game_going(
    arrange: Arrange, sold: bool
) -> None:
    tester = arrange(
        TRACK,
        "ghh",
        Holdings(
            shares={"sp": [0], "ghh": [0]},
            track={"sp": ["beaumont-houston"], "ghh": ["galveston-houston"]},
        ),
        cash=[1, 2, 3],
    )
    spend_cubes(tester)
    if sold:
        link = next(words for words in tester.legal() if words.startswith("buy"))
        tester.play(f"0 {link}", "0 price 0")
    tester.play("0 done", "0 skip", "0 pass", "1 pass", "2 pass")
    assert tester.state.over != sold


def test_treasuries_are_worth_nothing(arrange: Arrange) -> None:
    tester = arrange(
        BULL,
        "sp",
        Holdings(treasury={"sp": 90}),
        cash=[5, 7, 6],
        card=0,
        offered=2,
        turn=2,
        round_number=20,
    )
    tester.play("2 pass")
    assert tester.scores == [5, 7, 6]
    assert tester.state.ranks() == [2, 0, 1]


def test_s10_amounts_are_at_most_999(arrange: Arrange) -> None:
    tester = arrange(INCOME, "sp", Holdings(treasury={"sp": 5000}), cash=[3000, 2000, 1000])
    assert tester.legal()[-1] == "pay 999"
    tester.play("0 skip", "1 sell")
    assert tester.legal()[-1] == "bid 999"


def test_s11_skip_forfeits_the_income(arrange: Arrange) -> None:
    tester = arrange(
        INCOME, "sp", Holdings(shares={"sp": [0, 0, 1]}, treasury={"sp": 5}), cash=[0, 0, 0]
    )
    assert tester.legal() == ["skip", "pay 0", "pay 1", "pay 2"]  # $5 + $3 for three shares
    snapshot = tester.state.clone()
    tester.play("0 skip")
    assert tester.value_of("treasury", "sp") == 5
    tester.state = snapshot.clone()
    tester.play("0 pay 0")
    assert tester.value_of("treasury", "sp") == 8
    tester.state = snapshot
    tester.play("0 pay 2")
    assert tester.value_of("treasury", "sp") == 2
    assert tester.py_state.cash[:3] == [4, 2, 0]


def test_s11_build_requires_money(arrange: Arrange) -> None:
    tester = arrange(TRACK, "sp", Holdings(treasury={"sp": 4}))
    assert tester.legal() == ["done"]
    tester = arrange(TRACK, "sp", Holdings(treasury={"sp": 5}))
    assert len(tester.legal()) == 4


def test_s12_a_single_legal_move_is_still_a_decision(arrange: Arrange) -> None:
    tester = arrange(STOCK, "sp", Holdings(shares={"sp": [0, 0, 1, 1, 2]}), cash=[0, 0, 0])
    assert tester.legal() == ["skip"]
    tester.play("0 skip", "0 done", "0 skip", "1 sell")
    assert tester.legal() == ["bid 0"]
    tester.play("1 bid 0")
    assert tester.legal() == ["pass"]
    tester.play("2 pass", "0 pass")
    assert tester.value_of("sold", "tp") == 2


def test_s12_free_link_is_skipped_when_none_can_be_built(new_tester: NewTester, game: Game) -> None:
    tester = new_tester(3)
    tester.play("* open 0", "0 bid 0", "1 pass", "2 pass", "0 build beaumont-houston")
    s = tester.py_state.copy()
    for name in (
        "marshall-texarkana",
        "marshall-shreveport",
        "marshall-nacogdoches",
        "marshall-tyler",
    ):
        link = tester.links.index(name)
        s.free[game.board.word[link]] ^= game.board.bit[link]
    tester.load_state(s)
    for words in ("bid 0", "pass", "pass"):
        tester.state.apply(game.parse(words))
    assert tester.py_state.railroad == tester.railroads.index("mp")
    assert tester.legal()[0] == "bid 0"


def test_turn_allows_three_builds_and_adjacent_purchases(arrange: Arrange) -> None:
    tester = arrange(
        TRACK,
        "sp",
        Holdings(
            shares={"sp": [0], "ghh": [0]},
            treasury={"sp": 100},
            track={
                "sp": ["beaumont-houston"],
                "ghh": [
                    "galveston-houston",
                    "hearne-houston",
                    "hearne-waco",
                    "austin-waco",
                    "austin-brownwood",
                ],
            },
        ),
    )
    for link in ("austin-brownwood", "austin-waco", "hearne-waco"):
        assert f"buy {link}" not in tester.legal()  # does not touch SP
    tester.play(
        "0 build cleveland-houston", "0 build houston-palestine", "0 build hearne-palestine"
    )
    assert not any(words.startswith("build") for words in tester.legal())
    # A link in the middle of a line cannot be sold: the links beyond it would be cut off.
    assert "buy hearne-houston" not in tester.legal()
    assert "buy hearne-waco" not in tester.legal()
    assert tester.legal() == ["done"]


def test_s13_links_that_a_seller_can_sell(arrange: Arrange) -> None:
    ring = ["galveston-houston", "eagle-lake-houston", "eagle-lake-galveston"]
    tester = arrange(
        TRACK,
        "sp",
        Holdings(
            shares={"sp": [0], "ghh": [0]},
            treasury={"sp": 9},
            track={"sp": ["beaumont-houston"], "ghh": ring},
        ),
    )
    assert [w for w in tester.legal() if w.startswith("buy")] == [
        "buy eagle-lake-houston",
        "buy galveston-houston",
    ]
    tester.play("0 buy galveston-houston", "0 price 1")
    # GHH now runs Galveston - Eagle Lake - Houston: only the last link can be sold.
    assert [w for w in tester.legal() if w.startswith("buy")] == ["buy eagle-lake-houston"]
    tester.play("0 buy eagle-lake-houston", "0 price 0", "0 buy eagle-lake-galveston", "0 price 0")
    assert tester.value_of("cubes", "ghh") == 15  # a railroad may sell its last link
    assert tester.value_of("income", "ghh") == 2
    assert tester.py_state.bought == 3


def test_turn_allows_three_purchases(arrange: Arrange) -> None:
    ring = [
        "galveston-houston",
        "eagle-lake-houston",
        "eagle-lake-galveston",
        "eagle-lake-victoria",
    ]
    tester = arrange(
        TRACK,
        "sp",
        Holdings(
            shares={"sp": [0], "ghh": [0]},
            treasury={"sp": 9},
            track={"sp": ["beaumont-houston"], "ghh": ring},
        ),
    )
    for link in ("galveston-houston", "eagle-lake-houston", "eagle-lake-victoria"):
        tester.play(f"0 buy {link}", "0 price 0")
    assert not any(words.startswith("buy") for words in tester.legal())


def test_income_of_a_city_shared_by_three(arrange: Arrange) -> None:
    tester = arrange(
        TRACK,
        "ghh",
        Holdings(
            shares={"ghh": [2]},
            treasury={"ghh": 30},
            track={
                "sp": ["beaumont-houston"],
                "tp": ["marshall-nacogdoches", "cleveland-nacogdoches", "cleveland-houston"],
            },
        ),
    )
    assert tester.value_of("income", "sp") == 5
    tester.play("2 build galveston-houston")
    assert [tester.value_of("income", r) for r in ("sp", "tp", "ghh")] == [4, 10, 4]


def test_bull_market_without_a_bid(arrange: Arrange) -> None:
    tester = arrange(INCOME, "ghh", cash=[3, 4, 5])
    tester.play(f"{tester.state.turn} skip", "0 offer sp", "1 pass", "2 pass", "0 pass")
    assert tester.value_of("sold", "sp") == 1
    tester.play("1 offer sp", "2 bid 0", "0 pass", "1 bid 1", "2 pass")
    assert tester.value_of("president", "sp") == 0  # one share each
    tester.play(f"{tester.py_state.president[0]} skip")
    assert tester.py_state.round_number == 2


def test_bull_market_changes_the_president(arrange: Arrange) -> None:
    tester = arrange(INCOME, "ghh", Holdings(shares={"sp": [0, 1]}), cash=[3, 4, 5])
    tester.play(f"{tester.state.turn} skip", "0 offer sp", "1 bid 2", "2 pass", "0 pass")
    assert tester.value_of("president", "sp") == 1
