"""A small picture of a table for a list: its main drawing and the result."""

from __future__ import annotations

from html import escape

from roundhouse.core.view import View
from roundhouse.table.presentation.drawn_view import DrawnView
from roundhouse.table.presentation.endings import place

# The map's dark colors, as in the style sheet, which does not apply to standalone images.
_NIGHT = (
    "svg{--map:#2b2620;--land:#383026;--water:#25363a;--map-line:#a98f66;--map-faint:#594c3a;"
    "--map-node:#3a332a;--map-ink:#efe4cf}"
)
_THEME_STYLES = {"light": "", "dark": _NIGHT, "": f"@media(prefers-color-scheme:dark){{{_NIGHT}}}"}


def with_theme(svg: str, theme: str) -> str:
    """Return a drawing as a standalone image in a color theme."""
    return svg.replace("</svg>", f"<style>{_THEME_STYLES.get(theme, '')}</style></svg>")


def thumbnail(now: DrawnView, theme: str) -> str:
    """Return the viewer's view of the table, without choices."""
    view: View = {**now.view, "choices": [], "shortcuts": []}
    svg = now.game.draw(view, view["focus"])
    return with_theme(svg.replace("</svg>", f"{_ribbon(view)}</svg>"), theme)


def _ribbon(view: View) -> str:
    """Return a banner with the viewer's place in a finished game."""
    ranks, seat = view["ranks"], view["seat"]
    if ranks is None:
        return ""
    text = "Finished"
    if seat is not None:
        text = "You won" if ranks[seat] == 0 else place(ranks[seat], len(ranks))
    return (
        '<rect x="0" y="0" width="360" height="96" fill="#2f2620"/>'
        '<text x="24" y="66" style="font-size:58px;font-weight:bold;fill:#fbf7ec">'
        f"{escape(text)}</text>"
    )
