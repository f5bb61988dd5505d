"""Drawings of Northern Pacific."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from .states import new_state


def draw_board(seats: int, *moves: str, **options: str) -> str:
    state = new_state(seats, *moves, **options)
    return state.game.draw(state.view(state.turn))


def find_refs(svg: str) -> set[str]:
    return set(re.findall(r'data-ref="([^"]*)"', svg))


def test_cities_and_links_can_be_clicked() -> None:
    refs = find_refs(draw_board(4))
    assert len([ref for ref in refs if ref.startswith("city:")]) == 25
    assert len([ref for ref in refs if ref.startswith("link:")]) == 54
    assert len(refs) == 25 + 54


def test_svg_is_well_formed_and_titled() -> None:
    root = ElementTree.fromstring(draw_board(6, "invest large fargo"))
    assert root[0].text == "Northern Pacific"
    assert root[1].text == "Track laid: Minneapolis / St. Paul"


def test_laid_track_has_locomotives() -> None:
    assert draw_board(3).count("loco") == 0
    svg = draw_board(3, "lay fargo", "lay grand-forks")
    assert svg.count('class="loco"') == 2
    assert "From Fargo to Grand Forks, track laid" in svg
    assert "From Grand Forks to Fargo<" in svg


def test_title_lists_cubes_by_letter_and_size() -> None:
    svg = draw_board(3, "invest large fargo", "invest small fargo")
    assert "Fargo: large cube of A, small cube of B" in svg


def test_railhead_is_marked() -> None:
    svg = draw_board(3, "lay fargo")
    assert svg.count(">★<") == 1
    assert svg.count(">✓<") == 1


def test_cut_off_cities_are_marked() -> None:
    assert ">✕<" not in draw_board(3)
    assert draw_board(3, "lay fargo").count(">✕<") == 5  # Duluth, and four cities in the south
    invested = draw_board(3, "invest small duluth", "lay fargo")
    assert invested.count(">✕<") == 4  # the fifth has a cube instead of the mark
    assert invested.count("stroke-dasharray:3 4") == 5


def test_markers_do_not_change_the_group_of_a_city() -> None:
    def find_group(svg: str, name: str) -> str:
        match = re.search(rf'<g data-ref="city:{name}">.*?</g>', svg)
        assert match
        return match.group()

    before, after = draw_board(3, "lay fargo"), draw_board(3, "lay fargo", "lay minot")
    for name in (
        "duluth",
        "fargo",
        "grand-forks",
        "bismarck",
    ):  # cut off, passed, cut off by `lay minot`
        assert find_group(before, name) == find_group(after, name)
    assert find_group(before, "minot") != find_group(after, "minot")


def test_hand_shows_cubes_of_its_seat() -> None:
    state = new_state(3, "invest large fargo")
    svg = state.game.draw(state.view(0), "hand")
    assert ">3 small<" in svg
    assert "large<" not in svg
    assert svg.count(">A<") == 3
    assert ">1 large<" in state.game.draw(state.view(1), "hand")
