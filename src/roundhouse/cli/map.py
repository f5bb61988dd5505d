"""A drawing as characters: lines in dots of Braille, names as they are, colours where the terminal
has them. Knows no game: it reads what the game has drawn."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import atan2, pi

from roundhouse.core.svg_shapes import Point, Shape, Shapes, Word, read

WIDEST, NARROWEST = 160, 60
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # of a Braille cell: columns, rows
ARROWS = "→↘↓↙←↖↑↗"
PLAIN, MANY, ALL = "", "256", "24 bit"  # how many colours a terminal has


def colours() -> str:
    """What the terminal can show, by what it says of itself."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return PLAIN
    if os.environ.get("COLORTERM", "") in ("truecolor", "24bit"):
        return ALL
    return MANY if "256" in os.environ.get("TERM", "") else PLAIN


def map_text(svg: str, wide: int | None = None, depth: str | None = None) -> str:
    """The drawing, as wide as the terminal (`wide`), in its colours (`depth`)."""
    found = read(svg)
    if wide is None:
        wide = shutil.get_terminal_size((100, 24)).columns
    grid = Grid(found, max(NARROWEST, min(wide, WIDEST)) - 1)
    for painted in found.painted:
        if isinstance(painted, Shape):
            grid.paint(painted)
    for word in sorted(grid.words(found.painted), key=lambda each: -each.size):
        grid.write(word)
    return _sayable("\n".join(grid.lines(colours() if depth is None else depth)))


def _sayable(text: str) -> str:
    """A terminal without these letters gets points for dots of lines."""
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
    dots: int = 0
    letter: str = ""
    ink: str = ""
    ground: str = ""


class Grid:
    """Cells of characters over a drawing; one is twice as tall as wide."""

    def __init__(self, shapes: Shapes, across: int) -> None:
        self.unit = shapes.width / across
        self.across = across
        self.down = max(1, round(shapes.height / self.unit / 2))
        self.cells = [[Cell() for _ in range(across)] for _ in range(self.down)]

    def paint(self, shape: Shape) -> None:
        """What is filled covers what lies under it; then come outlines and lines."""
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

    def words(self, painted: list[Shape | Word]) -> Iterator[Word]:
        """Texts that have not been painted over."""
        for n, word in enumerate(painted):
            if isinstance(word, Word) and word.text.strip():
                later = painted[n + 1 :]
                if not any(
                    isinstance(over, Shape)
                    and over.fill is not None
                    and _inside(list(over.points), word.x, word.y)
                    for over in later
                ):
                    yield word

    def write(self, word: Word) -> None:
        """Where there is room: in its own place, or a line above or below. A word that has none
        is cut short rather than written over another."""
        text = word.text.strip()
        column = word.x / self.unit - (word.at + 1) / 2 * len(text) + 0.5
        begin = max(0, min(int(column), self.across - len(text)))
        row = int(word.y / self.unit / 2)
        rows = [r for r in (row, row + 1, row - 1) if 0 <= r < self.down]
        room = [self._room(r, begin, len(text)) for r in rows]
        if not rows or max(room) == 0:
            return
        best = room.index(max(room))
        for n, letter in enumerate(text[: room[best]]):
            cell = self.cells[rows[best]][begin + n]
            cell.letter, cell.ink = letter, word.ink
        if len(text) > 2:  # a name does not run into the lines beside it
            for column in (begin - 1, begin + room[best]):
                if 0 <= column < self.across:
                    self.cells[rows[best]][column].dots = 0

    def _room(self, row: int, begin: int, long: int) -> int:
        """How many letters fit there, with a space to the next word."""
        cells = self.cells[row]
        if begin and cells[begin - 1].letter.isalnum() and long > 1:
            return 0
        free = 0
        while free < long and begin + free < self.across and not cells[begin + free].letter.strip():
            free += 1
        return free

    def lines(self, depth: str) -> Iterator[str]:
        for row in self.cells:
            if depth == PLAIN:
                yield "".join(map(_shown, row)).rstrip()
                continue
            runs = groupby(row, key=lambda cell: (cell.ink if _inked(cell) else "", cell.ground))
            yield "".join(
                _coloured("".join(map(_shown, run)), ink, ground, depth)
                for (ink, ground), run in runs
            )


def _inked(cell: Cell) -> bool:
    return bool(cell.letter or cell.dots)


def _shown(cell: Cell) -> str:
    return cell.letter or (chr(0x2800 + cell.dots) if cell.dots else " ")


def _coloured(text: str, ink: str, ground: str, depth: str) -> str:
    codes = [_code(38, ink, depth)] if ink else []
    codes += [_code(48, ground, depth)] if ground else []
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text


def _code(kind: int, colour: str, depth: str) -> str:
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    if depth == ALL:
        return f"{kind};2;{red};{green};{blue}"
    near = [round(part / 255 * 5) for part in (red, green, blue)]
    return f"{kind};5;{16 + 36 * near[0] + 6 * near[1] + near[2]}"


def _inside(points: list[Point], x: float, y: float) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
