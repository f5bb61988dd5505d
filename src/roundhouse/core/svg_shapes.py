"""A parser of drawings (`core/svg.py`) into plain shapes, in painting order.

It supports what our drawings use: rectangles, circles, lines, polygons, simple paths, texts and
transformed groups. Colours are those of the light theme.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from roundhouse.core.svg import STYLE

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_NUMBER = re.compile(r"-?\d+\.?\d*")


def parse_transform(text: str) -> Matrix:
    """Return the matrix of a `transform` attribute."""
    matrix = IDENTITY
    for name, rest in re.findall(r"(\w+)\(([^)]*)\)", text):
        n = [float(part) for part in _NUMBER.findall(rest)]
        if name == "translate":
            matrix = multiply(matrix, (1, 0, 0, 1, n[0], n[1]))
        elif name == "scale":
            matrix = multiply(matrix, (n[0], 0, 0, n[0], 0, 0))
        elif name == "rotate":
            cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
            matrix = multiply(matrix, (cos, sin, -sin, cos, 0, 0))
    return matrix


def multiply(m: Matrix, n: Matrix) -> Matrix:
    """Return the product of two matrices."""
    a, b, c, d, e, f = m
    return (
        a * n[0] + c * n[1],
        b * n[0] + d * n[1],
        a * n[2] + c * n[3],
        b * n[2] + d * n[3],
        a * n[4] + c * n[5] + e,
        b * n[4] + d * n[5] + f,
    )


def apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    """Transform a point."""
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")
LABEL_DISTANCE = 20.0  # a label this close to a shape belongs to it, in units of the drawing
CURVE_SEGMENTS = 6  # straight lines that approximate a curve
# The CSS classes that all drawings share.
_RULES = {
    name: dict(part.split(":", 1) for part in body.split(";") if ":" in part)
    for name, body in re.findall(r"\.(\w+)\{([^}]*)\}", STYLE)
}
TEXT_INK = "#3b3024"


@dataclass(frozen=True)
class Shape:
    """An outline; `fill` and `stroke` are colours, or None."""

    points: tuple[Point, ...]
    closed: bool
    fill: str | None
    stroke: str | None
    arrow: bool
    ref: str  # the ref of its group, or empty


@dataclass(frozen=True)
class Label:
    """A text; `at` says whether x is its start (-1), middle (0) or end (1)."""

    x: float
    y: float
    text: str
    size: float
    at: int
    ink: str
    ref: str

    @property
    def box(self) -> Box:
        """The approximate bounds; the exact ones depend on the font."""
        wide = len(self.text) * self.size * 0.55
        left = self.x - (self.at + 1) / 2 * wide
        return left, self.y - self.size / 2, left + wide, self.y + self.size / 2


@dataclass(frozen=True)
class Shapes:
    """All shapes and labels of a drawing."""

    width: float
    height: float
    title: str
    elements: list[Shape | Label]  # in painting order

    def around(self, refs: Sequence[str]) -> Box | None:
        """Return the bounds of the shapes with these refs and their labels, or None."""
        points = [
            point
            for each in self.elements
            if each.ref in refs
            for point in (each.points if isinstance(each, Shape) else [(each.x, each.y)])
        ]
        if not points:
            return None
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top, right, foot = min(xs), min(ys), max(xs), max(ys)
        near = [
            word
            for word in self.elements
            if isinstance(word, Label)
            and left - LABEL_DISTANCE < word.x < right + LABEL_DISTANCE
            and top - LABEL_DISTANCE < word.y < foot + LABEL_DISTANCE
        ]
        boxes = [(left, top, right, foot), *(word.box for word in near)]
        lefts, tops, rights, feet = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(feet)


def parse_svg(svg: str) -> Shapes:
    """Parse a drawing."""
    root = ElementTree.fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    width, height = (float(n) for n in root.attrib["viewBox"].split()[2:])
    return Shapes(width, height, root.findtext("title") or "", list(_walk(root, IDENTITY, "")))


def _walk(element: ElementTree.Element, matrix: Matrix, ref: str) -> Iterator[Shape | Label]:
    ref = element.get("data-ref", ref)
    matrix = multiply(matrix, parse_transform(element.get("transform", "")))
    style = _style(element)
    if element.tag == "defs" or "hit" in element.get("class", "").split():
        return
    if element.tag == "text":
        yield _label(element, style, matrix, ref)
    elif element.tag in ("rect", "circle", "path", "line", "polygon", "polyline"):
        yield from _shapes(element, style, matrix, ref)
    else:
        for child in element:
            yield from _walk(child, matrix, ref)


def _style(element: ElementTree.Element) -> dict[str, str]:
    """Return the style: attributes, overridden by classes, overridden by `style`."""
    style = dict(element.attrib)
    for name in element.get("class", "").split():
        style.update(_RULES.get(name, {}))
    own = (part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    style.update({name.strip(): value.strip() for name, value in own})
    return style


def _colour(text: str, style: dict[str, str], opacity: str) -> str | None:
    """Return a colour as `#rrggbb`, or None if it is nearly transparent."""
    variable = re.fullmatch(r"var\(--[\w-]+,\s*(#\w+)\)", text)
    colour = variable[1] if variable else text
    alpha = float(style.get(opacity, 1)) * float(style.get("opacity", 1))
    return colour if re.fullmatch("#[0-9a-fA-F]{6}", colour) and alpha > 0.4 else None


def _label(element: ElementTree.Element, style: dict[str, str], matrix: Matrix, ref: str) -> Label:
    size = float(style.get("font-size", "16px").removesuffix("px"))
    x, y = apply(matrix, float(element.get("x", 0)), float(element.get("y", 0)))
    middle = style.get("dominant-baseline") == "central"
    at = {"middle": 0, "end": 1}.get(style.get("text-anchor", ""), -1)
    ink = _colour(style.get("fill", TEXT_INK), style, "fill-opacity") or TEXT_INK
    height = y if middle else y - size * 0.35
    return Label(x, height, "".join(element.itertext()), size, at, ink, ref)


def _shapes(
    element: ElementTree.Element, style: dict[str, str], matrix: Matrix, ref: str
) -> Iterator[Shape]:
    filled = element.tag not in ("line", "polyline")
    fill = _colour(style.get("fill", "none"), style, "fill-opacity") if filled else None
    stroke = _colour(style.get("stroke", "none"), style, "stroke-opacity")
    if fill is None and stroke is None:
        return
    for points, closed in _outlines(element):
        placed = tuple(apply(matrix, x, y) for x, y in points)
        yield Shape(placed, closed, fill, stroke, "marker-end" in style, ref)


def _outlines(element: ElementTree.Element) -> Iterator[tuple[list[Point], bool]]:
    def at(name: str) -> float:
        return float(element.get(name, 0))

    if element.tag == "circle":
        turns = [2 * math.pi * n / 16 for n in range(16)]
        r = at("r")
        yield [(at("cx") + r * math.cos(t), at("cy") + r * math.sin(t)) for t in turns], True
    elif element.tag == "rect":
        x, y, right, foot = at("x"), at("y"), at("x") + at("width"), at("y") + at("height")
        yield [(x, y), (right, y), (right, foot), (x, foot)], True
    elif element.tag == "line":
        yield [(at("x1"), at("y1")), (at("x2"), at("y2"))], False
    elif element.tag == "path":
        yield from _path(element.get("d", ""))
    else:
        flat = [float(n) for n in NUMBER.findall(element.get("points", ""))]
        yield list(zip(flat[::2], flat[1::2], strict=True)), element.tag == "polygon"


_TAKES = {"H": 1, "V": 1, "Q": 4, "A": 7}


def _path(d: str) -> Iterator[tuple[list[Point], bool]]:
    """Yield the polylines of a path, curves approximated; an arc becomes its chord."""
    line: list[Point] = []
    x = y = 0.0
    bend: Point | None = None
    for letter, rest in re.findall(r"([MLHVZQTAmlhvzqta])([^MLHVZQTAmlhvzqta]*)", d):
        kind, numbers = letter.upper(), [float(n) for n in NUMBER.findall(rest)]
        if kind == "Z" and line:
            yield line, True
            (x, y), line = line[0], []
        if kind == "M" and line:
            yield line, False
            line = []
        takes = _TAKES.get(kind, 2)
        for n in range(0, len(numbers), takes):
            part = numbers[n : n + takes]
            base = (0.0, 0.0) if letter.isupper() else (x, y)
            old = (x, y)
            x, y = _end(kind, part, base, old)
            if kind in "QT":
                bend = _bend(kind, part, base, old, bend)
                line += _curve(old, bend, (x, y))
            else:
                bend = None
                line.append((x, y))
    if line:
        yield line, False


def _end(kind: str, part: list[float], base: Point, old: Point) -> Point:
    if kind == "H":
        return part[0] + base[0], old[1]
    if kind == "V":
        return old[0], part[0] + base[1]
    return part[-2] + base[0], part[-1] + base[1]


def _bend(kind: str, part: list[float], base: Point, old: Point, last: Point | None) -> Point:
    """Return the control point of a curve; a smooth curve mirrors the last one."""
    if kind == "Q":
        return part[0] + base[0], part[1] + base[1]
    return (2 * old[0] - last[0], 2 * old[1] - last[1]) if last else old


def _curve(a: Point, b: Point, c: Point) -> list[Point]:
    points = []
    for n in range(1, CURVE_SEGMENTS + 1):
        t = n / CURVE_SEGMENTS
        u = 1 - t
        points.append(
            (
                u * u * a[0] + 2 * u * t * b[0] + t * t * c[0],
                u * u * a[1] + 2 * u * t * b[1] + t * t * c[1],
            )
        )
    return points
