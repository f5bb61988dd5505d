"""How a drawing reads: the size of its type, and contrast in both themes.

An SVG of ours is walked in the order in which it is painted, so that for each text and each piece
the colour it lies on is known: that of the last filled shape before it at its place. Colours are
worked out from the page's own style sheet, by theme.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import hypot, sqrt
from xml.etree import ElementTree

Colour = tuple[float, float, float]

THEMES = ("light", "dark")
SHEET = (1000, 640)  # CSS pixels of the sheet in focus on a desk
HAND = (900, 64)  # of what one holds on a phone, where it may be wider than the window
CLASS_FILLS = {
    "paper": "--map",
    "land": "--land",
    "water": "--water",
    "node": "--map-node",
    "ink": "--map-ink",
}
UNFILLED = ("line", "faint", "inkline", "hit")
SIZES = {"name": 13.0, "small": 11.0, "big": 20.0}
BY_DEFAULT = 16.0  # what a text without any size gets


@cache
def variables(theme: str) -> dict[str, str]:
    """The colours of the page's style sheet."""
    css = (files("roundhouse.web") / "static" / "style.css").read_text(encoding="utf-8")
    blocks = {
        "light": re.search(r":root \{(.*?)\n\}", css, re.DOTALL),
        "dark": re.search(r':root\[data-theme="dark"\] \{\n(.*?)\n\}', css, re.DOTALL),
    }
    found: dict[str, str] = {}
    for name in ("light", theme):
        block = blocks[name]
        assert block, f"the style sheet has no colours for {name}"
        found.update(re.findall(r"(--[\w-]+): (#[0-9a-fA-F]{6})", block.group(1)))
    return found


