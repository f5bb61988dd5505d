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


def test_cities_links_and_seats_can_be_clicked() -> None:
    found = refs(drawn(4))
    assert len([ref for ref in found if ref.startswith("city:")]) == 25
    assert len([ref for ref in found if ref.startswith("link:")]) == 54
    assert {ref for ref in found if ref.startswith("seat:")} == {f"seat:{n}" for n in range(4)}


def test_it_is_well_formed_and_has_a_name() -> None:
    root = ElementTree.fromstring(drawn(6, "invest large fargo"))
    assert root[0].text == "Northern Pacific"
    assert root[1].text == "Track laid: Minneapolis / St. Paul"


def test_locomotives_stand_on_laid_track() -> None:
    assert drawn(3).count("loco") == 0
    svg = drawn(3, "lay fargo", "lay grand-forks")
    assert svg.count('class="loco"') == 2
    assert "link from fargo to grand-forks, track laid" in svg
    assert "link from grand-forks to fargo<" in svg


def test_cubes_are_told_by_letter_and_size() -> None:
    svg = drawn(3, "invest large fargo", "invest small fargo")
    assert "Fargo: large cube of seat A, small cube of seat B" in svg


def test_the_railhead_is_marked() -> None:
    assert drawn(3, "lay fargo").count("★") == 1
    assert drawn(3, "lay fargo").count("✓") == 1


def test_the_rounds_won_are_shown_where_they_count() -> None:
    assert "won 0" in drawn(3, variant="scoreless")
    assert "won 0" not in drawn(3)
