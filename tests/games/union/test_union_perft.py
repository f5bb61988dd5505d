"""Perft counts of both versions of the rules."""

from __future__ import annotations

import pytest

from .states import VERSIONS, game, opened, words


@pytest.mark.parametrize("rules", VERSIONS)
def test_perft_of_the_opening(rules: int) -> None:
    state = game(rules=rules).start(2)
    perft = [state.perft(depth) for depth in range(1, 7)]
    # There are only 4 wild cards, so 25 of the 5**6 sequences of kinds are impossible.
    assert perft == [5, 25, 125, 625, 3125 - 1, 15625 - 25]


@pytest.mark.parametrize(
    ("rules", "seats", "card", "counts"),
    [
        (1, 3, "none", [46, 225, 1920, 9039]),
        (1, 2, "wild", [106, 525, 4569, 21505]),
        (2, 3, "none", [46, 225, 1232, 9039]),
        (2, 2, "wild", [106, 525, 2921, 21505]),
    ],
)
def test_perft_of_a_turn(rules: int, seats: int, card: str, counts: list[int]) -> None:
    state = opened(seats, card, rules=rules)
    assert [state.perft(depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("card", ["none", "white", "wild"])
def test_builds_by_the_board_file(card: str) -> None:
    """Compare the first builds with a count from the board file."""
    state = opened(2, card)
    data, cards = state.game.board_file.data, {"none", "dashed", "black", card}
    expected = []
    for company in data["company"]:
        starts = [row for row in data["section"] if company["id"] in row["start"]]
        ends = {row[end] for row in starts for end in "ab"}
        for row in data["section"]:
            joined = row not in starts and {row["a"], row["b"]} & ends
            if joined and row["type"] in company["types"] and row["spaces"] > len(row["start"]):
                expected += [
                    f"build {company['id']} {row['id']} {c}" for c in cards & {row["type"], "wild"}
                ]
    assert sorted(w for w in words(state) if w.startswith("build")) == sorted(expected)
