"""Measurements of a drawing's legibility: text sizes and background contrast.

Supports the SVG that the games generate: rectangles, circles, polygons, simple paths, texts and
transformed groups. Colours come from the page's style sheet, for the light and the dark theme.
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
from roundhouse.core.svg_shapes import IDENTITY, Matrix, apply, multiply, parse_transform

MAIN_SIZE = (1000, 640)  # CSS pixels of the main drawing in a window of 1440 x 900
HAND_SIZE = (900, 96)  # CSS pixels of the hand; on a phone it can be wider than the window
THEMES = ("light", "dark")
GRID_SQUARE = 40  # drawing units per square of the lookup grid
Colour = tuple[float, float, float]
_NUMBER = re.compile(r"-?\d+\.?\d*")
_SIZES = {name: float(size) for name, size in re.findall(r"\.(\w+)\{font-size:([\d.]+)px", STYLE)}
_FILLS = dict(re.findall(r"\.(\w+)\{fill:([^;}]+)", STYLE))
_STROKES = dict(re.findall(r"\.(\w+)\{[^}]*stroke:([^;}]+)", STYLE))


@cache
def theme_colours(theme: str) -> dict[str, str]:
    """Return the colours of a theme from the page's style sheets."""
    folder = Path(roundhouse.__file__).parent / "web" / "static"
    pair = re.compile(r"(--[\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
    text = (folder / "style.css").read_text(encoding="utf-8")
    colours = {name: (light, dark)[THEMES.index(theme)] for name, light, dark in pair.findall(text)}
    assert "--map-ink" in colours, "style.css defines no --map-ink"
    return colours


@dataclass
class Text:
    """A text with its size in pixels and its contrast."""

    text: str
    pixels: float
    contrast: float


@dataclass
class Piece:
    """A filled shape; its contrast is the better one of fill and outline."""

    fill: str
    contrast: float


@dataclass
class _Shape:
    points: list[tuple[float, float]]  # corners, after transforms
    colour: Colour
    opacity: float

    def __post_init__(self) -> None:
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        self.box = min(xs), min(ys), max(xs), max(ys)

    def covers(self, x: float, y: float) -> bool:
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        inside = False
        for (x1, y1), (x2, y2) in zip(self.points, self.points[1:] + self.points[:1], strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


class MeasuredDrawing:
    """A drawing in a theme, with its visible `texts` and `pieces`."""

    def __init__(self, svg: str, theme: str, box: tuple[int, int] = MAIN_SIZE) -> None:
        root = ElementTree.fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))
        self.width, self.height = (float(n) for n in root.attrib["viewBox"].split()[2:])
        self.scale = min(box[0] / self.width, box[1] / self.height)
        self.theme = theme
        self._shapes: dict[tuple[int, int], list[_Shape]] = {}  # by square of the lookup grid
        self.texts: list[Text] = []
        self.pieces: list[Piece] = []
        self.titles = [title.text or "" for title in root.iter("title")]
        self._measure(root, IDENTITY)

    def colour(self, text: str) -> Colour | None:
        """Return a colour in this theme, or None for no paint."""
        return _parse_colour(text, self.theme)

    def background_at(self, x: float, y: float) -> Colour:
        """Return the visible colour at a point."""
        visible = self.colour("var(--sheet,#fbf7ec)")
        assert visible is not None
        translucent: list[_Shape] = []  # translucent shapes, topmost first
        for shape in reversed(self._shapes.get((int(x // GRID_SQUARE), int(y // GRID_SQUARE)), [])):
            if shape.covers(x, y):
                if shape.opacity == 1:
                    visible = shape.colour
                    break
                translucent.append(shape)
        for shape in reversed(translucent):
            visible = tuple(  # type: ignore[assignment]
                over * shape.opacity + under * (1 - shape.opacity)
                for over, under in zip(shape.colour, visible, strict=True)
            )
        return visible

    def _add_shape(self, shape: _Shape) -> None:
        left, top, right, bottom = (int(n // GRID_SQUARE) for n in shape.box)
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                self._shapes.setdefault((x, y), []).append(shape)

    def _measure(self, element: ElementTree.Element, matrix: Matrix) -> None:
        matrix = multiply(matrix, parse_transform(element.get("transform", "")))
        if element.tag == "text":
            self._measure_text(element, matrix)
        elif element.tag in ("rect", "circle", "path", "polygon"):
            self._measure_shape(element, matrix)
        elif element.tag != "defs":
            for child in element:
                self._measure(child, matrix)

    def _measure_text(self, element: ElementTree.Element, matrix: Matrix) -> None:
        style, classes = _parse_style(element), element.get("class", "").split()
        size = (
            float(style["font-size"].removesuffix("px"))
            if "font-size" in style
            else max((_SIZES[name] for name in classes if name in _SIZES), default=0)
        )
        assert size, f"no font size: {element.text!r}"
        ink = self.colour(style.get("fill", "var(--map-ink,#3b3024)"))
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        if "num" not in classes:
            y -= size * 0.3
        if "num" not in classes and element.get("text-anchor") != "middle":
            x += size * (-0.3 if element.get("text-anchor") == "end" else 0.3)
        halo = self.colour(element.get("stroke", "none"))
        background = halo or self.background_at(*apply(matrix, x, y))
        assert ink is not None
        pixels = size * math.hypot(matrix[0], matrix[1]) * self.scale
        self.texts.append(Text(element.text or "", pixels, contrast(ink, background)))

    def _measure_shape(self, element: ElementTree.Element, matrix: Matrix) -> None:
        style, classes = _parse_style(element), element.get("class", "").split()
        fills = [_FILLS[name] for name in classes if name in _FILLS]
        attribute = fills[-1] if fills else element.get("fill", "")
        fill = self.colour(style.get("fill", str(attribute)))
        strokes = [_STROKES[name] for name in classes if name in _STROKES]
        stroke = self.colour(strokes[-1] if strokes else element.get("stroke", "none"))
        if fill is None:
            return
        points = _list_corners(element)
        if not points:
            return
        centre = apply(matrix, *_centroid(points))
        is_tint = "fill-opacity" in element.attrib  # a tinted background, not a piece
        if element.get("fill", "").startswith("#") and stroke is not None and not is_tint:
            background = self.background_at(*centre)
            best = max(contrast(fill, background), contrast(stroke, background))
            self.pieces.append(Piece(element.get("fill", ""), best))
        opacity = float(element.get("fill-opacity", 1)) * float(element.get("opacity", 1))
        corners = [apply(matrix, *point) for point in points]
        self._add_shape(_Shape(corners, fill, opacity))


# Tests measure the same drawings repeatedly.
measure_drawing = lru_cache(maxsize=256)(MeasuredDrawing)


@cache
def _parse_colour(text: str, theme: str) -> Colour | None:
    match = re.fullmatch(r"var\((--[\w-]+),\s*(#\w+)\)", text)
    text = theme_colours(theme).get(match[1], match[2]) if match else text
    if text in ("none", "transparent", ""):
        return None
    assert re.fullmatch(r"#[0-9a-fA-F]{6}", text), text
    red, green, blue = (int(text[n : n + 2], 16) for n in (1, 3, 5))
    return red, green, blue


@cache
def contrast(first: Colour, second: Colour) -> float:
    """Return the WCAG contrast ratio, from 1 to 21."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [n / 255 for n in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parse_style(element: ElementTree.Element) -> dict[str, str]:
    parts = [part.split(":", 1) for part in element.get("style", "").split(";") if part]
    return {name.strip(): value.strip() for name, value in parts}


def _list_corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    def number(name: str) -> float:
        return float(element.get(name, 0))

    if element.tag == "circle":
        angles = [math.pi * n / 12 for n in range(24)]
        x, y, r = number("cx"), number("cy"), number("r")
        return [(x + r * math.cos(angle), y + r * math.sin(angle)) for angle in angles]
    if element.tag == "rect":
        x, y, right, bottom = (
            number("x"),
            number("y"),
            number("x") + number("width"),
            number("y") + number("height"),
        )
        return [(x, y), (right, y), (right, bottom), (x, bottom)]
    if element.tag == "polygon":
        flat = [float(n) for n in _NUMBER.findall(element.get("points", ""))]
        return list(zip(flat[::2], flat[1::2], strict=True))
    return list(_path_corners(element.get("d", "")))


def _path_corners(d: str) -> Iterator[tuple[float, float]]:
    """Yield the corners of a path; an arc also has one in its middle."""
    x = y = 0.0
    for letter, rest in re.findall(r"([MLHVZQAqtlhvm])([^MLHVZQAqtlhvm]*)", d):
        numbers = [float(n) for n in _NUMBER.findall(rest)]
        step = {"H": 1, "V": 1, "h": 1, "v": 1, "Q": 4, "q": 4, "Z": 1, "A": 7}.get(letter, 2)
        for n in range(0, len(numbers), step):
            part = numbers[n : n + step]
            if letter == "A":
                yield _arc_middle((x, y), part[0], (part[-2], part[-1]))
            if letter in "Hh":
                x = part[0] + (x if letter == "h" else 0)
            elif letter in "Vv":
                y = part[0] + (y if letter == "v" else 0)
            elif letter.isupper():
                x, y = part[-2:]
            else:
                x, y = x + part[-2], y + part[-1]
            yield x, y


def _arc_middle(
    a: tuple[float, float], radius: float, b: tuple[float, float]
) -> tuple[float, float]:
    """Return the middle of an arc of at most half a circle."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    half = math.hypot(dx, dy) / 2
    height = radius - math.sqrt(max(0.0, radius**2 - half**2))
    return a[0] + dx / 2 + dy / 2 / half * height, a[1] + dy / 2 - dx / 2 / half * height


def _centroid(points: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
