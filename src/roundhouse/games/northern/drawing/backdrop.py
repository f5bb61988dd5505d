"""The land behind the map of the built-in board, in the sheet's coordinates."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _

Line = str  # points as "x,y x,y"

COAST: Line = (
    "8,0 12,40 40,66 36,104 50,142 42,176 54,214 46,250 30,286 20,340 16,394 24,460 32,560 36,640"
)
LAKE: Line = "1000,112 968,126 940,146 925,172 932,190 962,188 1000,178"
# The 49th parallel, as far as the lake.
PARALLEL: Line = "50,142 118,116 260,106 450,114 620,112 760,98 860,96 916,112 940,146"
STATES: tuple[Line, ...] = (
    "244,107 238,330 222,356 216,410 214,640",  # Washington and Oregon, Idaho
    "112,410 216,410",  # Washington, Oregon
    "305,108 300,176 322,240 300,300 330,376 328,442 382,472 420,470",  # Idaho, Montana
    "420,470 598,470",  # Montana, Wyoming
    "626,112 626,470 598,470 598,640",  # the Dakotas
    "626,354 862,354",  # North Dakota, South Dakota
    "876,400 892,440 890,545 1000,545",  # South Dakota, Minnesota
    "420,470 420,640",  # Idaho, Wyoming
)
RIVERS: tuple[Line, ...] = (
    "16,370 60,360 92,386 116,406 146,400 156,336 186,292 158,230 192,184 202,110",  # Columbia
    "330,372 372,330 428,276 482,238 552,232 622,250 682,262 718,300 722,354 736,430 772,500 "
    "822,546 862,602 880,640",  # Missouri
    "420,470 482,440 530,392 602,342 640,256",  # Yellowstone
    "846,97 838,160 852,230 850,290 868,350 876,400",  # Red River
)
REGIONS = (
    (mark("CANADA"), 470, 84, 17),
    (mark("WASHINGTON"), 122, 318, 13),
    (mark("OREGON"), 118, 530, 16),
    (mark("IDAHO"), 268, 556, 16),
    (mark("MONTANA"), 486, 356, 20),
    (mark("WYOMING"), 482, 520, 16),
    (mark("NORTH DAKOTA"), 722, 256, 13),
    (mark("SOUTH DAKOTA"), 736, 452, 14),
    (mark("MINNESOTA"), 940, 474, 13),
)
PEAKS = (
    (318, 210), (336, 236), (312, 258), (338, 286), (318, 322), (296, 344), (296, 436), (330, 462),
    (362, 492), (300, 488), (398, 526), (340, 530), (372, 562), (444, 560), (432, 596), (268, 462),
    (112, 190), (122, 232), (114, 284), (96, 440), (84, 474), (100, 500), (90, 566), (660, 556),
)  # fmt: skip
WATER = "stroke:var(--river,#8fb3b8);stroke-width:2"
RIVER = "stroke:var(--river,#8fb3b8);stroke-width:2.5;stroke-opacity:.55"


def draw_backdrop(svg: Svg, width: float, height: float) -> None:
    """Draw land, water, borders, mountains and the names of states."""
    coast = COAST.split()
    at_border = coast.index("50,142")
    lake_shore = LAKE.split()
    country = [*PARALLEL.split(), *lake_shore[3:], f"{width},{height}", *coast[:at_border:-1]]
    svg.path(_path(country) + "Z", class_="land")
    sea = [f"0,{height}", "0,0", *coast]
    svg.path(_path(sea) + "Z", class_="water", style=WATER)
    svg.path(_path([*lake_shore, f"{width},112"]) + "Z", class_="water", style=WATER)
    for river in RIVERS:
        svg.path(_path(river.split()), class_="faint", style=RIVER)
    for border in (PARALLEL, *STATES):
        svg.path(_path(border.split()), class_="faint", style="stroke-dasharray:8 5")
    for x, y in PEAKS:
        svg.path(f"M{x - 13} {y + 8} L{x} {y - 12} L{x + 13} {y + 8} Z", class_="peak")
        svg.path(f"M{x - 5} {y - 4} L{x} {y - 12} L{x + 5} {y - 4} L{x} {y - 1} Z", class_="snow")
    for name, x, y, size in REGIONS:
        style = f"font-size:{size}px;letter-spacing:2px;font-style:italic;fill-opacity:.75"
        svg.text(x, y, _(name), "middle", style=style)


def _path(points: list[str]) -> str:
    return "M" + " L".join(point.replace(",", " ") for point in points)
