"""The rulings S1 to S14 and the corners of the rules."""

from __future__ import annotations

import pytest

from roundhouse.core.game import Game
from roundhouse.games.southern.rules.network import gain_link
from roundhouse.games.southern.state import BULL, INCOME, STOCK, TRACK, Scratch

from .table import Arrange, Start, Table

SEATS = (3, 4, 5)
RAILROADS = ("sp", "tp", "mp", "mkt", "slsf", "ghh")
SECOND = {name: [1, 2] for name in RAILROADS}  # seats 0 and 3 have no share


def test_s1_fifteen_cubes_for_links(start: Start) -> None:
    assert start(3).twin.cubes == [15] * 6


@pytest.mark.parametrize("seats", SEATS)
def test_starting_cash_and_openers(start: Start, seats: int) -> None:
    table = start(seats)
    assert table.twin.cash[:seats] == [{3: 33, 4: 25, 5: 20}[seats]] * seats
    assert table.legal() == [f"open {seat}" for seat in range(seats)]
    assert table.state.weights() == [1] * seats


def test_s2_one_negotiation_for_a_link_and_turn(arrange: Arrange) -> None:
    table = arrange(
        TRACK,
        "mkt",
        shares={"mkt": [1], "mp": [0]},
        treasury={"mkt": 30},
        track={"mp": ["paris-sherman", "mcalester-sherman"]},
    )
    assert "buy mcalester-sherman" in table.legal()
    table.play("1 buy mcalester-sherman", "1 price 0", "0 ask 30", "1 refuse")
    assert "buy mcalester-sherman" not in table.legal()
    assert table.twin.bought == 0  # S8: a refusal is no purchase
    table.play("1 done", "1 pay 0")
    assert not any(table.twin.talked)


def test_s2_one_president_of_both_needs_no_answer(arrange: Arrange) -> None:
    table = arrange(
        TRACK,
        "mkt",
        shares={"mkt": [1], "mp": [1]},
        treasury={"mkt": 30},
        track={"mp": ["paris-sherman", "mcalester-sherman"]},
    )
    table.play("1 buy mcalester-sherman")
    assert table.legal() == [f"price {n}" for n in range(31)]
    table.play("1 price 12")
    assert (table.of("treasury", "mkt"), table.of("treasury", "mp")) == (18, 12)
    assert table.state.turn == 1
    assert table.twin.bought == 1


def test_s3_equal_shares_leave_the_president(arrange: Arrange) -> None:
    table = arrange(STOCK, "sp", shares={"sp": [0]}, cash=[5, 5, 5])
    table.play("0 sell", "0 bid 0", "1 bid 1", "2 pass", "0 pass")
    assert table.of("president", "sp") == 0
    table.play("0 done", "0 skip")


@pytest.mark.parametrize(
    ("cash", "shares", "card", "opener", "holder"),
    [
        ([5, 4, 3, 9], None, -1, 0, 2),  # least cash, no tie
        ([3, 9, 9, 3], {"sp": [1], "tp": [3]}, -1, 0, 3),  # president of the earliest railroad
        ([3, 9, 9, 3], SECOND, -1, 3, 3),  # no president among them: the opener first (S14)
        ([3, 9, 9, 3], SECOND, -1, 1, 3),  # then clockwise from the opener
        ([3, 9, 9, 3], SECOND, -1, 0, 0),
        ([3, 3, 9, 3], None, 0, 0, 1),  # later: left of the holder
        ([3, 9, 9, 3], None, 1, 0, 3),
        ([9, 9, 3, 3], None, 3, 0, 2),  # the holder last
        ([9, 9, 9, 3], None, 3, 0, 3),
    ],
)
def test_s4_bull_market_card(
    arrange: Arrange,
    cash: list[int],
    shares: dict[str, list[int]] | None,
    card: int,
    opener: int,
    holder: int,
) -> None:
    table = arrange(
        INCOME,
        "ghh",
        seats=4,
        cash=cash,
        shares=shares,
        card=card,
        first_opener=opener,
        round_number=1 if card < 0 else 2,
    )
    table.play(f"{table.state.turn} skip")
    assert table.twin.card == holder
    assert table.state.turn == holder  # S14: the card moves before the offers
    assert table.twin.phase == BULL


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
    table = arrange(
        BULL, "sp", seats=4, cash=cash, card=card, offered=3, turn=(card + 3) % 4, round_number=20
    )
    table.play(f"{table.state.turn} pass")
    assert table.state.over
    assert table.state.ranks() == ranks


def test_s6_homes_count_from_the_start(arrange: Arrange) -> None:
    table = arrange(
        TRACK, "mp", shares={"mp": [0]}, treasury={"mp": 5}, track={"mp": ["paris-sherman"]}
    )
    table.play("0 build mcalester-sherman")
    assert table.of("income", "mkt") == 2  # MKT has no link yet
    assert table.of("income", "mp") == 8


