"""Lessons: a guided first game, read from a game's `lesson.toml`.

A lesson has chapters, and a chapter has steps. Moves are written as in a record file; see
`docs/reference/lesson-format.md`. This module parses a file and checks its structure.
`play/lesson.py` plays the lesson and checks that its moves are legal and its refs are drawn.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn, TypeVar

from roundhouse.core.constants import CHANCE
from roundhouse.core.errors import BadLesson

FILE = "lesson.toml"
WORDS_PER_MINUTE = 190  # slow reading
SECONDS_PER_MOVE = 8  # time to find a move on the board and click it

T = TypeVar("T")
ScriptedMove = tuple[int, str]  # the seat or CHANCE, and the words


@dataclass(frozen=True)
class LessonStep:
    """The common part of all steps: a text, and the refs that it points at."""

    kind: ClassVar[str]  # the step's key in the file

    text: str
    refs: tuple[str, ...] = ()
    sheet: str = ""  # the drawing to show; empty: the one with the first ref


@dataclass(frozen=True)
class TextStep(LessonStep):
    """A text without a task."""

    kind = "say"


@dataclass(frozen=True)
class MoveStep(LessonStep):
    """The learner makes a move.

    The game continues with `moves`: one move, or those of a shortcut that the view offers. `also`
    maps equally good moves to a note. `wrong` maps wrong moves to an explanation; other wrong moves
    get `otherwise`. The keys are moves or patterns: `bid 3..7`, `invest large *`.
    """

    kind = "do"

    moves: tuple[str, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = ""

    def accepts(self, moves: Sequence[str]) -> bool:
        """Return whether the moves are right; a move in `wrong` never is."""
        return tuple(moves) == self.moves or bool(self.describe_alternative(moves))

    def describe_alternative(self, moves: Sequence[str]) -> str:
        """Return the note on an equally good move, or an empty string."""
        if len(moves) != 1 or tuple(moves) == self.moves or moves[0] in self.wrong:
            return ""
        return _find_note(self.also, moves[0])

    def explain_rejection(self, moves: Sequence[str]) -> str:
        """Return the explanation of a wrong move."""
        return (_find_note(self.wrong, moves[0]) if len(moves) == 1 else "") or self.otherwise


def _find_note(notes: Mapping[str, str], move: str) -> str:
    """Return the note on a move: its own, or that of the first matching pattern."""
    matching = (note for pattern, note in notes.items() if matches_pattern(pattern, move))
    return notes.get(move) or next(matching, "")


@dataclass(frozen=True)
class ReplyStep(LessonStep):
    """Scripted moves of the other seats and chance, sometimes of the learner too."""

    kind = "reply"

    moves: tuple[ScriptedMove, ...] = ()
    show_log: bool = True  # show the log's sentences beside the text; `told` in the file


@dataclass(frozen=True)
class AnswerOption:
    """One answer of a question."""

    text: str
    word: str  # the feedback on this answer
    right: bool


@dataclass(frozen=True)
class QuestionStep(LessonStep):
    """A question with several answers; a right one continues the lesson."""

    kind = "ask"

    answers: tuple[AnswerOption, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """Steps under a heading.

    A chapter continues the game of the chapter before it. With `start`, it begins a new game after
    these moves.
    """

    title: str
    start: tuple[ScriptedMove, ...] | None
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True)
class Lesson:
    """A guided first game; steps are numbered from 1 through all chapters."""

    file: str
    game: str
    rules: int
    seats: int
    options: Mapping[str, str]
    learner: int
    names: tuple[str, ...]
    about: str
    chapters: tuple[Chapter, ...]

    @property
    def steps(self) -> list[tuple[int, LessonStep]]:
        """Every step, with the number of its chapter."""
        return [(n, step) for n, chapter in enumerate(self.chapters) for step in chapter.steps]

    @property
    def minutes(self) -> int:
        """The estimated duration for a beginner."""
        steps = [step for _, step in self.steps]
        words = sum(len(step.text.split()) for step in steps)
        words += sum(
            len(a.text.split()) for s in steps if isinstance(s, QuestionStep) for a in s.answers
        )
        moves = sum(isinstance(step, MoveStep | QuestionStep) for step in steps)
        return round(words / WORDS_PER_MINUTE + moves * SECONDS_PER_MOVE / 60 + 0.5)


def list_texts(lesson: Lesson) -> Iterator[str]:
    """Yield the texts of a lesson that a learner reads."""
    yield lesson.about
    for chapter in lesson.chapters:
        yield chapter.title
        for step in chapter.steps:
            yield step.text
            if isinstance(step, MoveStep):
                yield from (*step.also.values(), *step.wrong.values(), step.otherwise)
            elif isinstance(step, QuestionStep):
                for answer in step.answers:
                    yield answer.text
                    yield answer.word


def matches_pattern(pattern: str, move: str) -> bool:
    """Return whether a move matches a pattern.

    The last word of a pattern may be `*` for any words, or a range of numbers such as `3..7`.
    """
    *words, last = pattern.split()
    *moved, end = move.split()
    if words != moved and last != "*":
        return False
    if last == "*":
        return move.split()[: len(words)] == words
    low, dots, high = last.partition("..")
    if dots and low.isdigit() and high.isdigit() and end.isdigit():
        return int(low) <= int(end) <= int(high)
    return last == end


def parse_lesson(text: str, file: str) -> Lesson:
    """Parse a lesson file; raise BadLesson with file, step and reason."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadLesson(file, "the file", f"not TOML: {error}") from None
    return _Reader(file).lesson(data)


