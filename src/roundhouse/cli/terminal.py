"""Terminal output: progress bar, tables, wrapped text; plain when piped."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self, TextIO

from roundhouse.core.formats import format_number
from roundhouse.core.translation import translate as _

NO_BREAK = "\u00a0"


class ProgressBar:
    """A progress bar on stderr; silent when stderr is not a terminal."""

    MIN_DONE = 1  # before the rest is estimated

    def __init__(self, total: int, title: str, stream: TextIO | None = None) -> None:
        self.total, self.title, self.done = total, title, 0
        self._stream = stream or sys.stderr
        self._is_visible = self._stream.isatty()
        self._began, self._drawn_at = time.monotonic(), 0.0

    def update(self, done: int, total: int) -> None:
        """Set progress and total; a callback for functions that count themselves."""
        self.done, self.total = done - 1, total
        self.step()

    def step(self) -> None:
        self.done += 1
        now = time.monotonic()
        if self._is_visible and (now - self._drawn_at > 0.1 or self.done == self.total):
            self._drawn_at = now
            end = self.amount
            if self.done >= self.MIN_DONE:
                left = (now - self._began) / self.done * (self.total - self.done)
                end += ", " + _("{n} s left", n=f"{left:.0f}")
            # A line that is wider than the terminal would leave its start behind.
            columns = shutil.get_terminal_size((80, 24)).columns
            length = max(0, min(30, columns - len(f"{self.title}  {end} ") - 1))
            filled = length * self.done // self.total
            bar = "█" * filled + "░" * (length - filled)
            line = f"{self.title} {bar} {end} "[: columns - 1]
            self._stream.write(f"\r\x1b[K{line}")
            self._stream.flush()

    @property
    def amount(self) -> str:
        """How much is done, in words."""
        return f"{self.done}/{self.total}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_visible:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


class PercentBar(ProgressBar):
    """A progress bar for work without parts that can be counted."""

    MIN_DONE = 5  # per cent: work starts slowly

    def __init__(self, title: str, stream: TextIO | None = None) -> None:
        super().__init__(100, title, stream)

    @property
    def amount(self) -> str:
        return f"{self.done} %"


def width() -> int:
    """Return the width of the terminal, between 40 and 110 columns."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, 110))


def styled(text: str, code: str) -> str:
    """Style text with an ANSI code such as bold ("1"), on a terminal with colours."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{code}m{text}\x1b[0m"


def bold(text: str) -> str:
    return styled(text, "1")


def dim(text: str) -> str:
    return styled(text, "2")


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Render rows in columns under headings, numbers right-aligned."""
    cells = [[_cell(value) for value in row] for row in rows]
    numeric = [
        bool(rows) and all(isinstance(row[n], int | float) or row[n] == "" for row in rows)
        for n in range(len(headings))
    ]
    widths = [max(len(row[n]) for row in [list(headings), *cells]) for n in range(len(headings))]

    def line(row: Sequence[str]) -> str:
        padded = [
            text.rjust(wide) if right else text.ljust(wide)
            for text, wide, right in zip(row, widths, numeric, strict=True)
        ]
        return "  ".join(padded).rstrip()

    return "\n".join([dim(line(headings)), *map(line, cells)])


def _cell(value: object) -> str:
    if isinstance(value, float):
        return format_number(value, 1 if abs(value) >= 100 else 2)
    return format_number(value) if isinstance(value, int) else str(value)


def wrap(text: str, indent: str = "", first: str | None = None) -> str:
    """Wrap text to the terminal; `first` starts the first line, `indent` the others."""
    filled = textwrap.fill(
        text,
        width(),
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled.replace(NO_BREAK, " ")


def joined(text: str) -> str:
    """Return text that `wrap` keeps on one line."""
    return text.replace(" ", NO_BREAK)


def columns(items: Sequence[str], indent: str = "  ") -> str:
    """Lay out short items in as many columns as fit, read downwards."""
    widest = max(map(len, items), default=0) + 2
    across = max(1, (width() - len(indent)) // widest)
    height = -(-len(items) // across)
    lines = []
    for n in range(height):
        row = items[n::height]
        lines.append((indent + "".join(item.ljust(widest) for item in row)).rstrip())
    return "\n".join(lines)
