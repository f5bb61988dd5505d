"""The lessons of this server: played through once, looked at by many."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from roundhouse.core.lesson import Do, Lesson
from roundhouse.play import registry
from roundhouse.play.lesson import Guide, Place, lesson_of
from roundhouse.web.errors import NotFound
from roundhouse.web.show.match_views import MatchViews


@dataclass(frozen=True)
class Taught:
    """A lesson with the views of its matches."""

    guide: Guide
    matches: tuple[MatchViews, ...]

    @property
    def lesson(self) -> Lesson:
        return self.guide.lesson

    @property
    def last(self) -> int:
        return self.guide.last

    def place(self, number: int) -> Place:
        """A step by its number; what is beyond the last is the last."""
        return self.guide.places[max(1, min(number, self.last)) - 1]

    def views(self, place: Place) -> MatchViews:
        """The views of a step's match, for one request: threads share what was drawn."""
        return self.matches[place.match].fork()

    def follow(self, number: int, moves: list[str]) -> int | None:
        """The step that these moves of the learner lead to; None if the lesson does not go on with
        them. Several are a shortcut: what it does may also be asked for in steps in a row."""
        step = self.place(number).step
        if number > self.last or not moves or not isinstance(step, Do):
            return None
        if step.accepts(moves):
            return number + 1
        if len(moves) > 1 and step.moves == (moves[0],):
            return self.follow(number + 1, moves[1:])
        return None


def with_lessons() -> dict[str, Lesson]:
    """The games that have a lesson, in the order of the games."""
    found = {box.id: lesson_of(box.id) for box in registry.games()}
    return {game: lesson for game, lesson in found.items() if lesson is not None}


@cache
def taught(game: str) -> Taught:
    """A game's lesson; raises NotFound where there is none."""
    lesson = lesson_of(game)
    if lesson is None:
        raise NotFound(f"{registry.meta(game).title} has no lesson yet; its rules are a good read.")
    guide = Guide(lesson)
    return Taught(guide, tuple(MatchViews(match) for match in guide.matches))
