"""Who was winning, and when: nothing yet, how far the work is, or a chart with turning points and
the moves that would have been better, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.web.show.choices import offer_of
from roundhouse.web.show.line_chart import line_chart
from roundhouse.web.show.markup import rich
from roundhouse.web.show.match_views import MatchViews

MOST_BETTER = 8  # moves that gave most away, where those of all seats are listed together


def chances_part(
    over: bool,
    progress: tuple[int, int] | None,
    found: Mapping[str, Any] | None,
    views: MatchViews,
    names: Sequence[str],
    page: str,
    failed: bool = False,
) -> dict[str, Any]:
    """The part of a page: `progress` while a worker looks the game over, `found` after; `failed`
    where the last try came to nothing. `page` is where a ply can be looked at."""
    if not over:
        return {"state": "none"}
    if progress is not None:
        return {"state": "busy", "done": progress[0], "of": progress[1]}
    if found is None:
        return {"state": "open", "failed": failed}
    chart = line_chart(
        "Chance of winning",
        found["plies"],
        found["shares"],
        names,
        lambda ply: f"{page}?ply={ply}",
        said="{:.0%}".format,
        turning=[point["ply"] for point in found["turning_points"]],
    )
    said = dict(views.log(None))
    points = [
        {
            "ply": point["ply"] + 1,
            "seat": point["seat"],
            "change": f"{point['change']:+.0%}",
            "text": rich(said.get(point["ply"], point["move"]), names),
        }
        for point in found["turning_points"]
    ]
    worst = sorted(found.get("better", ()), key=lambda point: -point["worth"])[:MOST_BETTER]
    better = [better_move(point, said, views, names) for point in found.get("better", ())]
    shown = {point["ply"] + 1 for point in worst}
    return {
        "state": "ready",
        "chart": chart,
        "points": points,
        "better": [point for point in better if point["ply"] in shown],
        "accuracy": accuracy_lines(found),
    }


def accuracy_lines(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """(seat, accuracy in words, decisions) of the seats whose play could be judged."""
    return [
        {**row, "said": f"{row['accuracy']:.0%}"}
        for row in found.get("accuracy", ())
        if row["accuracy"] is not None
    ]


def better_move(
    point: Mapping[str, Any], said: Mapping[int, str], views: MatchViews, names: Sequence[str]
) -> dict[str, Any]:
    """A move that gave something away, and what would have been better: as the seat was offered
    it. (The game is over: whoever reads this may know everything.)"""
    ply, seat = point["ply"], point["seat"]
    offered = offer_of(views.match.state_at(ply).view(seat), point["better"], names)
    words = rich(point["better"], names)
    if offered is not None:
        heading, offer = offered
        words = heading + ": " + offer.label if heading else offer.label
    return {
        "ply": ply + 1,
        "seat": seat,
        "text": rich(said.get(ply, point["played"]), names),
        "better": words,
        "worth": f"{point['worth']:.0%}",
    }
