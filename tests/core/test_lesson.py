"""Reading lessons: what is missing or misshapen is named, with file, step and reason."""

from __future__ import annotations

import pytest

from roundhouse.core.errors import BadLesson
from roundhouse.core.lesson import Ask, Do, Reply, Say, fits, read

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
"lay bismarck" = "As good."
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


def test_a_lesson_is_typed_steps() -> None:
    lesson = read(HEADER + CHAPTER + SAY + DO + REPLY + ASK, "northern/lesson.toml")
    assert [type(step) for _, step in lesson.steps] == [Say, Do, Reply, Ask]
    assert lesson.chapters[0].start == ((0, "lay fargo"),)
    assert lesson.learner == 0
    assert 1 <= lesson.minutes <= 2
    _, do, reply, ask = (step for _, step in lesson.steps)
    assert isinstance(do, Do)
    assert isinstance(reply, Reply)
    assert isinstance(ask, Ask)
    assert do.moves == ("lay minot",)  # however many blanks
    assert reply.moves == ((1, "lay minot"), (-1, "open 2"))
    assert [answer.right for answer in ask.answers] == [False, True]
    assert do.accepts(["lay minot"])
    assert not do.word_for_other(["lay minot"])
    assert do.accepts(["lay bismarck"])
    assert do.word_for_other(["lay bismarck"]) == "As good."
    assert do.accepts(["invest small terry"])
    assert not do.accepts(["invest large fargo"])  # what is wrong by name is wrong
    assert do.why_not(["invest large fargo"]) == "It is there already."
    assert do.why_not(["lay grand-forks"]) == do.why_not(["lay minot", "lay terry"]) == "Not there."
    assert not do.accepts(["lay minot", "lay terry"])


def test_a_chapter_without_a_start_goes_on() -> None:
    lesson = read(HEADER + CHAPTER + SAY + '[[chapter]]\ntitle = "Two"' + SAY, "f")
    assert [chapter.start for chapter in lesson.chapters] == [((0, "lay fargo"),), None]


@pytest.mark.parametrize(
    ("pattern", "move", "good"),
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
def test_patterns(pattern: str, move: str, good: bool) -> None:
    assert fits(pattern, move) is good


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
def test_faults_are_named(text: str, where: str, reason: str) -> None:
    with pytest.raises(BadLesson) as caught:
        read(text, "northern/lesson.toml")
    assert str(caught.value).startswith(f"northern/lesson.toml: {where}: ")
    assert reason in caught.value.reason
