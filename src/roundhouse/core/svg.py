"""A small SVG writer, and the style that all games share.

Colours are CSS variables with a fallback: a drawing works as a file on its own, and follows the
light or dark theme of a page. Every clickable element has a `data-ref`. Colour is never the only
distinction: seats have letters too. Wide sheets are narrower on a phone: `desk_only`, `phone_only`
and `moved_on_phone` open groups that a page hides or moves there.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from roundhouse.core.seat_colours import SEAT_COLOURS, SEAT_INKS
from roundhouse.core.text import SEAT_LETTERS

# The outline of a piece, visible in the light and the dark theme.
RIM = "var(--map-ink,#3b3024)"
SEAT_LETTER = 0.62  # font size of a seat's letter per diameter of its disc

STYLE = """
.paper{fill:var(--map,#f1e7cf)} .land{fill:var(--land,#dfdcb8)} .water{fill:var(--water,#bcd7de)}
.peak{fill:var(--peak,#c3b58f)} .snow{fill:var(--snow,#fbf6e9)}
.line{fill:none;stroke:var(--map-line,#8a7350);stroke-width:3}
.faint{fill:none;stroke:var(--map-faint,#c4b28a);stroke-width:1.5}
.node{fill:var(--map-node,#fbf6e9);stroke:var(--map-ink,#3b3024);stroke-width:1.5}
.card{fill:var(--map-node,#fbf6e9);stroke:var(--map-edge,#8a7350);stroke-width:1.2}
.slot{fill:none;stroke:var(--map-edge,#8a7350);stroke-width:1.2}
.ink{fill:var(--map-ink,#3b3024)} .inkline{fill:none;stroke:var(--map-ink,#3b3024)}
text{font-family:"Fira Sans","Helvetica Neue",Arial,sans-serif;fill:var(--map-ink,#3b3024)}
.name{font-size:13px} .small{font-size:11px} .big{font-size:20px;font-weight:bold}
.num{font-weight:bold;text-anchor:middle;dominant-baseline:central}
.middle{text-anchor:middle} [data-ref]{cursor:pointer}
"""


class _OpenElement:
    """An open element; leaving its `with` block writes the closing tag."""

    __slots__ = ("_end", "_parts")

    def __init__(self, parts: list[str], end: str) -> None:
        self._parts, self._end = parts, end

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self._parts.append(self._end)


class Svg:
    """A writer of one SVG document; later shapes cover earlier ones."""

    def __init__(self, width: float, height: float, title: str, description: str = "") -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {format_number(width)} '
            f'{format_number(height)}" role="img" class="board">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(description)}</desc>" if description else "",
            f"<style>{STYLE}</style>",
        ]

    def add(self, tag: str, text: str | None = None, **attributes: object) -> None:
        """Add an element; `class_` becomes class, other underscores become hyphens."""
        self._parts.append(_element(tag, text, **attributes))

    def rect(self, x: float, y: float, width: float, height: float, **attributes: object) -> None:
        self.add("rect", None, x=x, y=y, width=width, height=height, **attributes)

    def circle(self, cx: float, cy: float, r: float, **attributes: object) -> None:
        self.add("circle", None, cx=cx, cy=cy, r=r, **attributes)

    def line(self, x1: float, y1: float, x2: float, y2: float, **attributes: object) -> None:
        self.add("line", None, x1=x1, y1=y1, x2=x2, y2=y2, **attributes)

    def path(self, d: str, **attributes: object) -> None:
        self.add("path", None, d=d, **attributes)

    def marker(self, name: str, path: str, style: str, size: float = 9) -> None:
        """Define an arrowhead for `marker_end="url(#name)"`, with an id unique in a page."""
        box: dict[str, object] = {
            "id": name,
            "viewBox": "0 0 10 10",
            "refX": 9,
            "refY": 5,
            "markerWidth": size,
            "markerHeight": size,
            "markerUnits": "userSpaceOnUse",
            "orient": "auto",
        }
        with self._inside("defs", {}), self._inside("marker", box):
            self.path(path, style=style)

    def _inside(self, tag: str, attributes: dict[str, object]) -> _OpenElement:
        self._parts.append(_opening(tag, **attributes))
        return _OpenElement(self._parts, f"</{tag}>")

    def group(self, **attributes: object) -> _OpenElement:
        """Open a group, for a `with` block."""
        return self._inside("g", attributes)

    def ref(self, ref: str, label: str, **attributes: object) -> _OpenElement:
        """Open a clickable group with a label for screen readers."""
        group = self.group(data_ref=ref, **attributes)
        self.add("title", label)
        return group

    def desk_only(self) -> _OpenElement:
        """Open a group that a phone does not show."""
        return self.group(class_="desk-only")

    def phone_only(self) -> _OpenElement:
        """Open a group that only a phone shows."""
        return self.group(class_="phone-only", display="none")

    def moved_on_phone(self, dx: float, dy: float = 0, scale: float = 1) -> _OpenElement:
        """Open a group that a page on a phone scales and moves by (dx, dy)."""
        move = f"translate({format_number(float(dx))}px,{format_number(float(dy))}px)"
        grow = "" if scale == 1 else f" scale({format_number(scale)})"
        return self.group(class_="phone-moved", style=f"--phone:{move}{grow}")

    def text(self, x: float, y: float, text: str, class_: str = "name", **more: object) -> None:
        """Add a text."""
        self.add("text", text, x=x, y=y, class_=class_, **more)

    def piece(
        self,
        place: tuple[float, float],
        size: float,
        colour: str,
        ink: str,
        text: str,
        font: float = 0,
    ) -> None:
        """Add a square wooden or cardboard piece, centred, with a text of size `font`."""
        x, y = place
        self.rect(
            x - size / 2,
            y - size / 2,
            size,
            size,
            rx=size / 6,
            fill=colour,
            stroke=RIM,
            stroke_width=1.5,
        )
        font_size = format_number(font or size * 0.72)
        self.text(x, y + 0.5, text, "num", style=f"font-size:{font_size}px;fill:{ink}")

    def pile(
        self, x: float, size: tuple[float, float], head: float, step: float, count: int, fill: str
    ) -> None:
        """Add a pile of up to four visible cards; `fill` colours the top one's header."""
        width, height = size
        for back in range(min(count, 4) - 1, -1, -1):
            self.rect(x + step * back, 3 + 2 * back, width, height, rx=5, class_="card")
        self.rect(x, 3, width, head, rx=5, fill=fill, stroke=RIM, stroke_width=1.5)

    def row_frame(self, top: float, height: float, phone_width: str) -> None:
        """Frame a row of a table, such as the active railroad's, outside its ref."""
        self.rect(
            8,
            top + 3,
            984,
            height - 6,
            rx=8,
            class_="inkline phone-width",
            style=f"stroke-width:3;pointer-events:none;{phone_width}",
        )

    def seat_cube(self, x: float, y: float, size: float, seat: int) -> None:
        """Add a seat's cube, centred, with its letter."""
        self.piece((x, y), size, SEAT_COLOURS[seat], SEAT_INKS[seat], SEAT_LETTERS[seat])

    def seat_disc(self, x: float, y: float, size: float, seat: int) -> None:
        """Add a seat's disc, centred, with its letter.

        It is round, so that it is not mistaken for a company's mark.
        """
        self.circle(x, y, size / 2, fill=SEAT_COLOURS[seat], stroke=RIM, stroke_width=1.5)
        style = f"font-size:{format_number(size * SEAT_LETTER)}px;fill:{SEAT_INKS[seat]}"
        self.text(x, y + 0.5, SEAT_LETTERS[seat], "num", style=style)

    def rails(self, path: str, colour: str, width: float = 4) -> None:
        """Add track: sleepers, two rails, and a line in the owner's colour between them."""
        for wide, stroke, dashes in (
            (width * 3, RIM, f"{format_number(width * 0.6)} {format_number(width * 1.4)}"),
            (width + 3, RIM, None),
            (width, colour, None),
        ):
            self.path(path, fill="none", stroke=stroke, stroke_width=wide, stroke_dasharray=dashes)

    def __str__(self) -> str:
        return "".join(self._parts) + "</svg>"


def words(svg: Svg, x: float, y: float, text: str, size: float, **more: object) -> None:
    """Draw plain text; `more` takes `anchor`, `bold`, `fill` and SVG attributes."""
    style = f"font-size:{format_number(size)}px"
    if more.pop("bold", False):
        style += ";font-weight:bold"
    if "fill" in more:
        style += f";fill:{more.pop('fill')}"
    svg.add("text", text, x=x, y=y, text_anchor=more.pop("anchor", None), style=style, **more)


def format_number(value: object) -> str:
    """Format a value; floats get at most two decimals, no trailing zeros and no `-0`."""
    if isinstance(value, float):
        short = f"{value:.2f}".rstrip("0").rstrip(".")
        return "0" if short == "-0" else short
    return str(value)


# Nearly every element of a drawing is the same after a move, so their texts are cached. The cache
# is typed because 1 and True are equal but are written differently.
MAX_CACHED_ELEMENTS = 16_384


@lru_cache(MAX_CACHED_ELEMENTS, typed=True)
def _element(tag: str, text: str | None, **attributes: object) -> str:
    body = "/>" if text is None else f">{escape(text)}</{tag}>"
    return f"<{tag}{_attributes(attributes)}{body}"


@lru_cache(MAX_CACHED_ELEMENTS, typed=True)
def _opening(tag: str, **attributes: object) -> str:
    return f"<{tag}{_attributes(attributes)}>"


def _attributes(attributes: dict[str, object]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(format_number(value))}"'
        for name, value in attributes.items()
        if value is not None
    )


INK = "#3b3024"
DASHES = (None, "8 3", "3 3", "10 3 3 3", "5 2", "14 4")  # of each seat


def seat_line(svg: Svg, seat: int, shapes: Iterable[str], width: float) -> None:
    """Draw a seat's lines with an edge, since some colours are faint on the page."""
    for line_width, colour in ((width + 2, RIM), (width, SEAT_COLOURS[seat])):
        for shape in shapes:
            svg.path(
                shape,
                fill="none",
                stroke=colour,
                stroke_width=line_width,
                stroke_dasharray=DASHES[seat],
                data_seat=seat,
            )
