"""A step of a lesson as the templates print it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from roundhouse.core.lesson import Ask, Do, Lesson, Reply, Step
from roundhouse.play.lesson import Place
from roundhouse.web.show.choices import Offers, arrange
from roundhouse.web.show.drawings import draws, mark
from roundhouse.web.show.events import EventCard, event_cards
from roundhouse.web.show.log import log_lines
from roundhouse.web.show.markup import rich
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.show.scene import Picture, scene

TOLD = 6  # sentences of a reply that are shown; the log has them all
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_GAP = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class AnswerLine:
    number: int
    text: Markup
    chosen: bool


def prose(text: str, names: Sequence[str]) -> Markup:
    """Words of a lesson: paragraphs, **what matters**, and names for `@1`."""
    paragraphs = [" ".join(part.split()) for part in _GAP.split(text.strip())]
    made = [_BOLD.sub(r"<b>\1</b>", str(rich(part, names))) for part in paragraphs]
    return Markup("".join(f"<p>{part}</p>" for part in made))


def step_scene(
    place: Place,
    views: MatchViews,
    lesson: Lesson,
    sheet: str = "",
    tried: Sequence[str] = (),
    answer: int | None = None,
) -> dict[str, Any]:
    """Everything the page prints of a step. `tried` is a move that was not the one, `answer` the
    answer that was given."""
    step, names = place.step, lesson.names
    now = views.at(lesson.learner, place.ply)
    fresh = isinstance(step, Reply) or place.since < place.ply
    before = views.at(lesson.learner, place.since) if fresh and place.since else None
    shown = scene(now, before, names)
    _point(shown, step, sheet)
    log = log_lines(views.log(lesson.learner), names, place.since)
    log = [line for line in log if line.ply <= place.ply]
    told = [line.text for line in log if line.new] if isinstance(step, Reply) and step.told else []
    moving = isinstance(step, Do)
    return {
        **shown,
        "text": prose(step.text, names),
        "kind": type(step).__name__.lower(),
        "offers": arrange(now.view, names) if moving else Offers(),
        "asked": _answers(step, names, answer),
        "said": _said(step, tried, answer, names),
        "answered": isinstance(step, Ask) and answer is not None and step.answers[answer].right,
        "told": told[-TOLD:],
        "told_before": max(0, len(told) - TOLD),
        "log": log,
        "ply": place.ply,
        "since": place.theirs,
        "cards": _cards(place, views, lesson),
        "names": names,
        "my_turn": moving,
    }


def move_scene(place: Place, views: MatchViews, lesson: Lesson, ply: int) -> dict[str, Any]:
    """The table in the middle of a step, after one of the moves that the others make in it."""
    now, before = (views.at(lesson.learner, each) for each in (ply, ply - 1))
    return {**scene(now, before, lesson.names), "ply": ply}


def _cards(place: Place, views: MatchViews, lesson: Lesson) -> list[EventCard]:
    """What happened while the others moved; not where the learner is to move: the choices have the
    place of the cards."""
    if not isinstance(place.step, Reply):
        return []
    events = views.events(lesson.learner, place.since)
    return event_cards([each for each in events if each[0] < place.ply], lesson.names)


def end_scene(views: MatchViews, lesson: Lesson) -> dict[str, Any]:
    """The table when the lesson is over."""
    return {
        **scene(views.at(lesson.learner), None, lesson.names),
        "kind": "end",
        "offers": Offers(),
        "asked": [],
        "said": "",
        "answered": False,
        "told": [],
        "told_before": 0,
        "log": log_lines(views.log(lesson.learner), lesson.names),
        "ply": views.match.ply,
        "since": views.match.ply,
        "cards": [],
        "names": lesson.names,
        "my_turn": False,
        "text": "",
    }


def word_for_other(step: Step, move: str, names: Sequence[str]) -> Markup:
    """What is said to whoever made another move that would do as well."""
    word = step.word_for_other([move]) if isinstance(step, Do) else ""
    return prose(word, names) if word else Markup()


def _said(step: Step, tried: Sequence[str], answer: int | None, names: Sequence[str]) -> Markup:
    """The word for what was tried: a move that is not the one, or an answer."""
    if isinstance(step, Do) and tried and not step.accepts(tried):
        return prose(step.why_not(tried), names)
    if isinstance(step, Ask) and answer is not None:
        return prose(step.answers[answer].word, names)
    return Markup()


def _answers(step: Step, names: Sequence[str], answer: int | None) -> list[AnswerLine]:
    if not isinstance(step, Ask):
        return []
    return [AnswerLine(n, rich(a.text, names), n == answer) for n, a in enumerate(step.answers)]


def _point(shown: dict[str, Any], step: Step, sheet: str) -> None:
    """Mark what the step points at, and lay the sheet in front on which that is."""
    refs = set(step.refs)
    pictures: list[Picture] = shown["pictures"]
    on = [p.name for ref in step.refs for p in pictures if draws(str(p.svg), ref)]
    usual = shown["focus"]
    front = step.sheet or (usual if not on or usual in on else on[0])
    shown["wanted_focus"] = front
    shown["focus"] = sheet if sheet in [picture.name for picture in pictures] else front
    shown["pictures"] = [_pointed(picture, refs) for picture in pictures]
    shown["hands"] = [_pointed(picture, refs) for picture in shown["hands"]]


def _pointed(picture: Picture, refs: set[str]) -> Picture:
    return replace(picture, svg=Markup(mark(str(picture.svg), refs, "data-point")))
