"""The lessons of this server, each loaded once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from roundhouse.core.lesson import Lesson, MoveStep
from roundhouse.play import registry
from roundhouse.play.lesson import Guide, StepPosition, get_lesson
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.web.tables.shared_drawn_views import SharedDrawnViews


@dataclass(frozen=True)
class LoadedLesson:
    """A lesson with the views of its matches."""

    guide: Guide
    matches: tuple[MatchViews, ...]

    @property
    def lesson(self) -> Lesson:
        return self.guide.lesson

    @property
    def last(self) -> int:
        return self.guide.last

    def place(self, number: int) -> StepPosition:
        """Return a step by its number, limited to the existing ones."""
        return self.guide.places[max(1, min(number, self.last)) - 1]

    def views(self, place: StepPosition) -> MatchViews:
        """Return the views of a step's match for one request; drawings are shared."""
        return self.matches[place.match].fork()

    def follow(self, number: int, moves: list[str]) -> int | None:
        """Return the step that follows the learner's moves, or None if there is none.

        Several moves are a shortcut; they may also answer several steps in a row.
        """
        step = self.place(number).step
        if number > self.last or not moves or not isinstance(step, MoveStep):
            return None
        if step.accepts(moves):
            return number + 1
        if len(moves) > 1 and step.moves == (moves[0],):
            return self.follow(number + 1, moves[1:])
        return None


def lessons_by_game() -> dict[str, Lesson]:
    """Return the lessons by game, in the order of the games."""
    results = {meta.id: get_lesson(meta.id) for meta in registry.games()}
    return {game: lesson for game, lesson in results.items() if lesson is not None}


@cache
def load_lesson(game: str) -> LoadedLesson:
    """Return the lesson of a game, or raise NotFound."""
    lesson = get_lesson(game)
    if lesson is None:
        raise NotFound(f"{registry.meta(game).title} has no lesson yet. Read its rules instead.")
    guide = Guide(lesson)
    return LoadedLesson(
        guide, tuple(MatchViews(match, SharedDrawnViews()) for match in guide.matches)
    )