def test_s8_a_link_for_nothing_and_s13_empty_treasury(arrange: Arrange) -> None:
    table = arrange(
        TRACK,
        "mkt",
        shares={"mkt": [1], "mp": [0]},
        track={"mp": ["paris-sherman", "mcalester-sherman"]},
    )
    table.play("1 buy mcalester-sherman")
    assert table.legal() == ["price 0"]  # S13
    table.play("1 price 0")
    assert table.legal() == ["accept", "refuse"]
    table.play("0 accept")
    assert table.of("cubes", "mp") == 14
    assert table.twin.bought == 1


def spend_cubes(table: Table) -> None:
    """SP builds on and on, until it has no cube left."""
    board, s = table.board, table.twin.copy()
    while s.cubes[0] > 0:
        link = next(
            n
            for n in range(board.links)
            if s.free[board.word[n]] & s.reach[0][board.word[n]] & board.bit[n]
        )
        gain_link(board, s, Scratch(), 0, link)
    table.lay(s)


@pytest.mark.parametrize(
    ("round_number", "spent", "held", "over"),
    [
        (19, False, False, False),
        (20, False, False, True),
        (3, True, False, True),
        (3, False, True, True),
        (3, False, False, False),
    ],
)
def test_ends_and_s9(
    arrange: Arrange, round_number: int, spent: bool, held: bool, over: bool
) -> None:
    shares = {name: [0, 1, 2, 0, 1] for name in RAILROADS}
    table = arrange(
        BULL,
        "sp",
        card=0,
        offered=2,
        turn=2,
        round_number=round_number,
        shares=shares if held else None,
    )
    if spent:
        spend_cubes(table)
    assert table.legal()[0] == "pass"
    assert (len(table.legal()) == 1) == held  # S12: presented although nothing is unsold
    table.play("2 pass")
    assert table.state.over == over


@pytest.mark.parametrize("sold", [False, True])
def test_a_cube_taken_back_counts_at_the_end_of_a_round(arrange: Arrange, sold: bool) -> None:
    table = arrange(
        TRACK,
        "ghh",
        cash=[1, 2, 3],
        shares={"sp": [0], "ghh": [0]},
        track={"sp": ["beaumont-houston"], "ghh": ["galveston-houston"]},
    )
    spend_cubes(table)
    if sold:
        link = next(words for words in table.legal() if words.startswith("buy"))
        table.play(f"0 {link}", "0 price 0")
    table.play("0 done", "0 skip", "0 pass", "1 pass", "2 pass")
    assert table.state.over != sold


def test_treasuries_are_worth_nothing(arrange: Arrange) -> None:
    table = arrange(
        BULL, "sp", cash=[5, 7, 6], treasury={"sp": 90}, card=0, offered=2, turn=2, round_number=20
    )
    table.play("2 pass")
    assert table.scores == [5, 7, 6]
    assert table.state.ranks() == [2, 0, 1]


def test_s10_no_amount_above_999(arrange: Arrange) -> None:
    table = arrange(INCOME, "sp", treasury={"sp": 5000}, cash=[3000, 2000, 1000])
    assert table.legal()[-1] == "pay 999"
    table.play("0 skip", "1 sell")
    assert table.legal()[-1] == "bid 999"


def test_s11_pay_and_skip(arrange: Arrange) -> None:
    table = arrange(INCOME, "sp", shares={"sp": [0, 0, 1]}, treasury={"sp": 5}, cash=[0, 0, 0])
    assert table.legal() == ["skip", "pay 0", "pay 1", "pay 2"]  # 8 for three shares
    kept = table.state.clone()
    table.play("0 skip")
    assert table.of("treasury", "sp") == 5
    table.state = kept.clone()
    table.play("0 pay 0")
    assert table.of("treasury", "sp") == 8
    table.state = kept
    table.play("0 pay 2")
    assert table.of("treasury", "sp") == 2
    assert table.twin.cash[:3] == [4, 2, 0]


def test_s11_building_needs_the_money(arrange: Arrange) -> None:
    table = arrange(TRACK, "sp", treasury={"sp": 4})
    assert table.legal() == ["done"]
    table = arrange(TRACK, "sp", treasury={"sp": 5})
    assert len(table.legal()) == 4


def test_s12_one_word_is_still_a_decision(arrange: Arrange) -> None:
    table = arrange(STOCK, "sp", shares={"sp": [0, 0, 1, 1, 2]}, cash=[0, 0, 0])
    assert table.legal() == ["skip"]
    table.play("0 skip", "0 done", "0 skip", "1 sell")
    assert table.legal() == ["bid 0"]
    table.play("1 bid 0")
    assert table.legal() == ["pass"]
    table.play("2 pass", "0 pass")
    assert table.of("sold", "tp") == 2


