"""Draw an SVG in a terminal: lines as Braille dots, names as text.

It knows no game: it reads the shapes of the SVG that a game has drawn.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import atan2, pi

from roundhouse.core.svg_shapes import Label, Point, Shape, Shapes, parse_svg

MAX_WIDTH, MIN_WIDTH = 160, 60
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # of a Braille cell: columns, rows
ARROWS = "→↘↓↙←↖↑↗"
NO_COLOURS, COLOURS_256, TRUE_COLOUR = "", "256", "24 bit"  # colour support of a terminal


def colours() -> str:
    """Return the colour support that the environment announces."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return NO_COLOURS
    if os.environ.get("COLORTERM", "") in ("truecolor", "24bit"):
        return TRUE_COLOUR
    return COLOURS_256 if "256" in os.environ.get("TERM", "") else NO_COLOURS


def map_text(svg: str, wide: int | None = None, depth: str | None = None) -> str:
    """Return a drawing as text, `wide` columns wide, in colours of a given `depth`."""
    shapes = parse_svg(svg)
    if wide is None:
        wide = shutil.get_terminal_size((100, 24)).columns
    grid = Grid(shapes, max(MIN_WIDTH, min(wide, MAX_WIDTH)) - 1)
    for element in shapes.elements:
        if isinstance(element, Shape):
            grid.paint(element)
    for word in sorted(grid.words(shapes.elements), key=lambda each: -each.size):
        grid.write(word)
    return _encodable("\n".join(grid.lines(colours() if depth is None else depth)))


def _encodable(text: str) -> str:
    """Replace characters that the terminal cannot encode, such as Braille dots."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        arrows = str.maketrans(ARROWS, ">\\v/<\\^/")
        text = re.sub("[\u2801-\u28ff]", ".", text).translate(arrows)
        return text.encode(encoding, "replace").decode(encoding)
    return text


@dataclass
class Cell:
    """One character of the grid: line dots or a letter, and its colours."""

    dots: int = 0
    letter: str = ""
    ink: str = ""
    ground: str = ""


class Grid:
    """A grid of character cells over a drawing; a cell is twice as tall as wide."""

    def __init__(self, shapes: Shapes, across: int) -> None:
        self.unit = shapes.width / across
        self.across = across
        self.down = max(1, round(shapes.height / self.unit / 2))
        self.cells = [[Cell() for _ in range(across)] for _ in range(self.down)]

    def paint(self, shape: Shape) -> None:
        """Draw a shape: its fill covers what is below, then come outlines and lines."""
        points = [(x / self.unit, y / self.unit / 2) for x, y in shape.points]
        if shape.fill is not None and len(points) > 2:
            self._fill(points, shape.fill)
        if shape.stroke is not None:
            ends = [*points, points[0]] if shape.closed else points
            for a, b in pairwise(ends):
                self._line(a, b, shape.stroke)
            if shape.arrow and len(points) > 1:
                self._arrow(points, shape.stroke)

    def _fill(self, points: list[Point], colour: str) -> None:
        top, foot = min(y for _, y in points), max(y for _, y in points)
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        for row in range(max(0, int(top)), min(self.down, int(foot) + 1)):
            for column in range(max(0, int(left)), min(self.across, int(right) + 1)):
                if _inside(points, column + 0.5, row + 0.5):
                    cell = self.cells[row][column]
                    cell.dots, cell.letter, cell.ground = 0, "", colour

    def _line(self, a: Point, b: Point, colour: str) -> None:
        steps = max(1, round(max(abs(b[0] - a[0]) * 2, abs(b[1] - a[1]) * 4) * 1.5))
        for n in range(steps + 1):
            x = a[0] + (b[0] - a[0]) * n / steps
            y = a[1] + (b[1] - a[1]) * n / steps
            if 0 <= x < self.across and 0 <= y < self.down:
                cell = self.cells[int(y)][int(x)]
                cell.dots |= DOTS[int(x * 2) % 2][int(y * 4) % 4]
                cell.ink = colour

    def _arrow(self, points: list[Point], colour: str) -> None:
        (ax, ay), (bx, by) = points[-2:]
        turned = atan2((by - ay) * 2, bx - ax)
        x, y = int(bx), int(by)
        if 0 <= x < self.across and 0 <= y < self.down:
            cell = self.cells[y][x]
            cell.letter, cell.ink = ARROWS[round(turned / (pi / 4)) % 8], colour

    def words(self, element: list[Shape | Label]) -> Iterator[Label]:
        """Yield the texts that no later shape covers."""
        for n, word in enumerate(element):
            if isinstance(word, Label) and word.text.strip():
                later = element[n + 1 :]
                if not any(
                    isinstance(over, Shape)
                    and over.fill is not None
                    and _inside(list(over.points), word.x, word.y)
                    for over in later
                ):
                    yield word

    def write(self, word: Label) -> None:
        """Write a word in its own row or the row below or above, shortened if needed.

        A word never overwrites another.
        """
        text = word.text.strip()
        column = word.x / self.unit - (word.at + 1) / 2 * len(text) + 0.5
        begin = max(0, min(int(column), self.across - len(text)))
        row = int(word.y / self.unit / 2)
        rows = [r for r in (row, row + 1, row - 1) if 0 <= r < self.down]
        free = [self._free_cells(r, begin, len(text)) for r in rows]
        if not rows or max(free) == 0:
            return
        best = free.index(max(free))
        for n, letter in enumerate(text[: free[best]]):
            cell = self.cells[rows[best]][begin + n]
            cell.letter, cell.ink = letter, word.ink
        if len(text) > 2:  # keep lines away from a name
            for column in (begin - 1, begin + free[best]):
                if 0 <= column < self.across:
                    self.cells[rows[best]][column].dots = 0

    def _free_cells(self, row: int, begin: int, long: int) -> int:
        """Count the letters that fit, leaving a space before the next word."""
        cells = self.cells[row]
        if begin and cells[begin - 1].letter.isalnum() and long > 1:
            return 0
        free = 0
        while free < long and begin + free < self.across and not cells[begin + free].letter.strip():
            free += 1
        return free

    def lines(self, depth: str) -> Iterator[str]:
        for row in self.cells:
            if depth == NO_COLOURS:
                yield "".join(map(_character, row)).rstrip()
                continue
            runs = groupby(row, key=lambda cell: (cell.ink if _inked(cell) else "", cell.ground))
            yield "".join(
                _coloured("".join(map(_character, run)), ink, ground, depth)
                for (ink, ground), run in runs
            )


def _inked(cell: Cell) -> bool:
    return bool(cell.letter or cell.dots)


def _character(cell: Cell) -> str:
    return cell.letter or (chr(0x2800 + cell.dots) if cell.dots else " ")


def _coloured(text: str, ink: str, ground: str, depth: str) -> str:
    codes = [_code(38, ink, depth)] if ink else []
    codes += [_code(48, ground, depth)] if ground else []
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text


def _code(kind: int, colour: str, depth: str) -> str:
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    if depth == TRUE_COLOUR:
        return f"{kind};2;{red};{green};{blue}"
    near = [round(part / 255 * 5) for part in (red, green, blue)]
    return f"{kind};5;{16 + 36 * near[0] + 6 * near[1] + near[2]}"


def _inside(points: list[Point], x: float, y: float) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
