"""A small picture of a game for a list: its map without labels, and the result."""

from __future__ import annotations

import re
from html import escape

from roundhouse.core.game import Game
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.table.presentation.endings import place
from roundhouse.table.presentation.match_views import DrawnView

# The map's dark colors, as in the style sheet, which does not apply to standalone images.
_NIGHT = (
    "svg{--map:#252b29;--land:#2f3a31;--water:#1c3742;--map-line:#a98f66;--map-faint:#594c3a;"
    "--map-node:#343b37;--map-ink:#efe4cf;--river:#3f6c7c;--peak:#4a5448;--snow:#8f9c90}"
)
_THEME_STYLES = {"light": "", "dark": _NIGHT, "": f"@media(prefers-color-scheme:dark){{{_NIGHT}}}"}


def with_theme(svg: str, theme: str) -> str:
    """Return a drawing as a standalone image in a color theme."""
    return svg.replace("</svg>", f"<style>{_THEME_STYLES.get(theme, '')}</style></svg>")


MAPS = ("map", "board")  # names of drawings that show where a game is played
_TEXT = re.compile(r"<text\b[^>]*>[^<]*</text>")
# Labels are illegible at this size, so lines and pieces are drawn larger instead.
_BOLD = ".line{stroke-width:7px}.node{stroke-width:4px}.faint{stroke-width:3px}"


def map_name(game: Game) -> str:
    """Return the name of the drawing that shows the map."""
    names = [drawing.name for drawing in game.drawings if not drawing.mine]
    return next((each for each in MAPS if each in names), names[0])


def miniature(game: Game, view: View) -> str:
    """Return the map of a position, without its labels and choices."""
    svg = game.draw({**view, "choices": [], "shortcuts": []}, map_name(game))
    return _TEXT.sub("", svg).replace("</style>", f"{_BOLD}</style>", 1)


def thumbnail(now: DrawnView, theme: str) -> str:
    """Return the viewer's view of the table in small, with the result."""
    svg = miniature(now.game, now.view)
    return with_theme(svg.replace("</svg>", f"{_ribbon(now.view)}</svg>"), theme)


def _ribbon(view: View) -> str:
    """Return a banner with the viewer's place in a finished game."""
    ranks, seat = view["ranks"], view["seat"]
    if ranks is None:
        return ""
    text = _("Finished")
    if seat is not None:
        text = _("You won") if ranks[seat] == 0 else place(ranks[seat], len(ranks))
    return (
        '<rect x="0" y="0" width="360" height="96" fill="#2f2620"/>'
        '<text x="24" y="66" style="font-size:58px;font-weight:bold;fill:#fbf7ec">'
        f"{escape(text)}</text>"
    )