_KINDS: dict[type, str] = {
    str: "a text",
    int: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
_HEADER = ("game", "rules", "seats", "options", "learner", "names", "about", "chapter")
_BOTH = ("at", "sheet")
_VERBS = {
    "say": (),
    "do": ("move", "also", "wrong", "otherwise"),
    "reply": ("moves", "told"),
    "ask": ("answer",),
}


@dataclass
class _Reader:
    """Parses one file and keeps track of the step, so that errors can name it."""

    file: str
    where: int | str = "the header"
    seats: int = 0

    def fail(self, reason: str) -> NoReturn:
        raise BadLesson(self.file, self.where, reason)

    def get(self, table: Mapping[str, Any], key: str, kind: type[T], default: T | None = None) -> T:
        if key not in table and default is not None:
            return default
        if key not in table:
            self.fail(f"`{key}` is missing")
        value = table[key]
        if type(value) is not kind:
            self.fail(f"`{key}` must be {_KINDS[kind]}, not {value!r}")
        if kind is str and not str(value).strip():
            self.fail(f"`{key}` is empty")
        return value

    def check_keys(self, table: Mapping[str, Any], keys: tuple[str, ...]) -> None:
        for key in table:
            if key not in keys:
                self.fail(f"`{key}` is not known here; known are: {', '.join(keys)}")

    def notes(self, table: Mapping[str, Any], key: str) -> dict[str, str]:
        """Return a table that maps moves to notes."""
        notes = self.get(table, key, dict, {})
        return {" ".join(move.split()): self.get(notes, move, str).strip() for move in notes}

    def texts(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        texts = self.get(table, key, list, [])
        if not all(isinstance(each, str) and each for each in texts):
            self.fail(f"`{key}` must be a list of texts")
        return tuple(texts)

    def moves(self, table: Mapping[str, Any], key: str) -> tuple[ScriptedMove, ...]:
        """Return moves that are written as in a record: `0 lay fargo`, `* open 1`."""
        moves = []
        for line in self.get(table, key, str, "-").splitlines() if key in table else ():
            if not line.strip():
                continue
            who, _, words = line.strip().partition(" ")
            is_seat = who == "*" or (who.isascii() and who.isdigit() and int(who) < self.seats)
            if not is_seat or not words.strip():
                self.fail(f"`{key}`: a move is `seat words` or `* words`, not {line.strip()!r}")
            moves.append((CHANCE if who == "*" else int(who), " ".join(words.split())))
        return tuple(moves)

    def lesson(self, data: Mapping[str, Any]) -> Lesson:
        self.check_keys(data, _HEADER)
        self.seats = self.get(data, "seats", int)
        names = self.texts(data, "names")
        if len(names) != self.seats:
            self.fail(f"{len(names)} names for {self.seats} seats; give one name per seat")
        learner = self.get(data, "learner", int, 0)
        if not 0 <= learner < self.seats:
            self.fail(f"`learner` is {learner}; there are seats 0 to {self.seats - 1}")
        options = self.get(data, "options", dict, {})
        if not all(isinstance(value, str) for value in options.values()):
            self.fail("`options` must map names to words")
        game, rules = self.get(data, "game", str), self.get(data, "rules", int)
        about = self.get(data, "about", str)
        chapters = tuple(self._chapters(self.get(data, "chapter", list)))
        if not chapters:
            self.fail("there is no chapter")
        return Lesson(self.file, game, rules, self.seats, options, learner, names, about, chapters)

    def _chapters(self, tables: list[Any]) -> list[Chapter]:
        chapters, number = [], 0
        for n, table in enumerate(tables, 1):
            self.where = f"chapter {n}"
            if not isinstance(table, dict):
                self.fail("a chapter is a table: [[chapter]]")
            self.check_keys(table, ("title", "start", "step"))
            title = self.get(table, "title", str)
            start = self.moves(table, "start") if "start" in table else None
            steps = []
            for step in self.get(table, "step", list):
                number += 1
                self.where = number
                steps.append(self._step(step))
            if not steps:
                self.fail("the chapter has no step")
            chapters.append(Chapter(title, start, tuple(steps)))
        return chapters

    def _step(self, table: Any) -> LessonStep:
        if not isinstance(table, dict):
            self.fail("a step is a table: [[chapter.step]]")
        verbs = [verb for verb in _VERBS if verb in table]
        if len(verbs) != 1:
            self.fail(f"a step has one of `say`, `do`, `reply`, `ask`; this has {len(verbs)}")
        verb = verbs[0]
        self.check_keys(table, (verb, *_BOTH, *_VERBS[verb]))
        text = self.get(table, verb, str).strip()
        sheet = self.get(table, "sheet", str) if "sheet" in table else ""
        common = (text, self.texts(table, "at"), sheet)
        if verb == "do":
            return self._move_step(table, common)
        if verb == "reply":
            moves = self.moves(table, "moves")
            if not moves:
                self.fail("`moves` is missing: a reply consists of moves")
            return ReplyStep(*common, moves, self.get(table, "told", bool, True))
        if verb == "ask":
            return QuestionStep(*common, self._answers(table))
        return TextStep(*common)

    def _move_step(
        self, table: Mapping[str, Any], common: tuple[str, tuple[str, ...], str]
    ) -> MoveStep:
        is_list = isinstance(table.get("move"), list)
        texts = self.texts(table, "move") if is_list else (self.get(table, "move", str),)
        moves = tuple(" ".join(move.split()) for move in texts)
        if not moves:
            self.fail("`move` is empty")
        also, wrong = self.notes(table, "also"), self.notes(table, "wrong")
        for each in wrong:
            if (each,) == moves or each in also:
                self.fail(f"`{each}` is both accepted and wrong")
        return MoveStep(*common, moves, also, wrong, self.get(table, "otherwise", str).strip())

    def _answers(self, table: Mapping[str, Any]) -> tuple[AnswerOption, ...]:
        answers = []
        for each in self.get(table, "answer", list):
            if not isinstance(each, dict):
                self.fail("an answer is a table: { text, word, right }")
            self.check_keys(each, ("text", "word", "right"))
            text, word = self.get(each, "text", str), self.get(each, "word", str)
            answers.append(AnswerOption(text, word.strip(), self.get(each, "right", bool, False)))
        if len(answers) < 2 or not any(answer.right for answer in answers):
            self.fail("a question needs at least two answers and a right one")
        return tuple(answers)
