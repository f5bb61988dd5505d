"""Who was winning, and when: nothing yet, how far the work is, or a chart with turning points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from roundhouse.lab.charts import chances_chart
from roundhouse.web.show.markup import rich


def chances_part(
    over: bool,
    progress: tuple[int, int] | None,
    found: Mapping[str, Any] | None,
    names: Sequence[str],
    log: Sequence[tuple[int, str]],
) -> dict[str, Any]:
    """The part of a replay's page: `progress` while a worker looks the game over, `found` after."""
    if not over:
        return {"state": "none"}
    if progress is not None:
        return {"state": "busy", "done": progress[0], "of": progress[1]}
    if found is None:
        return {"state": "open"}
    chart = chances_chart(
        "Chance of winning",
        found["shares"],
        found["plies"],
        [point["ply"] for point in found["turning_points"]],
        names,
    )
    said = dict(log)
    points = [
        {
            "ply": point["ply"] + 1,
            "seat": point["seat"],
            "change": f"{point['change']:+.0%}",
            "text": rich(said.get(point["ply"], point["move"]), names),
        }
        for point in found["turning_points"]
    ]
    return {"state": "ready", "chart": Markup(chart), "points": points}
