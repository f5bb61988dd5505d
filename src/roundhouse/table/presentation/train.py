"""A train that shows a ranking: engines for the winners, carriages for the rest."""

from __future__ import annotations

from roundhouse.core.seat_colours import SEAT_COLOURS, SEAT_INKS
from roundhouse.core.svg import RIM, STYLE, Svg
from roundhouse.core.text import SEAT_LETTERS

CAR_WIDTH, CAR_HEIGHT = 120.0, 96.0
_BRASS = "#d9a534"
_IRON = "#4a4038"


def car_picture(seat: int, *, wins: bool) -> str:
    """Return a seat's engine or carriage as its own picture; the train faces left."""
    svg = Svg(CAR_WIDTH, CAR_HEIGHT, "")
    draw_car(svg, seat, wins=wins)
    inner = str(svg).replace(f"<style>{STYLE}</style>", "").replace("<title></title>", "")
    return inner.replace('role="img" class="board"', 'class="car" aria-hidden="true"')


def draw_car(svg: Svg, seat: int, *, wins: bool) -> None:
    """Draw a seat's engine or carriage with rails, CAR_WIDTH by CAR_HEIGHT."""
    colour, ink = SEAT_COLOURS[seat], SEAT_INKS[seat]
    svg.add("path", d="M0 90H120M8 90v5m16-5v5m16-5v5m16-5v5m16-5v5m16-5v5m16-5v5", class_="rails")
    with svg.group(stroke=RIM, stroke_width=1.6, stroke_linejoin="round"):
        (_engine if wins else _carriage)(svg, colour)
    x, y = (84.0, 44.0) if wins else (60.0, 52.0)
    font = "font-size:24px;font-weight:bold;text-anchor:middle;dominant-baseline:central"
    svg.text(x, y, SEAT_LETTERS[seat], style=f"{font};fill:{ink}")


def _engine(svg: Svg, colour: str) -> None:
    svg.add("circle", cx=31, cy=12, r=5, class_="steam", stroke="none")
    svg.add("circle", cx=40, cy=8, r=7, class_="steam", stroke="none")
    svg.add("circle", cx=52, cy=10, r=5, class_="steam", stroke="none")
    svg.add("path", d="M2 88L16 70H24V88Z", fill=_BRASS)
    svg.add("path", d="M25 22H37L34 30V44H28V30Z", fill=_IRON)
    svg.add("path", d="M48 44V36Q54 28 60 36V44Z", fill=_BRASS)
    svg.add("rect", x=16, y=42, width=52, height=28, rx=6, fill=colour)
    svg.add("path", d="M30 42V70M46 42V70", fill="none", stroke=_BRASS, stroke_width=3)
    svg.add("circle", cx=16, cy=56, r=6, fill=_BRASS)
    svg.add("path", d="M66 26H104V74H66Z", fill=colour)
    svg.add("path", d="M61 26Q84 16 109 26V30H61Z", fill=_IRON)
    svg.add("rect", x=14, y=70, width=94, height=7, fill=_IRON)
    svg.add("path", d="M108 78H120", fill="none", stroke=RIM, stroke_width=3)
    for x, radius in ((34, 8.0), (58, 11.0), (88, 11.0)):
        _wheel(svg, x, radius)
    svg.add("path", d="M58 79H88", fill="none", stroke=_BRASS, stroke_width=3)


def _carriage(svg: Svg, colour: str) -> None:
    svg.add("path", d="M0 78H120", fill="none", stroke=RIM, stroke_width=3)
    svg.add("rect", x=8, y=36, width=104, height=38, rx=4, fill=colour)
    svg.add("path", d="M4 36Q60 22 116 36Z", fill=_IRON)
    svg.add("path", d="M8 68H112", fill="none", stroke=_BRASS, stroke_width=2.5)
    for x in (15, 30, 78, 93):
        svg.add("rect", x=x, y=43, width=12, height=15, rx=2, fill="#fff3cf")
    svg.add("rect", x=12, y=73, width=96, height=5, fill=_IRON)
    for x in (30, 90):
        _wheel(svg, x, 9)


def _wheel(svg: Svg, x: float, radius: float) -> None:
    y = 90 - radius
    with svg.group(class_="wheel-of-car", style=f"transform-origin:{x}px {y}px"):
        svg.add("circle", cx=x, cy=y, r=radius, fill="#f3e7cb", stroke=_IRON, stroke_width=2.4)
        inner = radius - 1
        d = f"M{x} {y - inner}V{y + inner}M{x - inner} {y}H{x + inner}"
        svg.add("path", d=d, fill="none", stroke=_IRON, stroke_width=1.4)
    svg.add("circle", cx=x, cy=y, r=2.2, fill=_IRON)
