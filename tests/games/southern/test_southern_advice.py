"""Advice: what the greedy player is told makes sense."""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.games.southern.advice import hunch, prefer, value
from roundhouse.games.southern.rules.network import gain_link, income_change, lose_link, owner_of
from roundhouse.games.southern.state import BULL, RAILROADS, TRACK, Board, Scratch, State

from .table import Arrange


def changes(board: Board, s: State, railroad: int, link: int) -> list[int]:
    """What each railroad's income changes by when this one gets the link: by trying it."""
    after = s.copy()
    owner = owner_of(board, after, link)
    if owner != NOBODY:
        lose_link(board, after, Scratch(), owner, link)
    gain_link(board, after, Scratch(), railroad, link)
    return [after.income[n] - s.income[n] for n in range(RAILROADS)]


def test_income_changes_agree_with_the_track(arrange: Arrange) -> None:
    table = arrange(
        TRACK,
        "mkt",
        treasury={"mkt": 50},
        track={
            "mkt": ["mcalester-oklahoma-city", "acme-oklahoma-city"],
            "mp": ["paris-sherman", "mcalester-sherman", "fort-smith-mcalester"],
            "slsf": ["oklahoma-city-tulsa", "enid-oklahoma-city", "enid-tulsa"],
        },
    )
    s, board = table.twin, table.board
    seen = 0
    for words in table.legal():
        if words != "done":
            link = table.links.index(words.split()[1])
            seller = owner_of(board, s, link)
            told = [income_change(board, s, link, seller, n) for n in range(6)]
            assert told == changes(board, s, s.railroad, link), words
            seen += 1
    assert seen == 10


def test_in_the_end_only_cash_counts(arrange: Arrange) -> None:
    table = arrange(
        BULL, "sp", cash=[5, 7, 9], treasury={"sp": 90}, card=0, offered=2, turn=2, round_number=20
    )
    table.play("2 pass")
    out = [0] * 3
    value(table.board, table.twin, Scratch(), out)
    assert out == [500, 700, 900]


def test_a_link_that_brings_more_is_liked_more(arrange: Arrange) -> None:
    table = arrange(TRACK, "mp", treasury={"mp": 20}, track={"mp": ["paris-sherman"]})
    board, s, scratch = table.board, table.twin, Scratch()
    to_come = hunch(board, s, scratch)
    new, shared = (
        prefer(board, s, scratch, table.game.parse(f"build {link}"), to_come)
        for link in ("ardmore-sherman", "mcalester-sherman")
    )
    assert new > shared > 0
