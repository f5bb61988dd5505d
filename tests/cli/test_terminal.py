from __future__ import annotations

import io

import pytest

from roundhouse.cli.markdown import render
from roundhouse.cli.terminal import PercentBar, ProgressBar, columns, joined, table, wrap


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_on_a_terminal_only() -> None:
    screen, pipe = Terminal(), io.StringIO()
    for stream in (screen, pipe):
        with ProgressBar(2, "games", stream) as progress:
            progress.step()
            progress.step()
    assert "2/2" in screen.getvalue()
    assert "█" * 30 in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")
    assert pipe.getvalue() == ""


def test_bar_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "66")
    screen = Terminal()
    with PercentBar("Preparing strong bots: Pacific Rails Inc.", screen) as progress:
        for part in (0, 50, 100):
            progress.update(part, 100)
    lines = screen.getvalue().split("\r\x1b[K")[1:-1]
    assert lines[0].endswith("░ 0 % ")
    assert lines[-1].endswith("█ 100 %, 0 s left ")
    assert all(len(line) < 66 for line in lines)


def test_bar_of_a_build_estimates_the_rest_when_it_has_begun() -> None:
    """The first per cent take longest: they said that a minute's build takes a quarter hour."""
    screen = Terminal()
    bar = PercentBar("Native libraries", screen)
    for part in (4, 5):
        bar.update(part, 100)
        bar._drawn_at = 0.0  # draw the next part, too
    lines = screen.getvalue().split("\r\x1b[K")[1:]
    assert [line.endswith("s left ") for line in lines] == [False, True]


def test_numbers_stand_to_the_right() -> None:
    assert table(["who", "many"], [("Ann", 7), ("Bartholomew", 12345)]).splitlines() == [
        "who            many",
        "Ann               7",
        "Bartholomew  12,345",
    ]


def test_columns_read_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    names = ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"]
    assert columns(names).splitlines() == ["  aaaaaaaa  cccccccc", "  bbbbbbbb  dddddddd"]
    assert columns([]) == ""


def test_joined_text_stays_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = wrap("on the map 12 and " + joined("in hand 3 small, 1 large"), "  ")
    assert text == "  on the map 12 and\n  in hand 3 small, 1 large"


MARKDOWN = """# Title
Some **bold** and `code`, *light*
text with a [link](x.md).

1.1 First
    goes on.
- an item
  on two lines
- another * star

| a | b |
|---|---|
| 1 | two |

```
as it is
```
"""

PLAIN = """Title
=====
Some bold and code, light text with a link.

1.1 First goes on.
  • an item on two lines
  • another * star

a  b
1  two

    as it is"""


def test_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert render(MARKDOWN) == PLAIN
