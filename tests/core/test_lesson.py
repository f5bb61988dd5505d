"""Parsing lessons: errors name the file, the step and the reason."""

from __future__ import annotations

import pytest

from roundhouse.core.errors import BadLesson
from roundhouse.core.lesson import (
    MoveStep,
    QuestionStep,
    ReplyStep,
    TextStep,
    matches_pattern,
    parse_lesson,
)

HEADER = """
game = "northern"
rules = 1
seats = 3
names = ["Alex", "Bea", "Carl"]
about = "How it goes."
"""
CHAPTER = """
[[chapter]]
title = "One"
start = "0 lay fargo"
"""
SAY = '\n[[chapter.step]]\nsay = "Look."\n'
DO = """
[[chapter.step]]
do = "Lay it."
move = "lay  minot"
otherwise = "Not there."
[chapter.step.also]
"lay bismarck" = "As is_match."
"invest *" = "Fine, too."
[chapter.step.wrong]
"invest large fargo" = "It is there already."
"""
REPLY = '\n[[chapter.step]]\nreply = "They move."\nmoves = """\n1 lay minot\n\n* open 2\n"""\n'
ASK = """
[[chapter.step]]
ask = "Who?"
answer = [{ text = "I", word = "No." }, { text = "They", word = "Yes.", right = true }]
"""


def test_steps_are_parsed_by_type() -> None:
    lesson = parse_lesson(HEADER + CHAPTER + SAY + DO + REPLY + ASK, "northern/lesson.toml")
    assert [type(step) for _, step in lesson.steps] == [TextStep, MoveStep, ReplyStep, QuestionStep]
    assert lesson.chapters[0].start == ((0, "lay fargo"),)
    assert lesson.learner == 0
    assert 1 <= lesson.minutes <= 2
    _, move_step, reply_step, question_step = (step for _, step in lesson.steps)
    assert isinstance(move_step, MoveStep)
    assert isinstance(reply_step, ReplyStep)
    assert isinstance(question_step, QuestionStep)
    assert move_step.moves == ("lay minot",)  # extra spaces are removed
    assert reply_step.moves == ((1, "lay minot"), (-1, "open 2"))
    assert [answer.right for answer in question_step.answers] == [False, True]
    assert move_step.accepts(["lay minot"])
    assert not move_step.describe_alternative(["lay minot"])
    assert move_step.accepts(["lay bismarck"])
    assert move_step.describe_alternative(["lay bismarck"]) == "As is_match."
    assert move_step.accepts(["invest small terry"])
    assert not move_step.accepts(["invest large fargo"])  # `wrong` takes precedence over a pattern
    assert move_step.explain_rejection(["invest large fargo"]) == "It is there already."
    assert (
        move_step.explain_rejection(["lay grand-forks"])
        == move_step.explain_rejection(["lay minot", "lay terry"])
        == "Not there."
    )
    assert not move_step.accepts(["lay minot", "lay terry"])


def test_chapter_without_a_start_continues_the_game() -> None:
    lesson = parse_lesson(HEADER + CHAPTER + SAY + '[[chapter]]\ntitle = "Two"' + SAY, "f")
    assert [chapter.start for chapter in lesson.chapters] == [((0, "lay fargo"),), None]


@pytest.mark.parametrize(
    ("pattern", "move", "is_match"),
    [
        ("pass", "pass", True),
        ("pass", "bid 3", False),
        ("bid 3..7", "bid 3", True),
        ("bid 3..7", "bid 7", True),
        ("bid 3..7", "bid 8", False),
        ("bid 3..7", "ask 5", False),
        ("build yellow *", "build yellow a-b none", True),
        ("build yellow *", "build green a-b none", False),
        ("*", "pass", True),
    ],
)
def test_pattern_matching(pattern: str, move: str, is_match: bool) -> None:
    assert matches_pattern(pattern, move) is is_match


FAULTS = [
    ("game =", "the file", "not TOML"),
    (HEADER, "the header", "`chapter` is missing"),
    (HEADER.replace("rules = 1", 'rules = "1"'), "the header", "`rules` must be a number"),
    (HEADER.replace('"Carl"', '""'), "the header", "`names` must be a list of texts"),
    (HEADER.replace(', "Carl"', ""), "the header", "2 names for 3 seats"),
    (HEADER + "learner = 3" + CHAPTER + SAY, "the header", "`learner` is 3"),
    (HEADER + "seed = 3" + CHAPTER + SAY, "the header", "`seed` is not known here"),
    (HEADER + "chapter = []", "the header", "there is no chapter"),
    (HEADER + CHAPTER, "chapter 1", "`step` is missing"),
    (HEADER + CHAPTER.replace("0 lay", "3 lay") + SAY, "chapter 1", "a move is `seat words`"),
    (HEADER + CHAPTER + SAY + SAY.replace("Look.", " "), "step 2", "`say` is empty"),
    (HEADER + CHAPTER + SAY + 'do = "x"', "step 1", "this has 2"),
    (HEADER + CHAPTER + SAY + 'move = "x"', "step 1", "`move` is not known here"),
    (HEADER + CHAPTER + SAY + "at = [1]", "step 1", "`at` must be a list of texts"),
    (HEADER + CHAPTER + DO.replace('otherwise = "Not there."', ""), "step 1", "`otherwise` is"),
    (HEADER + CHAPTER + DO.replace("large fargo", "*"), "step 1", "both accepted and wrong"),
    (HEADER + CHAPTER + REPLY.replace("1 lay minot", "lay"), "step 1", "a move is `seat words`"),
    (HEADER + CHAPTER + SAY.replace("say", "reply"), "step 1", "`moves` is missing"),
    (HEADER + CHAPTER + ASK.replace(", right = true", ""), "step 1", "and a right one"),
    (HEADER + CHAPTER + ASK.replace(', word = "No."', ""), "step 1", "`word` is missing"),
]


@pytest.mark.parametrize(("text", "where", "reason"), FAULTS, ids=[fault[2] for fault in FAULTS])
def test_error_names_the_step_and_the_reason(text: str, where: str, reason: str) -> None:
    with pytest.raises(BadLesson) as excinfo:
        parse_lesson(text, "northern/lesson.toml")
    assert str(excinfo.value).startswith(f"northern/lesson.toml: {where}: ")
    assert reason in excinfo.value.reason
