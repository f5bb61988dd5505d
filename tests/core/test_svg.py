from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.seat_colours import SEAT_COLOURS, SEAT_INKS
from roundhouse.core.svg import Svg, format_number
from roundhouse.core.text import SEAT_LETTERS

SVG = "{http://www.w3.org/2000/svg}"


def test_shapes_are_written_in_order() -> None:
    svg = Svg(100, 50, "A board", "as it stands")
    svg.add("rect", width=100, height=50, class_="paper")
    with svg.ref("city:fargo", "Fargo"):
        svg.text(1.5, 2, "Fargo")
    svg.seat_cube(10, 10, 12, 2)
    root = ElementTree.fromstring(str(svg))
    assert root.get("viewBox") == "0 0 100 50"
    assert [child.tag.removeprefix(SVG) for child in root] == [
        "title",
        "desc",
        "style",
        "rect",
        "g",
        "rect",
        "text",
    ]
    assert root[4].get("data-ref") == "city:fargo"
    assert root[4][0].text == "Fargo"
    assert root[6].text == "C"


def test_attributes_of_none_are_omitted() -> None:
    svg = Svg(1, 1, "t")
    svg.add("path", d="M0 0", stroke_width=2, style=None)
    assert '<path d="M0 0" stroke-width="2"/>' in str(svg)


def test_numbers_have_at_most_two_decimals() -> None:
    assert [format_number(n) for n in (1, 2.0, 1.239, -0.5, "x")] == ["1", "2", "1.24", "-0.5", "x"]
    # -0.0 and 0 are the same key of the cache, so they must give the same text.
    assert format_number(-0.0) == format_number(-0.001) == "0"


def test_equal_values_of_different_types_are_cached_apart() -> None:
    """Elements are cached as text, and 1, True and 1.0 are equal keys."""
    svg = Svg(1, 1, "t")
    for value in (1, True, 1.0, 1, -0.0, 0):
        svg.add("path", d=value)
    body = str(svg).split("</style>")[1]
    assert body.split('"')[1::2] == ["1", "True", "1", "1", "0", "0"]


def test_marker_is_a_definition() -> None:
    svg = Svg(1, 1, "t")
    svg.marker("arrow", "M0 0", "fill:red")
    marker = ElementTree.fromstring(str(svg)).find(f"{SVG}defs/{SVG}marker")
    assert marker is not None
    assert marker.get("id") == "arrow"


def test_every_seat_has_a_colour_an_ink_and_a_letter() -> None:
    assert len(SEAT_COLOURS) == len(SEAT_INKS) == len(SEAT_LETTERS) == len(set(SEAT_COLOURS))


printable_text = st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"]), max_size=40)


@given(printable_text, printable_text)
def test_text_is_escaped(text: str, label: str) -> None:
    svg = Svg(1, 1, text)
    with svg.ref(label, label):
        svg.text(0, 0, text)
    root = ElementTree.fromstring(str(svg))
    assert root[-1].get("data-ref") == label
    assert (root[-1][1].text or "") == text
