"""Reasons in words: what a move or a line pays, and to whom."""

from __future__ import annotations

from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.table.presentation.chances import better_move
from roundhouse.table.presentation.markup import NamesForReader
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.presentation.reasons import describe_gains, describe_line, describe_route

NAMES = NamesForReader(("Ann", "Bea", "Cem"), 1)


def opening() -> MatchViews:
    """Return the start of a Texas & Pacific game in which seats pass if they may."""
    game = registry.load("texas", speed="interpreted")
    match = Match(game, 3, NAMES)
    while match.ply < 60:
        words = [game.text(action) for action in match.state.legal()]
        match.submit(match.state.turn, "pass" if "pass" in words else words[0], match.ply)
    return MatchViews(match)


def test_gains_start_with_the_reader() -> None:
    assert describe_gains([5, -2, 0], NAMES, "$").striptags() == "you −$2 and Ann +$5"
    assert describe_gains([0, 1, 0], NAMES, "cubes").striptags() == "you +1 cube"
    assert describe_gains([0, 0, 0], NAMES, "$") == ""


def test_line_says_what_it_pays_and_to_whom() -> None:
    views = opening()
    last = views.match.ply
    scores = [views.match.state_at(ply).scores() for ply in (0, last)]
    gains = [b - a for a, b in zip(*scores, strict=True)]
    assert any(gains)
    assert describe_line(views, 1, 0, last, NAMES) == describe_gains(gains, NAMES, "$")
    assert describe_line(views, 1, 3, 3, NAMES) == ""


def test_mistake_names_the_seat_that_gained_most_of_it() -> None:
    views = opening()
    state = views.match.state_at(0)
    better = state.game.text(state.legal()[0])
    mistake = {"ply": 0, "seat": 0, "better": better, "worth": 0.09}

    def note(helped: list[float]) -> str:
        point = {**mistake, "helped": helped}
        return better_move(point, dict(views.log(None)), views, NAMES).worth.striptags()

    assert note([-0.09, 0.06, 0.03]) == "+9% chance of winning for Ann; most of it went to you"
    assert note([-0.09, 0.02, 0.07]) == "+9% chance of winning for Ann; most of it went to Cem"
    assert note([-0.09, 0.04, 0.04]) == note([]) == "+9% chance of winning for Ann"


def test_route_has_all_steps_of_the_seat() -> None:
    views = opening()
    turns = [played.entry.seat for played in views.match.line]
    begin = next(n for n in range(1, len(turns) - 1) if turns[n] == turns[n + 1] != turns[n - 1])
    steps = next(n for n, seat in enumerate(turns[begin:]) if seat != turns[begin])
    words = views.match.line[begin].entry.words
    route = describe_route(views, turns[begin], begin, words, NAMES)
    assert route.count(", then ") == min(steps, 6) - 1
