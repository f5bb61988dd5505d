"""Reads a drawing of ours (core/svg.py) into plain shapes, in the order in which they are painted.

Our own SVG only: rectangles, circles, lines, polygons, simple paths, texts, groups that are moved
or turned. Colours are those of light paper.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from roundhouse.core.svg import STYLE
from roundhouse.core.svg_matrix import SAME, Matrix, apply, times, transform

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, foot
NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")
BESIDE = 20.0  # a word so near to something belongs to it
STEPS = 6  # straight pieces of a curve
# What classes paint: the styles that all drawings share.
_RULES = {
    name: dict(part.split(":", 1) for part in body.split(";") if ":" in part)
    for name, body in re.findall(r"\.(\w+)\{([^}]*)\}", STYLE)
}
TEXT_INK = "#3b3024"


@dataclass(frozen=True)
class Shape:
    """An outline; `fill` and `stroke` are colours, or None where nothing is painted."""

    points: tuple[Point, ...]
    closed: bool
    fill: str | None
    stroke: str | None
    arrow: bool
    ref: str  # what it is a part of; empty: of nothing that can be pointed at


@dataclass(frozen=True)
class Word:
    """A text; `at` is where it begins (-1), has its middle (0) or ends (1)."""

    x: float
    y: float
    text: str
    size: float
    at: int
    ink: str
    ref: str

    @property
    def box(self) -> Box:
        """About how much room it takes: the letters are somebody else's."""
        wide = len(self.text) * self.size * 0.55
        left = self.x - (self.at + 1) / 2 * wide
        return left, self.y - self.size / 2, left + wide, self.y + self.size / 2


@dataclass(frozen=True)
class Shapes:
    width: float
    height: float
    title: str
    painted: list[Shape | Word]

    def around(self, refs: Sequence[str]) -> Box | None:
        """All that is drawn under these refs, with the words beside it; None if nothing is."""
        found = [
            point
            for each in self.painted
            if each.ref in refs
            for point in (each.points if isinstance(each, Shape) else [(each.x, each.y)])
        ]
        if not found:
            return None
        xs, ys = [x for x, _ in found], [y for _, y in found]
        left, top, right, foot = min(xs), min(ys), max(xs), max(ys)
        near = [
            word
            for word in self.painted
            if isinstance(word, Word)
            and left - BESIDE < word.x < right + BESIDE
            and top - BESIDE < word.y < foot + BESIDE
        ]
        boxes = [(left, top, right, foot), *(word.box for word in near)]
        lefts, tops, rights, feet = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(feet)


def read(svg: str) -> Shapes:
    root = ElementTree.fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    width, height = (float(n) for n in root.attrib["viewBox"].split()[2:])
    return Shapes(width, height, root.findtext("title") or "", list(_walk(root, SAME, "")))


def _walk(element: ElementTree.Element, matrix: Matrix, ref: str) -> Iterator[Shape | Word]:
    ref = element.get("data-ref", ref)
    matrix = times(matrix, transform(element.get("transform", "")))
    style = _style(element)
    if element.tag == "defs" or "hit" in element.get("class", "").split():
        return
    if element.tag == "text":
        yield _word(element, style, matrix, ref)
    elif element.tag in ("rect", "circle", "path", "line", "polygon", "polyline"):
        yield from _shapes(element, style, matrix, ref)
    else:
        for child in element:
            yield from _walk(child, matrix, ref)


def _style(element: ElementTree.Element) -> dict[str, str]:
    """Attributes, then classes, then the element's own style, which wins."""
    found = dict(element.attrib)
    for name in element.get("class", "").split():
        found.update(_RULES.get(name, {}))
    own = (part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    found.update({name.strip(): value.strip() for name, value in own})
    return found


def _colour(said: str, style: dict[str, str], opacity: str) -> str | None:
    """`#rrggbb`, whatever it is called; None where it is hardly seen."""
    named = re.fullmatch(r"var\(--[\w-]+,\s*(#\w+)\)", said)
    found = named[1] if named else said
    seen = float(style.get(opacity, 1)) * float(style.get("opacity", 1))
    return found if re.fullmatch("#[0-9a-fA-F]{6}", found) and seen > 0.4 else None


def _word(element: ElementTree.Element, style: dict[str, str], matrix: Matrix, ref: str) -> Word:
    size = float(style.get("font-size", "16px").removesuffix("px"))
    x, y = apply(matrix, float(element.get("x", 0)), float(element.get("y", 0)))
    middle = style.get("dominant-baseline") == "central"
    at = {"middle": 0, "end": 1}.get(style.get("text-anchor", ""), -1)
    ink = _colour(style.get("fill", TEXT_INK), style, "fill-opacity") or TEXT_INK
    height = y if middle else y - size * 0.35
    return Word(x, height, "".join(element.itertext()), size, at, ink, ref)


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
    """The lines of a path, curves in straight pieces. (An arc is its chord.)"""
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
    """What a curve bends towards; a smooth one mirrors the last."""
    if kind == "Q":
        return part[0] + base[0], part[1] + base[1]
    return (2 * old[0] - last[0], 2 * old[1] - last[1]) if last else old


def _curve(a: Point, b: Point, c: Point) -> list[Point]:
    made = []
    for n in range(1, STEPS + 1):
        t = n / STEPS
        u = 1 - t
        made.append(
            (
                u * u * a[0] + 2 * u * t * b[0] + t * t * c[0],
                u * u * a[1] + 2 * u * t * b[1] + t * t * c[1],
            )
        )
    return made
