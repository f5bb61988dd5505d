"""A small picture of a table, for a list: the sheet in focus, and how it ended."""

from __future__ import annotations

from html import escape

from roundhouse.core.view import View
from roundhouse.web.show.endings import place
from roundhouse.web.show.snapshot import Snapshot

# The map under a lamp, as in the style sheet: a picture on its own does not see the page's.
_NIGHT = (
    "svg{--map:#2b2620;--land:#383026;--water:#25363a;--map-line:#a98f66;--map-faint:#594c3a;"
    "--map-node:#3a332a;--map-ink:#efe4cf}"
)
_LAMPS = {"light": "", "dark": _NIGHT, "": f"@media(prefers-color-scheme:dark){{{_NIGHT}}}"}


def under_lamp(svg: str, lamp: str) -> str:
    """A drawing as a picture of its own, by day or by night."""
    return svg.replace("</svg>", f"<style>{_LAMPS.get(lamp, '')}</style></svg>")


def thumbnail(now: Snapshot, lamp: str) -> str:
    """What the viewer sees of the table, without what could be chosen."""
    view: View = {**now.view, "choices": [], "shortcuts": []}
    svg = now.game.draw(view, view["focus"])
    return under_lamp(svg.replace("</svg>", f"{_ribbon(view)}</svg>"), lamp)


def _ribbon(view: View) -> str:
    """Which place the viewer has come to, across the picture of a game that is over."""
    ranks, seat = view["ranks"], view["seat"]
    if ranks is None:
        return ""
    text = "over"
    if seat is not None:
        text = "You won" if ranks[seat] == 0 else place(ranks[seat], len(ranks))
    return (
        '<rect x="0" y="0" width="360" height="96" fill="#2f2620"/>'
        '<text x="24" y="66" style="font-size:58px;font-weight:bold;fill:#fbf7ec">'
        f"{escape(text)}</text>"
    )
