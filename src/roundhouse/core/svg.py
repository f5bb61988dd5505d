"""Drawing boards: a small writer of SVG, and the look all rooms share.

Colours are CSS variables with a fallback, so that a drawing stands on its own as a file and takes
on the page's light or dark paper when it is part of one. Everything that can be clicked carries
`data-ref`. Nothing is told by colour alone: seats have letters, too.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

SEAT_LETTERS = "ABCDEF"
# Okabe and Ito's palette, told apart by colour-blind people too; then the ink that reads on each.
SEAT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#f0e442", "#cc79a7", "#4d4d4d")
SEAT_INKS = ("#ffffff", "#111111", "#111111", "#111111", "#111111", "#ffffff")
# The rim of a piece: dark on light paper and light on dark, so that none vanishes in either.
RIM = "var(--map-ink,#3b3024)"

STYLE = """
.paper{fill:var(--map,#efe4c8)} .land{fill:var(--land,#e6d8b5)} .water{fill:var(--water,#c9d8d6)}
.line{fill:none;stroke:var(--map-line,#8a7350);stroke-width:3}
.faint{fill:none;stroke:var(--map-faint,#c4b28a);stroke-width:1.5}
.node{fill:var(--map-node,#fbf6e9);stroke:var(--map-ink,#3b3024);stroke-width:1.5}
.card{fill:var(--map-node,#fbf6e9);stroke:var(--map-edge,#8a7350);stroke-width:1.2}
.slot{fill:none;stroke:var(--map-edge,#8a7350);stroke-width:1.2}
.ink{fill:var(--map-ink,#3b3024)} .inkline{fill:none;stroke:var(--map-ink,#3b3024)}
text{font-family:"Alegreya Sans","Gill Sans","Trebuchet MS",sans-serif;fill:var(--map-ink,#3b3024)}
.name{font-size:13px} .small{font-size:11px} .big{font-size:20px;font-weight:bold}
.num{font-weight:bold;text-anchor:middle;dominant-baseline:central}
.middle{text-anchor:middle} [data-ref]{cursor:pointer}
"""


class _Opened:
    """An element that is open; it is closed when its block is left."""

    __slots__ = ("_end", "_parts")

    def __init__(self, parts: list[str], end: str) -> None:
        self._parts, self._end = parts, end

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self._parts.append(self._end)


class Svg:
    """An SVG being written: add shapes in the order they lie on the table."""

    def __init__(self, width: float, height: float, title: str, description: str = "") -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} '
            f'{number(height)}" role="img" class="board">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(description)}</desc>" if description else "",
            f"<style>{STYLE}</style>",
        ]

    def add(self, tag: str, text: str | None = None, **attributes: object) -> None:
        """One element; `class_` is class, other underscores become hyphens."""
        self._parts.append(_element(tag, text, **attributes))

    def marker(self, name: str, path: str, style: str, size: float = 9) -> None:
        """An arrow head, used by `marker_end="url(#name)"`; prefix it: ids are the page's."""
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
            self.add("path", d=path, style=style)

    def _inside(self, tag: str, attributes: dict[str, object]) -> _Opened:
        self._parts.append(_opening(tag, **attributes))
        return _Opened(self._parts, f"</{tag}>")

    def group(self, **attributes: object) -> _Opened:
        return self._inside("g", attributes)

    def ref(self, ref: str, label: str, **attributes: object) -> _Opened:
        """A group that can be clicked, with a name for those who hear the board."""
        opened = self.group(data_ref=ref, **attributes)
        self.add("title", label)
        return opened

    def text(self, x: float, y: float, text: str, class_: str = "name", **more: object) -> None:
        self.add("text", text, x=x, y=y, class_=class_, **more)

    def piece(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        colour: str,
        ink: str,
        text: str,
        font: float = 0,
    ) -> None:
        """A piece of wood or card, centred, with its letters; `font` is their size."""
        self.add(
            "rect",
            x=x - width / 2,
            y=y - height / 2,
            width=width,
            height=height,
            rx=min(width, height) / 6,
            fill=colour,
            stroke=RIM,
            stroke_width=1.5,
        )
        size = number(font or height * 0.72)
        self.text(x, y + 0.5, text, "num", style=f"font-size:{size}px;fill:{ink}")

    def pile(
        self, x: float, size: tuple[float, float], head: float, step: float, count: int, fill: str
    ) -> None:
        """Cards on top of each other, up to four, so that one sees how many there are; the top one
        has a head of this colour."""
        width, height = size
        for back in range(min(count, 4) - 1, -1, -1):
            self.add(
                "rect",
                x=x + step * back,
                y=3 + 2 * back,
                width=width,
                height=height,
                rx=5,
                class_="card",
            )
        self.add(
            "rect",
            x=x,
            y=3,
            width=width,
            height=head,
            rx=5,
            fill=fill,
            stroke=RIM,
            stroke_width=1.5,
        )

    def seat_cube(self, x: float, y: float, size: float, seat: int) -> None:
        """A wooden cube of a seat, centred, with the seat's letter."""
        self.piece(x, y, size, size, SEAT_COLOURS[seat], SEAT_INKS[seat], SEAT_LETTERS[seat])

    def rails(self, path: str, colour: str, width: float = 4) -> None:
        """Track: sleepers, and on them a line in the owner's colour between two rails."""
        for wide, stroke, dashes in (
            (width * 3, RIM, f"{number(width * 0.6)} {number(width * 1.4)}"),
            (width + 3, RIM, None),
            (width, colour, None),
        ):
            self.add(
                "path",
                d=path,
                fill="none",
                stroke=stroke,
                stroke_width=wide,
                stroke_dasharray=dashes,
            )

    def __str__(self) -> str:
        return "".join(self._parts) + "</svg>"


def number(value: object) -> str:
    """Short and the same on every machine: at most two places, no trailing zeros, no zero with a
    sign."""
    if isinstance(value, float):
        short = f"{value:.2f}".rstrip("0").rstrip(".")
        return "0" if short == "-0" else short
    return str(value)


# From one move to the next nearly every element of a board stays what it was: its words are kept,
# and a drawing is put together from them. (`typed`: 1 and True are not written alike.)
KEPT = 16_384


@lru_cache(KEPT, typed=True)
def _element(tag: str, text: str | None, **attributes: object) -> str:
    body = "/>" if text is None else f">{escape(text)}</{tag}>"
    return f"<{tag}{_attributes(attributes)}{body}"


@lru_cache(KEPT, typed=True)
def _opening(tag: str, **attributes: object) -> str:
    return f"<{tag}{_attributes(attributes)}>"


def _attributes(attributes: dict[str, object]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
