"""Heuristics: income changes, final values and priors."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.games.southern.advice import action_context, action_prior, evaluate
from roundhouse.games.southern.rules.network import gain_link, income_change, lose_link, owner_of
from roundhouse.games.southern.state import (
    BULL,
    RAILROADS,
    TRACK,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

from .tester import Arrange, Holdings


def changes(board: BoardLayout, s: StateLayout, railroad: int, link: int) -> list[int]:
    """Return the change of each income if a railroad gets the link, by trying it."""
    after = s.copy()
    owner = owner_of(board, after, link)
    if owner != NO_SEAT:
        lose_link(board, after, ScratchLayout(), owner, link)
    gain_link(board, after, ScratchLayout(), railroad, link)
    return [after.income[n] - s.income[n] for n in range(RAILROADS)]


def test_income_changes_agree_with_the_track(arrange: Arrange) -> None:
    tester = arrange(
        TRACK,
        "mkt",
        Holdings(
            treasury={"mkt": 50},
            track={
                "mkt": ["mcalester-oklahoma-city", "acme-oklahoma-city"],
                "mp": ["paris-sherman", "mcalester-sherman", "fort-smith-mcalester"],
                "slsf": ["oklahoma-city-tulsa", "enid-oklahoma-city", "enid-tulsa"],
            },
        ),
    )
    s, board = tester.py_state, tester.board
    checked = 0
    for words in tester.legal():
        if words != "done":
            link = tester.links.index(words.split()[1])
            seller = owner_of(board, s, link)
            expected = [income_change(board, s, link, seller, n) for n in range(6)]
            assert expected == changes(board, s, s.railroad, link), words
            checked += 1
    assert checked == 10


def test_only_cash_counts_at_the_end(arrange: Arrange) -> None:
    tester = arrange(
        BULL,
        "sp",
        Holdings(treasury={"sp": 90}),
        cash=[5, 7, 9],
        card=0,
        offered=2,
        turn=2,
        round_number=20,
    )
    tester.play("2 pass")
    out = [0] * 3
    evaluate(tester.board, tester.py_state, ScratchLayout(), out)
    assert out == [500, 700, 900]


def test_a_link_with_more_income_has_a_higher_prior(arrange: Arrange) -> None:
    tester = arrange(TRACK, "mp", Holdings(treasury={"mp": 20}, track={"mp": ["paris-sherman"]}))
    board, s, scratch = tester.board, tester.py_state, ScratchLayout()
    rounds_left = action_context(board, s, scratch)
    new, shared = (
        action_prior(board, s, scratch, tester.game.parse(f"build {link}"), rounds_left)
        for link in ("ardmore-sherman", "mcalester-sherman")
    )
    assert new > shared > 0
