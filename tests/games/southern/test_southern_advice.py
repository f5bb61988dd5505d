"""Advice: what the greedy player is told makes sense."""

from __future__ import annotations

from roundhouse.games.southern.advice import hunch, income_change, prefer, value
from roundhouse.games.southern.names import changes
from roundhouse.games.southern.network import owner_of
from roundhouse.games.southern.state import BULL, TRACK


def test_income_changes_agree_with_the_track(arrange):
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
    s, board = table.record, table.game.board
    seen = 0
    for words in table.words:
        if words != "done":
            link = table.links.index(words.split()[1])
            seller = owner_of(board, s, link)
            told = [income_change(board, s, link, seller, n) for n in range(6)]
            assert told == changes(board, s, s.railroad, link), words
            seen += 1
    assert seen == 10


def test_in_the_end_only_cash_counts(arrange):
    table = arrange(
        BULL, "sp", cash=[5, 7, 9], treasury={"sp": 90}, card=0, offered=2, turn=2, round_number=20
    )
    table.play("2 pass")
    out = [0] * 3
    value(table.game.board, table.record, out)
    assert out == [500, 700, 900]


def test_a_link_that_brings_more_is_liked_more(arrange):
    table = arrange(TRACK, "mp", treasury={"mp": 20}, track={"mp": ["paris-sherman"]})
    board, s = table.game.board, table.record
    new, shared = (
        prefer(board, s, table.game.parse(f"build {link}"), hunch(board, s))
        for link in ("ardmore-sherman", "mcalester-sherman")
    )
    assert new > shared > 0
