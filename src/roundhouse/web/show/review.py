"""The review of a finished game: the mistakes of one seat as a walk, each played out on the board
as it was and as it might have been."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.play.match import MOVE, Anchor, Entry, Match
from roundhouse.play.puzzles import book_of, read_move
from roundhouse.web.show.chances import better_move
from roundhouse.web.show.log import LogLine
from roundhouse.web.show.markup import rich
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.show.scene import scene

AS_PLAYED = 6  # plies that are shown of how it went


def review_walk(
    found: Mapping[str, Any], views: MatchViews, names: Sequence[str], seat: int
) -> list[dict[str, Any]]:
    """The mistakes of a seat, in the order of the game, in words."""
    said = dict(views.log(None))
    themes = book_of(views.match.game.meta.id).themes
    walk = []
    for point in found.get("better", ()):
        if point["seat"] == seat:
            verb = point["better"].split(maxsplit=1)[0]
            theme = verb if verb in themes else ""
            walk.append({**better_move(point, said, views, names), "theme": theme})
    return walk


def point_on_board(
    point: Mapping[str, Any],
    views: MatchViews,
    names: Sequence[str],
    way: str,
    step: int,
    sheet: str,
) -> dict[str, Any]:
    """A mistake on the board: `step` plies along the way it went (`played`) or the better one."""
    ply, seat = int(point["ply"]), int(point["seat"])
    line = point.get("line") or []
    better = branch(views.match, ply, line) if line else views
    plies = {"played": min(AS_PLAYED, views.match.ply - ply), "better": len(line)}
    chosen = way if plies.get(way) else "better" if line else "played"
    shown = better if chosen == "better" else views
    at = max(0, min(step, plies[chosen]))
    now = shown.at(seat, ply + at)
    before = shown.at(seat, ply + at - 1) if ply + at else None
    return {
        **scene(now, before, names, sheet),
        "way": chosen,
        "step": at,
        "plies": plies,
        "lines": {
            "played": _lines(views, names, seat, ply, plies["played"]),
            "better": _lines(better, names, seat, ply, plies["better"]),
        },
    }


def branch(match: Match, ply: int, line: Sequence[str]) -> MatchViews:
    """The match as far as a ply, and then another line."""
    entries = [made.entry for made in match.line[:ply]]
    for n, text in enumerate(line):
        move = read_move(text)
        entries.append(Entry(MOVE, ply + n, move.seat, move.words))
    anchors = [Anchor(ply, ply, match.packed_at(ply))] if ply else []
    seats = match.state.seats
    return MatchViews(Match.resume(match.game, seats, entries, match.names, anchors=anchors))


def _lines(
    views: MatchViews, names: Sequence[str], seat: int, ply: int, plies: int
) -> list[LogLine]:
    """What is said of these plies; the number is the step after which the board shows it."""
    said = views.match.sentences(seat, ply, ply + plies)
    return [LogLine(at - ply + 1, rich(text, names)) for at, text in said]
