from __future__ import annotations

from roundhouse.core.text import say


def test_names_take_the_place_of_seats() -> None:
    assert say("@0 pays @1 $3", ["Ann", "Bo"]) == "Ann pays Bo $3"


def test_a_seat_without_a_name_stays() -> None:
    assert say("@5 and me@home", ["Ann"]) == "@5 and me@home"


def test_names_are_not_read_again() -> None:
    assert say("@0 and @1", ["@1", "Bo"]) == "@1 and Bo"
