"""The board of Northern Pacific as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from .positions import table


def drawn(seats: int, *moves: str, **options: str) -> str:
    state = table(seats, *moves, **options)
    return state.game.draw(state.view(state.turn))


def refs(svg: str) -> set[str]:
    return set(re.findall(r'data-ref="([^"]*)"', svg))


def test_cities_and_links_can_be_clicked() -> None:
    found = refs(drawn(4))
    assert len([ref for ref in found if ref.startswith("city:")]) == 25
    assert len([ref for ref in found if ref.startswith("link:")]) == 54
    assert len(found) == 25 + 54


def test_it_is_well_formed_and_has_a_name() -> None:
    root = ElementTree.fromstring(drawn(6, "invest large fargo"))
    assert root[0].text == "Northern Pacific"
    assert root[1].text == "Track laid: Minneapolis / St. Paul"


def test_locomotives_stand_on_laid_track() -> None:
    assert drawn(3).count("loco") == 0
    svg = drawn(3, "lay fargo", "lay grand-forks")
    assert svg.count('class="loco"') == 2
    assert "From Fargo to Grand Forks, track laid" in svg
    assert "From Grand Forks to Fargo<" in svg


def test_cubes_are_told_by_letter_and_size() -> None:
    svg = drawn(3, "invest large fargo", "invest small fargo")
    assert "Fargo: large cube of A, small cube of B" in svg


def test_the_railhead_is_marked() -> None:
    svg = drawn(3, "lay fargo")
    assert svg.count(">★<") == 1
    assert svg.count(">✓<") == 1


def test_a_city_that_is_cut_off_is_marked() -> None:
    assert ">✕<" not in drawn(3)
    assert drawn(3, "lay fargo").count(">✕<") == 5  # Duluth, and all in the south
    invested = drawn(3, "invest small duluth", "lay fargo")
    assert invested.count(">✕<") == 4  # a cube lies on the fifth; its box is dashed all the same
    assert invested.count("stroke-dasharray:3 4") == 5


def test_marks_are_no_change_of_the_city_they_lie_on() -> None:
    def city(svg: str, name: str) -> str:
        found = re.search(rf'<g data-ref="city:{name}">.*?</g>', svg)
        assert found
        return found.group()

    before, after = drawn(3, "lay fargo"), drawn(3, "lay fargo", "lay minot")
    for name in ("duluth", "fargo", "grand-forks", "bismarck"):  # behind, railhead before, cut off
        assert city(before, name) == city(after, name)
    assert city(before, "minot") != city(after, "minot")


def test_the_hand_shows_its_seats_cubes() -> None:
    state = table(3, "invest large fargo")
    svg = state.game.draw(state.view(0), "hand")
    assert ">3 small<" in svg
    assert "large<" not in svg
    assert svg.count(">A<") == 3
    assert ">1 large<" in state.game.draw(state.view(1), "hand")
