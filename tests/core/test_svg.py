from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.svg import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, Svg, number

SVG = "{http://www.w3.org/2000/svg}"


def test_shapes_lie_in_order() -> None:
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


def test_attributes_that_are_none_are_left_out() -> None:
    svg = Svg(1, 1, "t")
    svg.add("path", d="M0 0", stroke_width=2, style=None)
    assert '<path d="M0 0" stroke-width="2"/>' in str(svg)


def test_numbers_are_short() -> None:
    assert [number(n) for n in (1, 2.0, 1.239, -0.5, "x")] == ["1", "2", "1.24", "-0.5", "x"]
    assert number(-0.0) == number(-0.001) == "0"  # what was drawn before must not show


def test_what_is_equal_but_written_otherwise_is_not_mixed_up() -> None:
    """The words of elements are kept from drawing to drawing."""
    svg = Svg(1, 1, "t")
    for value in (1, True, 1.0, 1, -0.0, 0):
        svg.add("path", d=value)
    drawn = str(svg).split("</style>")[1]
    assert drawn.split('"')[1::2] == ["1", "True", "1", "1", "0", "0"]


def test_an_arrow_head() -> None:
    svg = Svg(1, 1, "t")
    svg.marker("arrow", "M0 0", "fill:red")
    marker = ElementTree.fromstring(str(svg)).find(f"{SVG}defs/{SVG}marker")
    assert marker is not None
    assert marker.get("id") == "arrow"


def test_every_seat_has_colour_ink_and_letter() -> None:
    assert len(SEAT_COLOURS) == len(SEAT_INKS) == len(SEAT_LETTERS) == len(set(SEAT_COLOURS))


printable = st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"]), max_size=40)


@given(printable, printable)
def test_texts_cannot_break_out(text: str, label: str) -> None:
    svg = Svg(1, 1, text)
    with svg.ref(label, label):
        svg.text(0, 0, text)
    root = ElementTree.fromstring(str(svg))
    assert root[-1].get("data-ref") == label
    assert (root[-1][1].text or "") == text
