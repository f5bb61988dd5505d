"""Play a lesson and check it.

`Guide` plays the moves of a lesson and records the ply and match of each step. `check_lesson`
checks everything that a page would show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from roundhouse.core.errors import BadLesson, RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.lesson import (
    Lesson,
    LessonStep,
    MoveStep,
    QuestionStep,
    ReplyStep,
    ScriptedMove,
    matches_pattern,
)
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.state import State
from roundhouse.core.view import View
from roundhouse.play import registry
from roundhouse.play.match import Match

MAX_MINUTES = 10
_REF = re.compile(r'data-ref="([^"]*)"')
_NOTATION = re.compile(r"\bseats? \d|`|\bply\b|\bplies\b", re.IGNORECASE)


@dataclass(frozen=True)
class StepPosition:
    """A step with its chapter, match and ply."""

    number: int  # from 1
    step: LessonStep
    chapter: int
    match: int
    ply: int
    since: int  # the ply of the step before
    theirs: int  # the first ply after the learner's own moves


class Guide:
    """A lesson with all its moves played; continued chapters share a match."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        try:
            self.game: Game = registry.open_game(
                lesson.game, None, lesson.options, INTERPRETED, lesson.rules
            )
            self.game.meta.check_seats(lesson.seats)
        except RoundhouseError as error:
            raise BadLesson(lesson.file, "the header", str(error)) from None
        self.matches: list[Match] = []
        self.places: list[StepPosition] = []
        self._pending: tuple[str, ...] = ()  # the learner's moves of the last step
        for n, chapter in enumerate(lesson.chapters):
            if chapter.start is not None or not self.matches:
                self._begin(chapter.start or (), f"chapter {n + 1}, start")
            for step in chapter.steps:
                self._add_step(step, n)
        self._play_pending()

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.places)

    def position(self, place: StepPosition) -> State:
        """Return the state of a step: after the others' moves, before the learner's."""
        return self.matches[place.match].state_at(place.ply)

    def _begin(self, start: Sequence[ScriptedMove], where: str) -> None:
        self._play_pending()
        match = Match(self.game.fork(), self.lesson.seats, self.lesson.names)
        self.matches.append(match)
        for line in start:
            self._play(match, line, where)

    def _add_step(self, step: LessonStep, chapter: int) -> None:
        match, number = self.matches[-1], len(self.places) + 1
        since = match.ply
        self._play_pending()
        theirs = match.ply
        for line in step.moves if isinstance(step, ReplyStep) else ():
            self._play(match, line, number)
        while _is_forced(match):
            _play_forced(match)
        here = StepPosition(number, step, chapter, len(self.matches) - 1, match.ply, since, theirs)
        self.places.append(here)
        self._pending = step.moves if isinstance(step, MoveStep) else ()

    def _play_pending(self) -> None:
        for move in self._pending:
            self._play(self.matches[-1], (self.lesson.learner, move), len(self.places))
        self._pending = ()

    def _play(self, match: Match, line: ScriptedMove, where: int | str) -> None:
        """Make a move; forced moves before it may be omitted from the lesson."""
        while not _is_legal(match, line) and _is_forced(match):
            _play_forced(match)
        try:
            match.submit(*line, match.ply)
        except RoundhouseError as error:
            raise BadLesson(self.lesson.file, where, f"{line[1]!r}: {error}") from None


def _is_legal(match: Match, line: ScriptedMove) -> bool:
    seat, words = line
    legal = match.state.legal()
    return match.state.turn == seat and words in [match.game.text(action) for action in legal]


def _is_forced(match: Match) -> bool:
    """Return whether a seat has only one legal move; a table plays it automatically."""
    return match.state.turn >= 0 and len(match.state.legal()) == 1


def _play_forced(match: Match) -> None:
    (action,) = match.state.legal()
    match.submit(match.state.turn, match.game.text(action), match.ply)


def get_lesson(game: str) -> Lesson | None:
    """Return a game's lesson without loading the game, or None."""
    return registry.lesson(game)


def check_lesson(lesson: Lesson) -> int:
    """Check every step and return their number; raise BadLesson at the first fault."""
    guide = Guide(lesson)
    if lesson.minutes > MAX_MINUTES:
        reason = f"takes {lesson.minutes} minutes; the maximum is {MAX_MINUTES}"
        raise BadLesson(lesson.file, "the file", reason)
    for place in guide.places:
        for fault in _find_faults(guide, place):
            raise BadLesson(lesson.file, place.number, fault)
    return guide.last


def _find_faults(guide: Guide, place: StepPosition) -> Iterator[str]:
    step = place.step
    view = guide.position(place).view(guide.lesson.learner)
    drawings = {drawing.name: drawing.mine for drawing in guide.game.drawings}
    if step.sheet and drawings.get(step.sheet) is not False:
        stage = ", ".join(name for name, mine in drawings.items() if not mine)
        yield f"there is no sheet {step.sheet!r} on the stage; there are: {stage}"
    pictures = [guide.game.draw(view, name) for name in drawings] if step.refs else []
    refs = set(_REF.findall("".join(pictures)))
    for ref in step.refs:
        if ref not in refs:
            yield f"points at {ref}, which is not drawn for the learner"
    for text in _texts(step):
        notation = _NOTATION.search(text)
        if notation:
            yield f"contains {notation.group()!r}; use plain words, and `@1` for names"
        for who in re.findall(r"@(\d)", text):
            if int(who) >= guide.lesson.seats:
                yield f"names @{who}; there are @0 to @{guide.lesson.seats - 1}"
    if isinstance(step, MoveStep):
        yield from _find_move_faults(step, view)


def _find_move_faults(step: MoveStep, view: View) -> Iterator[str]:
    legal = [choice["move"] for choice in view["choices"]]
    offered = [tuple(shortcut["moves"]) for shortcut in view["shortcuts"]]
    if len(step.moves) > 1 and step.moves not in offered:
        yield f"`{', '.join(step.moves)}` is no shortcut that is offered here"
    single = step.moves if len(step.moves) == 1 else ()
    for key in (*single, *step.also, *step.wrong):
        if not any(matches_pattern(key, move) for move in legal):
            near = ", ".join(legal[:6]) + (", ..." if len(legal) > 6 else "")
            yield f"`{key}` is not legal here; legal: {near}"


def _texts(step: LessonStep) -> list[str]:
    """Return all texts of a step."""
    texts = [step.text]
    if isinstance(step, MoveStep):
        texts += [*step.also.values(), *step.wrong.values(), step.otherwise]
    if isinstance(step, QuestionStep):
        texts += [part for answer in step.answers for part in (answer.text, answer.word)]
    return texts
