"""The lessons of all games: legal moves, drawn refs, under ten minutes."""

from __future__ import annotations

import pytest

from roundhouse.core.errors import BadLesson
from roundhouse.core.lesson import Lesson, MoveStep, QuestionStep, ReplyStep, parse_lesson
from roundhouse.play import registry
from roundhouse.play.lesson import Guide, check_lesson, get_lesson

GAMES = [meta.id for meta in registry.games()]


@pytest.mark.parametrize("game", GAMES)
def test_lesson_is_valid_and_interactive(game: str) -> None:
    lesson = get_lesson(game)
    assert lesson is not None
    assert check_lesson(lesson) == len(lesson.steps)
    steps = [step for _, step in lesson.steps]
    # The learner makes moves, gets replies and answers at least one question.
    assert sum(isinstance(step, MoveStep) for step in steps) >= 8
    assert any(isinstance(step, ReplyStep) for step in steps)
    assert any(isinstance(step, QuestionStep) for step in steps)
    # At least a third of the moves explain particular mistakes.
    has_explanation = [bool(step.wrong) for step in steps if isinstance(step, MoveStep)]
    assert sum(has_explanation) >= len(has_explanation) // 3


def edit_northern_lesson(*changes: tuple[str, str]) -> Lesson:
    """Return Northern Pacific's lesson with some text replaced."""
    text = registry.text("northern", "lesson.toml")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return parse_lesson(text, "northern/lesson.toml")


FAULTS = [
    (("rules = 1", "rules = 9"), "the header", "no version 9"),
    (('"Carl"]', '"Carl", "Dora"]'), "the header", "names for 3 seats"),
    (("1 invest small fargo", "2 invest small fargo"), 5, "not seat 2's turn"),
    (("1 invest small fargo", "1 lay seattle"), 5, "is not legal now"),
    (('move = "lay fargo"', 'move = "lay minot"'), 7, "is not legal now"),
    (('"city:minneapolis", ', '"city:chicago", '), 1, "points at city:chicago"),
    (('"lay fargo" = "The', '"lay minot" = "The'), 4, "`lay minot` is not legal here"),
    (("Start with a nearby bet", "Seat 0 makes a bet"), 4, "use plain words"),
    (("Welcome!", "Welcome, @3!"), 1, "names @3"),
    (("Welcome!", "Welcome! " * 2000), "the file", "the maximum is 10"),
    (('say = """\nWelcome', 'sheet = "moon"\nsay = """\nWelcome'), 1, "no sheet 'moon'"),
]


@pytest.mark.parametrize(("change", "where", "reason"), FAULTS, ids=[f[2] for f in FAULTS])
def test_fault_is_reported_with_its_step(
    change: tuple[str, str], where: int | str, reason: str
) -> None:
    with pytest.raises(BadLesson) as excinfo:
        check_lesson(edit_northern_lesson(change))
    assert excinfo.value.step == where
    assert reason in str(excinfo.value)


def test_move_of_the_wrong_seat_is_a_fault() -> None:
    with pytest.raises(BadLesson, match="step 1: 'lay minot': it is not seat 0's turn"):
        check_lesson(parse_lesson(WRONG_SEAT, "northern/lesson.toml"))


WRONG_SEAT = """
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


def test_forced_moves_are_played_automatically() -> None:
    lesson = get_lesson("rails")
    assert lesson is not None
    guide = Guide(lesson)
    places = [place for place in guide.places if isinstance(place.step, MoveStep)]
    assert places
    assert all(len(guide.position(place).legal()) > 1 for place in places)
    words = {move.entry.words for move in guide.matches[0].line}
    assert "hats 0" in words  # played automatically
    assert "hats 0" not in registry.text("rails", "lesson.toml")


def test_shortcut_must_be_offered() -> None:
    text = registry.text("rails", "lesson.toml")
    shortcut = '["lay", "engine east-2", "to s5", "to r5", "done"]'
    assert shortcut in text
    lesson = parse_lesson(
        text.replace(shortcut, '["lay", "to s5", "to r5", "done"]'), "rails/lesson.toml"
    )
    with pytest.raises(BadLesson, match="is no shortcut that is offered here"):
        check_lesson(lesson)
