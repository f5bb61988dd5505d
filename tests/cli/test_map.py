"""The map in the terminal: a game's drawing in characters."""

from __future__ import annotations

import random
import re

import pytest

from roundhouse.cli.map import COLOURS_256, NO_COLOURS, TRUE_COLOUR, map_text
from roundhouse.core.svg import Svg
from roundhouse.play import registry

from .conftest import Cli

WIDE = 110


def small() -> str:
    """A drawing with two towns, a track between them and a cube."""
    svg = Svg(590, 120, "two towns")
    svg.marker("head", "M0 0L10 5L0 10Z", "fill:#3b3024")
    svg.add("path", d="M40 60H500", stroke="#3b3024", class_="line", marker_end="url(#head)")
    svg.add("rect", x=20, y=40, width=40, height=40, class_="node")
    svg.text(40, 105, "Fargo", "name middle")
    svg.text(510, 105, "Minot", "name middle")
    svg.seat_cube(285, 60, 20, 1)
    return str(svg)


def test_a_line_an_arrow_and_names() -> None:
    lines = map_text(small(), 60, NO_COLOURS).splitlines()
    assert len(lines) == 6
    assert "Fargo" in lines[5]
    assert "Minot" in lines[5]
    assert lines[5].index("Minot") - lines[5].index("Fargo") == 47
    track = next(line for line in lines if "→" in line)
    assert track.index("→") == 50
    assert "B" in track  # on the track, not beside it
    assert re.search("[\u2801-\u28ff]{10,}", track)


def test_colour_depths() -> None:
    assert "\x1b[" not in map_text(small(), 60, NO_COLOURS)
    assert "48;2;213;94;0" in map_text(small(), 60, TRUE_COLOUR)  # the cube of seat B
    assert re.search(r"48;5;\d+", map_text(small(), 60, COLOURS_256))
    bare = re.sub(r"\x1b\[[\d;]*m", "", map_text(small(), 60, TRUE_COLOUR))
    assert [line.rstrip() for line in bare.splitlines()] == map_text(small(), 60, NO_COLOURS).split(
        "\n"
    )


@pytest.mark.parametrize("game", [box.id for box in registry.games()])
def test_every_sheet_of_every_game_can_be_read(game: str) -> None:
    """The map fits the width and has the labels and lines of the drawing."""
    loaded = registry.load(game, speed="interpreted")
    rng, state = random.Random(1), loaded.start(3)
    for _ in range(60):
        state.apply(rng.choice(state.legal()))
    view = state.view(0)
    for drawing in loaded.drawings:
        svg = loaded.draw(view, drawing.name)
        text = map_text(svg, WIDE, NO_COLOURS)
        assert max(map(len, text.splitlines())) < WIDE
        named = set(re.findall(r"<text[^>]*>([A-Z][a-z]{3,}[^<]*)</text>", svg))
        cut = {name for name in named if name.replace("&amp;", "&") not in text}
        if not drawing.mine:
            assert len(cut) <= len(named) * 0.25, f"{drawing.name}: {cut}"
            assert re.search("[\u2801-\u28ff]{4}", text), f"{drawing.name} has no lines"


def test_map_is_a_command_of_play(cli: Cli) -> None:
    typed = "map\nmap hand\nmap moon\nabandon\n"
    run = cli("play", "northern", "--seats", 3, "--seat", 0, "--seed", 1, typed=typed)
    assert "Bismarck" in run.out
    assert "There is no sheet 'moon'; there are: board, hand." in run.out
