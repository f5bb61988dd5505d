"""A player's cubes and tally, drawn wide and for a phone."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import NARROW, View

HEIGHT = 80
MAX_CUBES = 14  # drawn one by one; the rest are a number
FIGURES = 3 * 88  # width of the figures beside the cubes
CUBES = {"large": (40, 48), "small": (28, 34)}  # size, and distance to the next
NARROW_CUBES = 190  # width for the cubes on a phone, before the figures
NARROW_SIZES = {"large": 32, "small": 23}
FIGURES_AT, FIGURE_STEP = 234, 57  # on a phone


def draw_hand(view: View) -> str:
    """Draw the hand of the viewing seat; a spectator has none."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(200, HEIGHT, _("Your hand")))
    hand = {kind: view["facts"][kind][seat] for kind in CUBES}
    cubes = sum(CUBES[kind][1] * min(number, MAX_CUBES) for kind, number in hand.items())
    width = 40 + max(cubes, 110) + 60 + FIGURES
    svg = Svg(width, HEIGHT, _("Your hand"))
    x = 14.0
    for kind, (size, step) in CUBES.items():
        number = hand[kind]
        if not number:
            continue
        with svg.group():
            svg.add("title", _write_cubes(kind, number))
            for n in range(min(number, MAX_CUBES)):
                svg.seat_cube(x + size / 2 + n * step, 30, size, seat)
            svg.text(x, 70, _write_short(kind, number), style="font-size:14px")
        x += step * min(number, MAX_CUBES) + 20
    if not any(hand.values()):
        svg.text(14, 42, _("no cubes in hand"), style="font-size:14px;font-style:italic")
    for n, (label, figure) in enumerate(_list_figures(view, seat, _("rounds before"))):
        x = width - FIGURES + 44 + 88 * n
        svg.text(x, 40, f"{figure}", "middle", style="font-size:26px;font-weight:bold")
        svg.text(x, 66, label, "middle", style="font-size:14px")
    return str(svg)


def draw_narrow_hand(view: View) -> str:
    """Draw the hand of the viewing seat on a phone; a spectator has none."""
    svg = Svg(*NARROW, _("Your hand"))
    seat = view["seat"]
    if seat is None:
        return str(svg)
    _draw_narrow_cubes(svg, {kind: view["facts"][kind][seat] for kind in NARROW_SIZES}, seat)
    for n, (label, figure) in enumerate(_list_figures(view, seat, _("before"))):
        x = FIGURES_AT + FIGURE_STEP * n
        svg.text(x, 22, f"{figure}", "middle", style="font-size:18px;font-weight:bold")
        svg.text(x, 40, label, "middle", style="font-size:11.5px")
    return str(svg)


def _write_cubes(kind: str, number: int) -> str:
    if kind == "large":
        return ngettext("{n} large cube", "{n} large cubes", number)
    return ngettext("{n} small cube", "{n} small cubes", number)


def _write_short(kind: str, number: int) -> str:
    if kind == "large":
        return ngettext("{n} large", "{n} large", number)
    return ngettext("{n} small", "{n} small", number)


def _list_figures(view: View, seat: int, before: str) -> list[tuple[str, int]]:
    """List the figures beside the cubes; `before` labels those of earlier rounds."""
    facts = view["facts"]
    is_over = view["phase"] == "over"  # the cubes on the map are lost then
    out = [each[kind][seat] for each in facts["cubes"].values() for kind in CUBES]
    return [
        (_("on the map"), 0 if is_over else sum(out)),
        (_("total") if is_over else before, facts["good"][seat]),
        (_("lost"), facts["bad"][seat]),
    ]


def _draw_narrow_cubes(svg: Svg, hand: dict[str, int], seat: int) -> None:
    """Draw the cubes in hand in one row; they overlap when there are many."""
    sizes = [NARROW_SIZES[kind] for kind, count in hand.items() for _ in range(count)]
    if not sizes:
        svg.text(10, 31, _("no cubes in hand"), style="font-size:14px;font-style:italic")
        return
    ratio = min(1.0, NARROW_CUBES / sum(size + 5.0 for size in sizes))
    at = 8.0
    with svg.group():
        svg.add("title", ", ".join(_write_short(kind, count) for kind, count in hand.items()))
        for size in sizes:
            svg.seat_cube(at + size / 2, NARROW[1] / 2, size, seat)
            at += (size + 5) * ratio
