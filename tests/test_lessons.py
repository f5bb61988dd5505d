"""The lessons of all rooms hold: every move legal, all that is pointed at drawn, in ten minutes."""

from __future__ import annotations

import pytest

from roundhouse.core.errors import BadLesson
from roundhouse.core.lesson import Ask, Do, Lesson, Reply, read
from roundhouse.play import registry
from roundhouse.play.lesson import Guide, check_lesson, lesson_of

GAMES = [box.id for box in registry.games()]


@pytest.mark.parametrize("game", GAMES)
def test_lesson(game: str) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    assert check_lesson(lesson) == len(lesson.steps)
    steps = [step for _, step in lesson.steps]
    # It is a game in which one plays, is answered, and is asked at least one real question.
    assert sum(isinstance(step, Do) for step in steps) >= 8
    assert any(isinstance(step, Reply) for step in steps)
    assert any(isinstance(step, Ask) for step in steps)
    # A wrong move is explained: most of the moves asked for have words for particular slips.
    told = [bool(step.wrong) for step in steps if isinstance(step, Do)]
    assert sum(told) >= len(told) // 3


def northern(*changes: tuple[str, str]) -> Lesson:
    """Northern Pacific's lesson, spoilt."""
    text = registry.text("northern", "lesson.toml")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return read(text, "northern/lesson.toml")


FAULTS = [
    (("rules = 1", "rules = 9"), "the header", "no version 9"),
    (('"Carl"]', '"Carl", "Dora"]'), "the header", "names for 3 seats"),
    (("1 invest small fargo", "2 invest small fargo"), 5, "not seat 2's turn"),
    (("1 invest small fargo", "1 lay seattle"), 5, "is not legal now"),
    (('move = "lay fargo"', 'move = "lay minot"'), 7, "is not legal now"),
    (('"city:minneapolis", ', '"city:chicago", '), 1, "points at city:chicago"),
    (('"lay fargo" = "The', '"lay minot" = "The'), 4, "`lay minot` is not legal here"),
    (("Begin with a bet", "Seat 0 makes a bet"), 4, "plain words only"),
    (("Welcome!", "Welcome, @3!"), 1, "names @3"),
    (("Welcome!", "Welcome! " * 2000), "the file", "not under ten"),
    (('say = """\nWelcome', 'sheet = "moon"\nsay = """\nWelcome'), 1, "no sheet 'moon'"),
]


@pytest.mark.parametrize(("change", "where", "reason"), FAULTS, ids=[f[2] for f in FAULTS])
def test_what_does_not_hold_is_named(
    change: tuple[str, str], where: int | str, reason: str
) -> None:
    with pytest.raises(BadLesson) as caught:
        check_lesson(northern(change))
    assert caught.value.step == where
    assert reason in str(caught.value)


def test_a_move_asked_of_the_wrong_seat() -> None:
    with pytest.raises(BadLesson, match="step 1: 'lay minot': it is not seat 0's turn"):
        check_lesson(read(ANOTHER_TURN, "northern/lesson.toml"))


ANOTHER_TURN = """
game = "northern"
rules = 1
seats = 3
names = ["Alex", "Bea", "Carl"]
about = "x"
[[chapter]]
title = "x"
start = "0 lay fargo"
[[chapter.step]]
do = "x"
move = "lay minot"
otherwise = "x"
"""


def test_moves_without_an_alternative_are_made_as_at_a_table() -> None:
    lesson = lesson_of("rails")
    assert lesson is not None
    guide = Guide(lesson)
    asked = [place for place in guide.places if isinstance(place.step, Do)]
    assert asked
    assert all(len(guide.position(place).legal()) > 1 for place in asked)
    words = {made.entry.words for made in guide.matches[0].line}
    assert "hats 0" in words  # nobody wrote it
    assert "hats 0" not in registry.text("rails", "lesson.toml")


def test_a_shortcut_must_be_offered() -> None:
    text = registry.text("rails", "lesson.toml")
    short = '["lay", "engine east-2", "to s5", "to r5", "done"]'
    assert short in text
    spoilt = read(text.replace(short, '["lay", "to s5", "to r5", "done"]'), "rails/lesson.toml")
    with pytest.raises(BadLesson, match="is no shortcut that is offered here"):
        check_lesson(spoilt)
