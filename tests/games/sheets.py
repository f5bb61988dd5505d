"""Reads a drawing as an eye would: how large its texts come out, and what they stand on.

Our own SVG only: rectangles, circles, polygons, simple paths, texts, groups that are moved, turned
or scaled.
Colours are those of the page's style sheets, in the light and in the dark theme.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from xml.etree import ElementTree

import roundhouse
from roundhouse.core.svg import STYLE
from roundhouse.core.svg_matrix import SAME, Matrix, apply, times, transform

STAGE = (1000, 640)  # a sheet in focus, in CSS pixels, in a window of 1440 x 900
HAND = (900, 96)  # what one holds, on a phone, where it may be wider than the window
THEMES = ("light", "dark")
SQUARE = 40  # of a drawing, in its own measure: where to look for what lies at a place
Colour = tuple[float, float, float]
_NUMBER = re.compile(r"-?\d+\.?\d*")
_SIZES = {name: float(size) for name, size in re.findall(r"\.(\w+)\{font-size:([\d.]+)px", STYLE)}
_FILLS = dict(re.findall(r"\.(\w+)\{fill:([^;}]+)", STYLE))
_STROKES = dict(re.findall(r"\.(\w+)\{[^}]*stroke:([^;}]+)", STYLE))


@cache
def variables(theme: str) -> dict[str, str]:
    """The colours of a theme, from the page's style sheets."""
    folder = Path(roundhouse.__file__).parent / "web" / "static"
    found: dict[str, str] = {}
    selectors = (r":root", r':root\[data-theme="dark"\]')[: 1 + (theme == "dark")]
    for sheet in sorted(folder.rglob("*.css")):
        text = sheet.read_text(encoding="utf-8")
        for selector in selectors:
            for block in re.findall(rf"(?m)^{selector}\s*\{{(.*?)\}}", text, re.DOTALL):
                found |= dict(re.findall(r"(--[\w-]+):\s*(#[0-9a-fA-F]{6})", block))
    assert "--map-ink" in found, "the page's style sheets name the map's colours"
    return found


@dataclass
class Text:
    """A text as it is seen: its size where the sheet fills the stage, ink and ground."""

    said: str
    pixels: float
    contrast: float


@dataclass
class Piece:
    """A filled shape with an outline: the better of both against what it lies on."""

    fill: str
    contrast: float


