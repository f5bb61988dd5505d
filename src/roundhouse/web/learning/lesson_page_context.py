"""What the pages of a lesson show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from roundhouse.core.lesson import Lesson, QuestionStep
from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.play.puzzles import get_puzzles
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.lesson import (
    StepContext,
    build_end_context,
    build_move_context,
    build_step_context,
    describe_alternative,
)
from roundhouse.table.presentation.page_context import StepPageContext
from roundhouse.table.viewpoint import Viewpoint
from roundhouse.web.learning.lessons import LoadedLesson, lessons_by_game


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
        chapter=lesson.chapters[place.chapter].title,
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
    return [(lesson.lesson.chapters[n].title, number) for n, number in first.items()]


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
        raise NotFound(f"This lesson has {guided.last} steps.")
    place = guided.place(step)
    if not place.theirs < ply <= place.ply:
        raise NotFound("This step has no move there.")
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
