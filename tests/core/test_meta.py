from __future__ import annotations

import pytest

from roundhouse.core.errors import BadOption, BadSeats
from roundhouse.core.meta import IntroCard, Meta, Option

META = Meta(
    id="sample",
    title="Sample",
    order=1,
    seats=(2, 3),
    rules=1,
    stage="beta",
    tagline="",
    minutes=(1, 2),
    unit="$",
    credits="",
    card=IntroCard("win", "a turn", "tools", "the end", "what is missed"),
    options={
        "map": Option("Map", {"east": "the eastern", "west": "the western"}),
        "pace": Option("Pace", {"slow": "", "fast": ""}),
    },
)


def test_first_value_is_the_default() -> None:
    assert META.check_options({}) == {"map": "east", "pace": "slow"}
    assert META.option_numbers(META.check_options({"pace": "fast"})) == [0, 1]


def test_unknown_options_and_values_are_refused() -> None:
    with pytest.raises(BadOption, match="no option 'colour'; it has: map, pace"):
        META.check_options({"colour": "red"})
    with pytest.raises(BadOption, match="one of east, west, not 'north'"):
        META.check_options({"map": "north"})
    with pytest.raises(BadOption):
        META.check_options({"map": ["east"]})


def test_invalid_seat_count_is_refused() -> None:
    META.check_seats(3)
    with pytest.raises(BadSeats, match="2 to 3 seats, not 4"):
        META.check_seats(4)


def test_intro_card_has_five_lines() -> None:
    assert META.card.lines == ("win", "a turn", "tools", "the end", "what is missed")