@dataclass
class _Shape:
    points: list[tuple[float, float]]  # of a polygon, where it is seen
    colour: Colour
    opacity: float

    def __post_init__(self) -> None:
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        self.box = min(xs), min(ys), max(xs), max(ys)

    def covers(self, x: float, y: float) -> bool:
        left, top, right, foot = self.box
        if not (left <= x <= right and top <= y <= foot):
            return False
        inside = False
        for (x1, y1), (x2, y2) in zip(self.points, self.points[1:] + self.points[:1], strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


class Sheet:
    """A drawing in a theme: `texts` and `pieces` as they are seen."""

    def __init__(self, svg: str, theme: str, box: tuple[int, int] = STAGE) -> None:
        root = ElementTree.fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))
        self.width, self.height = (float(n) for n in root.attrib["viewBox"].split()[2:])
        self.scale = min(box[0] / self.width, box[1] / self.height)
        self.theme = theme
        self._shapes: dict[tuple[int, int], list[_Shape]] = {}  # by the squares that they touch
        self.texts: list[Text] = []
        self.pieces: list[Piece] = []
        self.titles = [title.text or "" for title in root.iter("title")]
        self._walk(root, SAME)

    @property
    def smallest(self) -> Text:
        return min(self.texts, key=lambda text: text.pixels)

    def colour(self, said: str) -> Colour | None:
        """A colour of the drawing in this theme; none where nothing is painted."""
        return _colour(said, self.theme)

    def ground(self, x: float, y: float) -> Colour:
        """What is seen at a place, as far as it is painted."""
        seen = self.colour("var(--sheet,#fbf7ec)")
        assert seen is not None
        veils: list[_Shape] = []  # from the top down to what nothing shines through
        for shape in reversed(self._shapes.get((int(x // SQUARE), int(y // SQUARE)), [])):
            if shape.covers(x, y):
                if shape.opacity == 1:
                    seen = shape.colour
                    break
                veils.append(shape)
        for shape in reversed(veils):
            seen = tuple(  # type: ignore[assignment]
                over * shape.opacity + under * (1 - shape.opacity)
                for over, under in zip(shape.colour, seen, strict=True)
            )
        return seen

    def _paint(self, shape: _Shape) -> None:
        left, top, right, foot = (int(n // SQUARE) for n in shape.box)
        for x in range(left, right + 1):
            for y in range(top, foot + 1):
                self._shapes.setdefault((x, y), []).append(shape)

    def _walk(self, element: ElementTree.Element, matrix: Matrix) -> None:
        matrix = times(matrix, transform(element.get("transform", "")))
        if element.tag == "text":
            self._text(element, matrix)
        elif element.tag in ("rect", "circle", "path", "polygon"):
            self._shape(element, matrix)
        elif element.tag != "defs":
            for child in element:
                self._walk(child, matrix)

    def _text(self, element: ElementTree.Element, matrix: Matrix) -> None:
        style, classes = _style(element), element.get("class", "").split()
        size = (
            float(style["font-size"].removesuffix("px"))
            if "font-size" in style
            else max((_SIZES[name] for name in classes if name in _SIZES), default=0)
        )
        assert size, f"no size: {element.text!r}"
        ink = self.colour(style.get("fill", "var(--map-ink,#3b3024)"))
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        if "num" not in classes:
            y -= size * 0.3
        if "num" not in classes and element.get("text-anchor") != "middle":
            x += size * (-0.3 if element.get("text-anchor") == "end" else 0.3)
        halo = self.colour(element.get("stroke", "none"))
        below = halo or self.ground(*apply(matrix, x, y))
        assert ink is not None
        pixels = size * math.hypot(matrix[0], matrix[1]) * self.scale
        self.texts.append(Text(element.text or "", pixels, contrast(ink, below)))

    def _shape(self, element: ElementTree.Element, matrix: Matrix) -> None:
        style, classes = _style(element), element.get("class", "").split()
        fills = [_FILLS[name] for name in classes if name in _FILLS]
        named = fills[-1] if fills else element.get("fill", "")
        fill = self.colour(style.get("fill", str(named)))
        strokes = [_STROKES[name] for name in classes if name in _STROKES]
        stroke = self.colour(strokes[-1] if strokes else element.get("stroke", "none"))
        if fill is None:
            return
        points = _outline(element)
        if not points:
            return
        centre = apply(matrix, *_middle(points))
        tint = "fill-opacity" in element.attrib  # of the ground, not a piece on it
        if element.get("fill", "").startswith("#") and stroke is not None and not tint:
            below = self.ground(*centre)
            seen = max(contrast(fill, below), contrast(stroke, below))
            self.pieces.append(Piece(element.get("fill", ""), seen))
        opacity = float(element.get("fill-opacity", 1)) * float(element.get("opacity", 1))
        placed = [apply(matrix, *point) for point in points]
        self._paint(_Shape(placed, fill, opacity))


# The same few drawings, colours and pairs of them are asked for over and over.
sheet = lru_cache(maxsize=256)(Sheet)


@cache
def _colour(said: str, theme: str) -> Colour | None:
    found = re.fullmatch(r"var\((--[\w-]+),\s*(#\w+)\)", said)
    said = variables(theme).get(found[1], found[2]) if found else said
    if said in ("none", "transparent", ""):
        return None
    assert re.fullmatch(r"#[0-9a-fA-F]{6}", said), said
    red, green, blue = (int(said[n : n + 2], 16) for n in (1, 3, 5))
    return red, green, blue


@cache
def contrast(one: Colour, two: Colour) -> float:
    """As WCAG counts it: 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [n / 255 for n in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _style(element: ElementTree.Element) -> dict[str, str]:
    parts = [part.split(":", 1) for part in element.get("style", "").split(";") if part]
    return {name.strip(): value.strip() for name, value in parts}


def _outline(element: ElementTree.Element) -> list[tuple[float, float]]:
    def at(name: str) -> float:
        return float(element.get(name, 0))

    if element.tag == "circle":
        turns = [math.pi * n / 12 for n in range(24)]
        x, y, r = at("cx"), at("cy"), at("r")
        return [(x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns]
    if element.tag == "rect":
        x, y, right, foot = at("x"), at("y"), at("x") + at("width"), at("y") + at("height")
        return [(x, y), (right, y), (right, foot), (x, foot)]
    if element.tag == "polygon":
        flat = [float(n) for n in _NUMBER.findall(element.get("points", ""))]
        return list(zip(flat[::2], flat[1::2], strict=True))
    return list(_path(element.get("d", "")))


def _path(d: str) -> Iterator[tuple[float, float]]:
    """The corners of a path; a curve is its end, an arc has its middle too."""
    x = y = 0.0
    for letter, rest in re.findall(r"([MLHVZQAqtlhvm])([^MLHVZQAqtlhvm]*)", d):
        numbers = [float(n) for n in _NUMBER.findall(rest)]
        step = {"H": 1, "V": 1, "h": 1, "v": 1, "Q": 4, "q": 4, "Z": 1, "A": 7}.get(letter, 2)
        for n in range(0, len(numbers), step):
            part = numbers[n : n + step]
            if letter == "A":
                yield _arc((x, y), part[0], (part[-2], part[-1]))
            if letter in "Hh":
                x = part[0] + (x if letter == "h" else 0)
            elif letter in "Vv":
                y = part[0] + (y if letter == "v" else 0)
            elif letter.isupper():
                x, y = part[-2:]
            else:
                x, y = x + part[-2], y + part[-1]
            yield x, y


def _arc(a: tuple[float, float], radius: float, b: tuple[float, float]) -> tuple[float, float]:
    """The middle of an arc of at most half a circle."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    half = math.hypot(dx, dy) / 2
    high = radius - math.sqrt(max(0.0, radius**2 - half**2))
    return a[0] + dx / 2 + dy / 2 / half * high, a[1] + dy / 2 - dx / 2 / half * high


def _middle(points: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
