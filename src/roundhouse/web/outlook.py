"""What a replay shows about who was winning: nothing yet, how far the work is, or a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from roundhouse.lab.charts import chances_chart
from roundhouse.web import present
from roundhouse.web.house import House

if TYPE_CHECKING:
    from roundhouse.web.replays import Film


def outlook(house: House, film: Film) -> dict[str, Any]:
    if not film.reel.match.over:
        return {"state": "none"}
    progress = house.analyst.progress(film.source)
    if progress is not None:
        return {"state": "busy", "done": progress[0], "of": progress[1]}
    found = house.store.insight(film.source)
    if found is None:
        return {"state": "open"}
    chart = chances_chart(
        "Chance of winning",
        found["shares"],
        found["plies"],
        [point["ply"] for point in found["turning_points"]],
        film.names,
    )
    log = dict(film.reel.log(film.seat))
    points = [
        {
            "ply": point["ply"] + 1,
            "seat": point["seat"],
            "change": f"{point['change']:+.0%}",
            "text": present.rich(log.get(point["ply"], point["move"]), film.names),
        }
        for point in found["turning_points"]
    ]
    return {"state": "ready", "chart": Markup(chart), "points": points}