def test_s12_free_link_left_out_when_none_is_left(start: Start, game: Game) -> None:
    table = start(3)
    table.play("* open 0", "0 bid 0", "1 pass", "2 pass", "0 build beaumont-houston")
    s = table.twin.copy()
    for name in (
        "marshall-texarkana",
        "marshall-shreveport",
        "marshall-nacogdoches",
        "marshall-tyler",
    ):
        link = table.links.index(name)
        s.free[game.board.word[link]] ^= game.board.bit[link]
    table.lay(s)
    for words in ("bid 0", "pass", "pass"):
        table.state.apply(game.parse(words))
    assert table.twin.railroad == table.railroads.index("mp")
    assert table.legal()[0] == "bid 0"


def test_limits_of_a_turn(arrange: Arrange) -> None:
    table = arrange(
        TRACK,
        "sp",
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
    )
    for link in ("austin-brownwood", "austin-waco", "hearne-waco"):
        assert f"buy {link}" not in table.legal()  # does not touch SP
    table.play("0 build cleveland-houston", "0 build houston-palestine", "0 build hearne-palestine")
    assert not any(words.startswith("build") for words in table.legal())
    # The middle of a line cannot go: what is beyond would be cut off.
    assert "buy hearne-houston" not in table.legal()
    assert "buy hearne-waco" not in table.legal()
    assert table.legal() == ["done"]


def test_s13_what_the_seller_can_let_go(arrange: Arrange) -> None:
    ring = ["galveston-houston", "eagle-lake-houston", "eagle-lake-galveston"]
    table = arrange(
        TRACK,
        "sp",
        shares={"sp": [0], "ghh": [0]},
        treasury={"sp": 9},
        track={"sp": ["beaumont-houston"], "ghh": ring},
    )
    assert [w for w in table.legal() if w.startswith("buy")] == [
        "buy eagle-lake-houston",
        "buy galveston-houston",
    ]
    table.play("0 buy galveston-houston", "0 price 1")
    # GHH now runs Galveston - Eagle Lake - Houston: only its tip can go.
    assert [w for w in table.legal() if w.startswith("buy")] == ["buy eagle-lake-houston"]
    table.play("0 buy eagle-lake-houston", "0 price 0", "0 buy eagle-lake-galveston", "0 price 0")
    assert table.of("cubes", "ghh") == 15  # a seller left with no link is fine
    assert table.of("income", "ghh") == 2
    assert table.twin.bought == 3


def test_three_purchases_a_turn(arrange: Arrange) -> None:
    ring = [
        "galveston-houston",
        "eagle-lake-houston",
        "eagle-lake-galveston",
        "eagle-lake-victoria",
    ]
    table = arrange(
        TRACK,
        "sp",
        shares={"sp": [0], "ghh": [0]},
        treasury={"sp": 9},
        track={"sp": ["beaumont-houston"], "ghh": ring},
    )
    for link in ("galveston-houston", "eagle-lake-houston", "eagle-lake-victoria"):
        table.play(f"0 buy {link}", "0 price 0")
    assert not any(words.startswith("buy") for words in table.legal())


def test_income_of_a_city_shared_by_three(arrange: Arrange) -> None:
    table = arrange(
        TRACK,
        "ghh",
        shares={"ghh": [2]},
        treasury={"ghh": 30},
        track={
            "sp": ["beaumont-houston"],
            "tp": ["marshall-nacogdoches", "cleveland-nacogdoches", "cleveland-houston"],
        },
    )
    assert table.of("income", "sp") == 5
    table.play("2 build galveston-houston")
    assert [table.of("income", r) for r in ("sp", "tp", "ghh")] == [4, 10, 4]


def test_bull_market_without_a_bid(arrange: Arrange) -> None:
    table = arrange(INCOME, "ghh", cash=[3, 4, 5])
    table.play(f"{table.state.turn} skip", "0 offer sp", "1 pass", "2 pass", "0 pass")
    assert table.of("sold", "sp") == 1
    table.play("1 offer sp", "2 bid 0", "0 pass", "1 bid 1", "2 pass")
    assert table.of("president", "sp") == 0  # one share each
    table.play(f"{table.twin.president[0]} skip")
    assert table.twin.round_number == 2


def test_bull_market_changes_the_president(arrange: Arrange) -> None:
    table = arrange(INCOME, "ghh", cash=[3, 4, 5], shares={"sp": [0, 1]})
    table.play(f"{table.state.turn} skip", "0 offer sp", "1 bid 2", "2 pass", "0 pass")
    assert table.of("president", "sp") == 1
