"""The lessons of this server, each loaded once, and what their pages show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from roundhouse.core.lesson import Lesson, MoveStep, QuestionStep
from roundhouse.core.meta import Meta
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.play import registry
from roundhouse.play.lesson import Guide, StepPosition, get_lesson
from roundhouse.play.puzzles import get_puzzles
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.lesson import (
    StepContext,
    build_end_context,
    build_move_context,
    build_step_context,
    describe_alternative,
)
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.presentation.page_context import StepPageContext
from roundhouse.table.viewpoint import Viewpoint
from roundhouse.web.tables.shared_views import SharedDrawnViews


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
        title = registry.meta(game).title
        raise NotFound(_("{game} has no lesson yet. Read its rules instead.", game=title))
    guide = Guide(lesson)
    return LoadedLesson(
        guide, tuple(MatchViews(match, SharedDrawnViews()) for match in guide.matches)
    )


@dataclass
class LessonsPage:
    """The lessons."""

    lessons: list[tuple[Meta, Lesson]]
    steps: dict[str, int]
    reached: dict[str, int]


@dataclass(kw_only=True)
class LessonPage(StepContext):
    """A step of a lesson, or the card behind the last one."""

    game: Meta
    options: Mapping[str, str]
    rules: int
    unit: str
    viewpoint: Viewpoint
    number: int
    last: int
    chapter: str
    chapters: list[tuple[str, int]]
    chapter_number: int
    lesson_of: str
    moves_to: str
    puzzles: bool
    others: list[tuple[Meta, Lesson]]
    sheet_link: str = "?sheet="


@dataclass(frozen=True)
class StepRequest:
    """What a step shows besides its task."""

    tried: Sequence[str] = ()  # wrong moves
    took: str = ""  # an equally good move that led to this step
    answer: int | None = None  # the answer to a question
    sheet: str = ""


def build_lesson_page(guided: LoadedLesson, number: int, request: StepRequest) -> LessonPage:
    """Return the context of a step, or of the card after the last one."""
    place, lesson = guided.place(number), guided.lesson
    views, meta = guided.views(place), registry.meta(lesson.game)
    if number > guided.last:
        page_context = build_end_context(views, lesson)
    else:
        step, answer = place.step, request.answer
        is_answered = (
            isinstance(step, QuestionStep)
            and answer is not None
            and 0 <= answer < len(step.answers)
        )
        page_context = build_step_context(
            place, views, lesson, request.sheet, request.tried, answer if is_answered else None
        )
    page = LessonPage(
        **vars(page_context),
        game=meta,
        options=meta.check_options(lesson.options),
        rules=lesson.rules,
        unit=meta.unit,
        viewpoint=Viewpoint(lesson.learner, (lesson.learner,)),
        number=number,
        last=guided.last,
        chapter=_(lesson.chapters[place.chapter].title),
        chapters=_chapters(guided),
        chapter_number=place.chapter,
        lesson_of=f"/learn/{lesson.game}",
        moves_to=f"/learn/{lesson.game}/{number}",
        puzzles=number > guided.last and bool(get_puzzles(lesson.game).puzzles),
        others=[
            (registry.meta(game), each)
            for game, each in lessons_by_game().items()
            if game != lesson.game
        ],
    )
    if request.took and number > 1 and not page.feedback:
        before = guided.place(number - 1).step
        page.feedback = describe_alternative(before, request.took, lesson.names)
    return page


def _chapters(lesson: LoadedLesson) -> list[tuple[str, int]]:
    """Return the title and first step of each chapter."""
    first: dict[int, int] = {}
    for place in lesson.guide.places:
        first.setdefault(place.chapter, place.number)
    return [(_(lesson.lesson.chapters[n].title), number) for n, number in first.items()]


def build_lessons_page(progress: Callable[[str], int]) -> LessonsPage:
    """Return the context of the list; `progress` returns the last step seen, or 0."""
    lessons = lessons_by_game()
    steps = {game: len(lesson.steps) for game, lesson in lessons.items()}
    return LessonsPage(
        lessons=[(registry.meta(game), lesson) for game, lesson in lessons.items()],
        steps=steps,
        reached={game: min(progress(game), steps[game] + 1) for game in lessons},
    )


def build_after_move(guided: LoadedLesson, step: int, ply: int) -> StepPageContext:
    """Return the context of the table after one of the other seats' moves in a step."""
    if not 1 <= step <= guided.last:
        raise NotFound(
            ngettext("This lesson has {n} step.", "This lesson has {n} steps.", guided.last)
        )
    place = guided.place(step)
    if not place.theirs < ply <= place.ply:
        raise NotFound(_("This step has no move there."))
    return build_move_context(guided.views(place), guided.lesson, ply)


def answer_address(guided: LoadedLesson, step: int, moves: list[str], answer: int | None) -> str:
    """Return the page that follows an answer to a step."""
    lesson = f"/learn/{guided.lesson.game}"
    if answer is not None:
        return f"{lesson}/{step}?answer={answer}"
    to = guided.follow(step, moves)
    if to is None:
        return f"{lesson}/{step}?{urlencode([('tried', move) for move in moves])}"
    other = describe_alternative(guided.place(step).step, moves[0], ())
    took = f"?{urlencode({'took': moves[0]})}" if other and len(moves) == 1 else ""
    return f"{lesson}/{to}{took}"
