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
from roundhouse.core.lesson import Ask, Do, Lesson, Line, Reply, Step, fits
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.view import View
from roundhouse.play import registry
from roundhouse.play.match import Match

MOST_MINUTES = 10
_REF = re.compile(r'data-ref="([^"]*)"')
_NOTATION = re.compile(r"\bseats? \d|`|\bply\b|\bplies\b", re.IGNORECASE)


@dataclass(frozen=True)
class Place:
    """Where a step stands: in which chapter, at which ply of which match, and at which ply the
    step before it; from `theirs` on it is the others who have moved."""

    number: int  # counted from 1
    step: Step
    chapter: int
    match: int
    ply: int
    since: int
    theirs: int


class Guide:
    """A lesson whose moves have been made: one match for all chapters that go on from each other,
    with all of their moves played."""

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
        self._due: tuple[str, ...] = ()  # the learner's moves that were asked for, not made yet
        for n, chapter in enumerate(lesson.chapters):
            if chapter.start is not None or not self.matches:
                self._begin(chapter.start or (), f"chapter {n + 1}, start")
            for step in chapter.steps:
                self._take(step, n)
        self._make_due()

    @property
    def last(self) -> int:
        """How many steps there are."""
        return len(self.places)

    def position(self, place: Place) -> Position:
        """What lies on the table at a step: before the learner's move, after the others'."""
        return self.matches[place.match].state_at(place.ply)

    def _begin(self, start: Sequence[Line], where: str) -> None:
        self._make_due()
        match = Match(self.game.fork(), self.lesson.seats, self.lesson.names)
        self.matches.append(match)
        for line in start:
            self._play(match, line, where)

    def _take(self, step: Step, chapter: int) -> None:
        match, number = self.matches[-1], len(self.places) + 1
        since = match.ply
        self._make_due()
        theirs = match.ply
        for line in step.moves if isinstance(step, Reply) else ():
            self._play(match, line, number)
        while _is_forced(match):
            _play_forced(match)
        here = Place(number, step, chapter, len(self.matches) - 1, match.ply, since, theirs)
        self.places.append(here)
        self._due = step.moves if isinstance(step, Do) else ()

    def _make_due(self) -> None:
        for move in self._due:
            self._play(self.matches[-1], (self.lesson.learner, move), len(self.places))
        self._due = ()

    def _play(self, match: Match, line: Line, where: int | str) -> None:
        """Make a move; those without an alternative that come before it may be left out."""
        while not _fits(match, line) and _is_forced(match):
            _play_forced(match)
        try:
            match.submit(*line, match.ply)
        except RoundhouseError as error:
            raise BadLesson(self.lesson.file, where, f"{line[1]!r}: {error}") from None


def _fits(match: Match, line: Line) -> bool:
    seat, words = line
    legal = match.state.legal()
    return match.state.turn == seat and words in [match.game.text(action) for action in legal]


def _is_forced(match: Match) -> bool:
    """Whether somebody has a move without an alternative: at a table it is made by itself."""
    return match.state.turn >= 0 and len(match.state.legal()) == 1


def _play_forced(match: Match) -> None:
    (action,) = match.state.legal()
    match.submit(match.state.turn, match.game.text(action), match.ply)


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
    pictures = [guide.game.draw(view, name) for name in drawings] if step.refs else []
    drawn = set(_REF.findall("".join(pictures)))
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
        yield from _complaints_of_move(step, view)


def _complaints_of_move(step: Do, view: View) -> Iterator[str]:
    legal = [choice["move"] for choice in view["choices"]]
    offered = [tuple(shortcut["moves"]) for shortcut in view["shortcuts"]]
    if len(step.moves) > 1 and step.moves not in offered:
        yield f"`{', '.join(step.moves)}` is no shortcut that is offered here"
    single = step.moves if len(step.moves) == 1 else ()
    for key in (*single, *step.also, *step.wrong):
        if not any(fits(key, move) for move in legal):
            near = ", ".join(legal[:6]) + (", ..." if len(legal) > 6 else "")
            yield f"`{key}` is not legal here; legal: {near}"


def _texts(step: Step) -> list[str]:
    """All that a step says to people."""
    said = [step.text]
    if isinstance(step, Do):
        said += [*step.also.values(), *step.wrong.values(), step.otherwise]
    if isinstance(step, Ask):
        said += [part for answer in step.answers for part in (answer.text, answer.word)]
    return said
