"""A step of a lesson as the templates show it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from roundhouse.core.lesson import Lesson, LessonStep, MoveStep, QuestionStep, ReplyStep
from roundhouse.core.translation import is_translated
from roundhouse.core.translation import translate as _
from roundhouse.play.lesson import StepPosition
from roundhouse.table.presentation.choices import Offers, arrange
from roundhouse.table.presentation.drawings import draws, mark
from roundhouse.table.presentation.event_cards import EventCard, event_cards
from roundhouse.table.presentation.log import LogLine, log_lines
from roundhouse.table.presentation.markup import NamesForReader, rich
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.presentation.page_context import (
    Picture,
    PositionContext,
    StepPageContext,
    build_page_context,
    build_step_page,
)
from roundhouse.table.viewpoint import Viewpoint

MAX_REPLY_LINES = 6  # latest sentences of a reply; the log has them all
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_GAP = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class AnswerLine:
    """An answer to a question."""

    number: int
    text: Markup
    chosen: bool


@dataclass(kw_only=True)
class StepContext(PositionContext):
    """A step of a lesson, or its end."""

    ply: int
    kind: str
    names: Sequence[str]
    log: list[LogLine]
    since: int  # the ply at which the opponents' moves begin
    text: Markup | str = ""
    my_turn: bool = False
    offers: Offers = field(default_factory=Offers)
    answers: list[AnswerLine] = field(default_factory=list)
    feedback: Markup | str = ""
    answered: bool = False
    reply_lines: list[Markup] = field(default_factory=list)
    earlier_lines: int = 0  # of the reply, not shown
    cards: list[EventCard] = field(default_factory=list)


def prose(text: str, names: Sequence[str]) -> Markup:
    """Return a lesson's text as HTML: paragraphs, **bold**, and names for `@1`.

    A text without a translation stays English and is marked.
    """
    paragraphs = [" ".join(part.split()) for part in _GAP.split(_(text).strip())]
    results = [_BOLD.sub(r"<b>\1</b>", str(rich(part, names))) for part in paragraphs]
    html = Markup("".join(f"<p>{part}</p>" for part in results))
    return html if is_translated(text) else mark_untranslated(html)


def mark_untranslated(html: Markup) -> Markup:
    """Return English text in a page of another language, with a note."""
    note = _("Not yet translated")
    return Markup('<div lang="en">{}</div><p class="untranslated"><small>{}</small></p>').format(
        html, note
    )


def build_step_context(
    place: StepPosition,
    views: MatchViews,
    lesson: Lesson,
    sheet: str = "",
    tried: Sequence[str] = (),
    answer: int | None = None,
) -> StepContext:
    """Return the context of a step.

    `tried` is a move that was not accepted, `answer` the answer that was given.
    """
    step, names = place.step, _names(lesson)
    now = views.at(lesson.learner, place.ply)
    fresh = isinstance(step, ReplyStep) or place.since < place.ply
    before = views.at(lesson.learner, place.since) if fresh and place.since else None
    page = build_page_context(now, before, names)
    _point(page, step, sheet)
    log = log_lines(views.log(lesson.learner), names, place.since)
    log = [line for line in log if line.ply <= place.ply]
    text = (
        [line.text for line in log if line.new]
        if isinstance(step, ReplyStep) and step.show_log
        else []
    )
    moving = isinstance(step, MoveStep)
    return StepContext(
        **vars(page),
        ply=place.ply,
        kind=step.kind,
        names=names,
        log=log,
        since=place.theirs,
        text=prose(step.text, names),
        my_turn=moving,
        offers=arrange(now.view, names) if moving else Offers(),
        answers=_answers(step, names, answer),
        feedback=_feedback(step, tried, answer, names),
        answered=isinstance(step, QuestionStep)
        and answer is not None
        and step.answers[answer].right,
        reply_lines=text[-MAX_REPLY_LINES:],
        earlier_lines=max(0, len(text) - MAX_REPLY_LINES),
        cards=_cards(place, views, lesson),
    )


def build_move_context(views: MatchViews, lesson: Lesson, ply: int) -> StepPageContext:
    """Return the context after one of the opponents' moves within a step."""
    viewpoint = Viewpoint(lesson.learner, (lesson.learner,))
    return build_step_page(views, lesson.names, viewpoint, ply)


def _cards(place: StepPosition, views: MatchViews, lesson: Lesson) -> list[EventCard]:
    """Return the events of the opponents' moves, unless the learner is to move."""
    if not isinstance(place.step, ReplyStep):
        return []
    events = views.events(lesson.learner, place.since)
    return event_cards([each for each in events if each[0] < place.ply], _names(lesson))


def build_end_context(views: MatchViews, lesson: Lesson) -> StepContext:
    """Return the context at the end of the lesson."""
    return StepContext(
        **vars(build_page_context(views.at(lesson.learner), None, _names(lesson))),
        ply=views.match.ply,
        kind="end",
        names=lesson.names,
        log=log_lines(views.log(lesson.learner), _names(lesson)),
        since=views.match.ply,
    )


def _names(lesson: Lesson) -> NamesForReader:
    return NamesForReader(lesson.names, lesson.learner)


def describe_alternative(step: LessonStep, move: str, names: Sequence[str]) -> Markup:
    """Return the comment on another move that is as good as the expected one."""
    word = step.describe_alternative([move]) if isinstance(step, MoveStep) else ""
    return prose(word, names) if word else Markup()


def _feedback(
    step: LessonStep, tried: Sequence[str], answer: int | None, names: Sequence[str]
) -> Markup:
    """Return the feedback on a move or an answer."""
    if isinstance(step, MoveStep) and tried and not step.accepts(tried):
        return prose(step.explain_rejection(tried), names)
    if isinstance(step, QuestionStep) and answer is not None:
        return prose(step.answers[answer].word, names)
    return Markup()


def _answers(step: LessonStep, names: Sequence[str], answer: int | None) -> list[AnswerLine]:
    if not isinstance(step, QuestionStep):
        return []
    return [AnswerLine(n, rich(_(a.text), names), n == answer) for n, a in enumerate(step.answers)]


def _point(page: PositionContext, step: LessonStep, sheet: str) -> None:
    """Mark what the step points at, and select the sheet that shows it."""
    refs = set(step.refs)
    on = [p.name for ref in step.refs for p in page.pictures if draws(str(p.svg), ref)]
    front = step.sheet or (page.focus if not on or page.focus in on else on[0])
    page.decision_focus = front
    page.focus = sheet if sheet in [picture.name for picture in page.pictures] else front
    page.pictures = [_pointed(picture, refs) for picture in page.pictures]
    page.hands = [_pointed(picture, refs) for picture in page.hands]


def _pointed(picture: Picture, refs: set[str]) -> Picture:
    return replace(picture, svg=Markup(mark(str(picture.svg), refs, "data-point")))
