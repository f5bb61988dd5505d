"""A lesson played through: the game behind each of its steps, and whether all of it holds.

`Guide` plays the moves of a lesson, chapter by chapter, and knows at which ply of which match each
step stands. `check_lesson` looks at everything that a page would show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from roundhouse.core.errors import BadLesson, RoundhouseError
from roundhouse.core.game import Game, Position
from roundhouse.core.lesson import Ask, Do, Lesson, Line, Reply, Step
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.view import View
from roundhouse.play import registry
from roundhouse.play.match import Match

MOST_MINUTES = 10
_REF = re.compile(r'data-ref="([^"]*)"')
_NOTATION = re.compile(r"\bseats? \d|`|\bply\b|\bplies\b", re.IGNORECASE)


@dataclass(frozen=True)
class Place:
    """Where a step stands: in which chapter, at which ply, and at which the step before it."""

    number: int  # counted from 1
    step: Step
    chapter: int
    ply: int
    since: int


class Guide:
    """A lesson whose moves have been made. One match a chapter, all of its moves played."""

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
        self.places: list[Place] = []
        for chapter in lesson.chapters:
            self._play_chapter(chapter.start, chapter.steps)

    @property
    def last(self) -> int:
        """How many steps there are."""
        return len(self.places)

    def match_at(self, place: Place) -> Match:
        return self.matches[place.chapter]

    def position(self, place: Place) -> Position:
        """What lies on the table at a step: before the learner's move, after the others'."""
        return self.match_at(place).state_at(place.ply)

    def _play_chapter(self, start: Sequence[Line], steps: Sequence[Step]) -> None:
        match = Match(self.game.fork(), self.lesson.seats, self.lesson.names)
        for line in start:
            self._play(match, line, f"chapter {len(self.matches) + 1}, start")
        behind: Do | None = None  # the move that the learner has just made
        for step in steps:
            since = match.ply
            if behind is not None:
                self._play(match, (self.lesson.learner, behind.move), len(self.places))
            if isinstance(step, Reply):
                for line in step.moves:
                    self._play(match, line, len(self.places) + 1)
            place = Place(len(self.places) + 1, step, len(self.matches), match.ply, since)
            self.places.append(place)
            behind = step if isinstance(step, Do) else None
        if behind is not None:
            self._play(match, (self.lesson.learner, behind.move), len(self.places))
        self.matches.append(match)

    def _play(self, match: Match, line: Line, where: int | str) -> None:
        try:
            match.submit(*line, match.ply)
        except RoundhouseError as error:
            raise BadLesson(self.lesson.file, where, f"{line[1]!r}: {error}") from None


def lesson_of(game: str) -> Lesson | None:
    """A game's guided first game, where it has one."""
    return registry.room(game).lesson


def check_lesson(lesson: Lesson) -> int:
    """How many steps were looked at; raises BadLesson at the first that a learner could not
    take."""
    guide = Guide(lesson)
    if lesson.minutes > MOST_MINUTES:
        raise BadLesson(lesson.file, "the file", f"takes {lesson.minutes} minutes, not under ten")
    for place in guide.places:
        for complaint in _complaints(guide, place):
            raise BadLesson(lesson.file, place.number, complaint)
    return guide.last


def _complaints(guide: Guide, place: Place) -> Iterator[str]:
    step = place.step
    view = guide.position(place).view(guide.lesson.learner)
    drawings = {drawing.name: drawing.mine for drawing in guide.game.drawings}
    if step.sheet and drawings.get(step.sheet) is not False:
        stage = ", ".join(name for name, mine in drawings.items() if not mine)
        yield f"there is no sheet {step.sheet!r} on the stage; there are: {stage}"
    drawn = set(_REF.findall("".join(guide.game.draw(view, name) for name in drawings)))
    for ref in step.refs:
        if ref not in drawn:
            yield f"points at {ref}, which is not drawn for the learner"
    for text in _texts(step):
        found = _NOTATION.search(text)
        if found:
            yield f"says {found.group()!r}: plain words only, and names (`@1`) for the others"
        for who in re.findall(r"@(\d)", text):
            if int(who) >= guide.lesson.seats:
                yield f"names @{who}; there are @0 to @{guide.lesson.seats - 1}"
    if isinstance(step, Do):
        yield from _complaints_of_move(step, view, guide.lesson.learner)


def _complaints_of_move(step: Do, view: View, learner: int) -> Iterator[str]:
    if view["turn"] != learner:
        yield "it is not the learner's turn"
        return
    legal = [choice["move"] for choice in view["choices"]]
    if len(legal) < 2:
        yield "there is nothing to choose: at a table this move is made by itself"
    for move in (step.move, *step.also, *step.wrong):
        if move not in legal:
            near = ", ".join(legal[:6]) + (", ..." if len(legal) > 6 else "")
            yield f"`{move}` is not legal here; legal: {near}"


def _texts(step: Step) -> list[str]:
    """All that a step says to people."""
    said = [step.text]
    if isinstance(step, Do):
        said += [*step.also.values(), *step.wrong.values(), step.otherwise]
    if isinstance(step, Ask):
        said += [part for answer in step.answers for part in (answer.text, answer.word)]
    return said