def colour(text: str, theme: str) -> Colour:
    """`#rrggbb` or `var(--name,#rrggbb)`."""
    if named := re.fullmatch(r"var\((--[\w-]+),\s*(#\w+)\)", text):
        text = variables(theme).get(named.group(1), named.group(2))
    assert re.fullmatch(r"#[0-9a-fA-F]{6}", text), f"{text!r} is no colour we know"
    red, green, blue = (int(text[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG has it, from 1 to 21."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(rgb: Colour) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def mixed(over: Colour, under: Colour, opacity: float) -> Colour:
    red, green, blue = (a * opacity + b * (1 - opacity) for a, b in zip(over, under, strict=True))
    return red, green, blue


@dataclass
class Shape:
    """An element with its attributes, its style among them."""

    tag: str
    text: str
    at: dict[str, str]
    classes: list[str]
    points: list[tuple[float, float]] = field(default_factory=list)

    def number(self, name: str) -> float:
        return float(self.at.get(name, 0))

    @property
    def fill(self) -> str:
        if "fill" in self.at:
            return "" if self.at["fill"] in ("none", "transparent") else self.at["fill"]
        if any(name in UNFILLED for name in self.classes):
            return ""
        for name in self.classes:
            if name in CLASS_FILLS:
                return f"var({CLASS_FILLS[name]},#000000)"
        return "var(--map-ink,#3b3024)" if self.tag == "text" else ""

    @property
    def opacity(self) -> float:
        return float(self.at.get("fill-opacity", 1)) * float(self.at.get("opacity", 1))

    @property
    def size(self) -> float:
        """Of a text, in the drawing's units."""
        if "font-size" in self.at:
            return float(self.at["font-size"].removesuffix("px"))
        return next((SIZES[name] for name in self.classes if name in SIZES), BY_DEFAULT)

    @property
    def place(self) -> tuple[float, float]:
        """A point inside a text's first (or only) letters, or the middle of a shape."""
        x, y = self.number("x"), self.number("y")
        if self.tag == "circle":
            return self.number("cx"), self.number("cy")
        if self.tag == "rect":
            return x + self.number("width") / 2, y + self.number("height") / 2
        if self.points:
            n = len(self.points)
            return sum(p[0] for p in self.points) / n, sum(p[1] for p in self.points) / n
        if "num" in self.classes:
            return x, y
        aside = {"end": -4, "middle": 0}.get(self.at.get("text-anchor", ""), 4)
        return x + (0 if "middle" in self.classes else aside), y - self.size / 3

    def covers(self, x: float, y: float) -> bool:
        if self.tag == "rect":
            left, top = self.number("x"), self.number("y")
            inside = left <= x <= left + self.number("width")
            return inside and top <= y <= top + self.number("height")
        if self.tag == "circle":
            return hypot(x - self.number("cx"), y - self.number("cy")) <= self.number("r")
        inside = False
        for (x1, y1), (x2, y2) in zip(self.points, self.points[1:] + self.points[:1], strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


def shapes(svg: str) -> Iterator[Shape]:
    """What is painted, in its order; what is turned about (locomotives) is left out."""
    yield from _walk(ElementTree.fromstring(svg))


def _walk(element: ElementTree.Element) -> Iterator[Shape]:
    tag = element.tag.rpartition("}")[2]
    if tag in ("defs", "style", "title", "desc") or "transform" in element.attrib:
        return
    at = dict(element.attrib)
    at.update(re.findall(r"([\w-]+):([^;]+)", at.get("style", "")))
    shape = Shape(tag, element.text or "", at, at.get("class", "").split())
    if tag == "polygon":
        shape.points = _pairs(at["points"])
    elif tag == "path":
        shape.points = list(_outline(at["d"]))
    yield shape
    for child in element:
        yield from _walk(child)


def _pairs(text: str) -> list[tuple[float, float]]:
    return [(float(a), float(b)) for a, b in re.findall(r"([\d.-]+)[ ,]([\d.-]+)", text)]


def _outline(path: str) -> Iterator[tuple[float, float]]:
    """The corners of a path of lines and of arcs up to half a circle; an arc has its middle too."""
    here = (0.0, 0.0)
    for letter, rest in re.findall(r"([MLA])([\d. -]+)", path):
        there = _pairs(rest)[0]
        if letter == "A":
            radius, *_, x, y = map(float, rest.split())
            there = (x, y)
            dx, dy = x - here[0], y - here[1]
            half = hypot(dx, dy) / 2
            high = radius - sqrt(max(0.0, radius**2 - half**2))
            yield here[0] + dx / 2 + dy / 2 / half * high, here[1] + dy / 2 - dx / 2 / half * high
        yield there
        here = there


def smallest_type(svg: str, box: tuple[int, int]) -> float:
    """In CSS pixels, where the drawing is shown as large as the box allows."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert found
    scale = min(box[0] / float(found.group(1)), box[1] / float(found.group(2)))
    return min((s.size * scale for s in shapes(svg) if s.tag == "text"), default=99.0)


def dim(svg: str, theme: str, ground: str) -> list[str]:
    """Texts under 4.5:1 and pieces under 3:1 against what they lie on; `ground` is the page."""
    painted: list[Shape] = []
    poor = []
    for shape in shapes(svg):
        x, y = shape.place
        if shape.tag == "text":
            under = _under(painted, x, y, theme, ground)
            seen = contrast(mixed(colour(shape.fill, theme), under, shape.opacity), under)
            if seen < 4.5:
                poor.append(f"{theme}: {shape.text!r} has {seen:.2f}:1")
        elif shape.fill:
            if shape.at.get("stroke", "").startswith("var(--map-ink"):
                under = _under(painted, x, y, theme, ground)
                body, rim = (colour(shape.at.get(n, shape.fill), theme) for n in ("fill", "stroke"))
                seen = max(contrast(body, under), contrast(rim, under))
                if seen < 3:
                    poor.append(f"{theme}: a piece {shape.at.get('fill')} has {seen:.2f}:1")
            painted.append(shape)
    return poor


def _under(painted: list[Shape], x: float, y: float, theme: str, ground: str) -> Colour:
    seen = colour(f"var({ground},#000000)", theme)
    for shape in painted:
        if shape.covers(x, y):
            seen = mixed(colour(shape.fill, theme), seen, shape.opacity)
    return seen
