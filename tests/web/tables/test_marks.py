"""Marks for new pieces on the board."""

from __future__ import annotations

import random

from roundhouse.play import registry
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.presentation.page_context import MAX_MARKED_CHANGES, pictures


def test_cleared_board_is_not_marked_everywhere() -> None:
    game = registry.load("northern")
    match, rng = Match(game, 3), random.Random(1)
    while "2 of 3" not in str(match.state.view(0)["notes"]):
        words = game.text(rng.choice(match.state.legal()))
        match._play(Entry(MOVE, match.ply, match.state.turn, words))
    views = MatchViews(match)
    now, before, start = views.at(0), views.at(0, match.ply - 2), views.at(0, 0)
    assert len(now.changed(before)) > MAX_MARKED_CHANGES  # the round's pieces were removed
    [board, *_] = pictures(now, before, lambda: start)
    marked = board.svg.count("data-new")
    assert marked <= len(now.changed(start)) <= 2  # only the railhead may differ
    assert pictures(now, before)[0].svg.count("data-new") > MAX_MARKED_CHANGES


def test_new_piece_is_marked() -> None:
    game = registry.load("northern")
    match = Match(game, 3)
    words = next(w for a in match.state.legal() if (w := game.text(a)).startswith("invest"))
    match._play(Entry(MOVE, 0, 0, words))
    views = MatchViews(match)
    [board, *_] = pictures(views.at(0), views.at(0, 0), lambda: views.at(0, 0))
    assert board.svg.count("data-new") >= 1
