"""The picture of a result to share: the ranking as a train, beside the map."""

from __future__ import annotations

import re
from collections.abc import Sequence

from roundhouse.core.svg import STYLE, Svg
from roundhouse.core.text import quantity
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.table.presentation.endings import PLACES, headline
from roundhouse.table.presentation.match_views import DrawnView
from roundhouse.table.presentation.result import CAR_HEIGHT, CAR_WIDTH, draw_car
from roundhouse.table.presentation.thumbnail import map_name

WIDTH, HEIGHT = 1200.0, 630.0  # the size that messengers show
MAP_LEFT, MAP_TOP, MAP_WIDTH, MAP_HEIGHT = 470.0, 40.0, 700.0, 550.0
LEFT, FIRST_ROW = 40.0, 190.0
MAX_NAME = 18
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def share_picture(final: DrawnView, names: Sequence[str]) -> str:
    """Return the final position of a game as a standalone picture for spectators."""
    view, game = final.view, final.game
    ranks, unit = view["ranks"] or [], view["panels"][0].get("unit") or game.meta.unit
    svg = Svg(WIDTH, HEIGHT, _("Result of {game}", game=game.meta.title))
    svg.path(f"M0 0H{WIDTH}V{HEIGHT}H0Z", fill="#f5eedd")
    svg.path(f"M0 0H14V{HEIGHT}H0Z", fill="#8c3b22")
    svg.text(LEFT, 72, game.meta.title, style="font-size:26px;font-style:italic;fill:#6a5a48")
    title = headline(ranks, names).striptags()
    size = min(46, 760 // len(title))
    svg.text(LEFT, 128, title, style=f"font-size:{size}px;font-weight:bold;fill:#2f2620")
    rows = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    step = min(100.0, (HEIGHT - FIRST_ROW - 40) / len(rows))
    scale = min(0.9, (step - 8) / CAR_HEIGHT)
    for row, seat in enumerate(rows):
        y = FIRST_ROW + step * row
        with svg.group(transform=f"translate({LEFT} {y}) scale({scale:.3f})"):
            draw_car(svg, seat, wins=ranks[seat] == 0)
        x, middle = LEFT + CAR_WIDTH * 0.9 + 18, y + CAR_HEIGHT * scale * 0.6
        label = f"{PLACES[ranks[seat]]}  {names[seat][:MAX_NAME]}"
        weight = "bold" if ranks[seat] == 0 else "normal"
        style = f"font-size:22px;font-weight:{weight};fill:#2f2620"
        svg.text(x, middle, label, style=style)
        score = quantity(view["panels"][seat]["score"], unit)
        svg.text(x, middle + 25, score, style=f"{style};fill:#6a5a48")
    svg.text(WIDTH - 30, HEIGHT - 14, "Roundhouse", "name", text_anchor="end")
    picture = str(svg).removesuffix("</svg>")
    return f"{picture}<style>{PICTURE_STYLE}</style>{_map(final)}</svg>"


PICTURE_STYLE = ".rails{fill:none;stroke:#8a7350;stroke-width:2.5}.steam{fill:#d9cdb4}"


def _map(final: DrawnView) -> str:
    """Return the drawing of the map, placed on the right."""
    view: View = {**final.view, "choices": [], "shortcuts": []}
    drawing = final.game.draw(view, map_name(final.game))
    width, height = map(float, _SIZE.search(drawing).groups())  # type: ignore[union-attr]
    scale = min(MAP_WIDTH / width, MAP_HEIGHT / height)
    x = MAP_LEFT + (MAP_WIDTH - width * scale) / 2
    y = MAP_TOP + (MAP_HEIGHT - height * scale) / 2
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width * scale:.1f}" height="{height * scale:.1f}"'
    drawing = drawing.replace(f"<style>{STYLE}</style>", "")
    return drawing.replace("<svg ", f"<svg {place} ", 1)
