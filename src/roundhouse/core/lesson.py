"""Lessons: a guided first game, read from a room's `lesson.toml`.

A lesson is chapters, and a chapter is steps. What a step says is for people; moves are the words of
a record. How to write one: docs/lessons.md. Here a file is read and its shape looked at. Whether
its moves are legal and what it points at is drawn is found out by playing it (`play/lesson.py`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

from roundhouse.core.contract import CHANCE
from roundhouse.core.errors import BadLesson

FILE = "lesson.toml"
WORDS_A_MINUTE = 190  # read slowly
SECONDS_A_MOVE = 8  # to find it on the board and click it

T = TypeVar("T")
Line = tuple[int, str]  # who moves (CHANCE: chance), and the words


@dataclass(frozen=True)
class Step:
    """What all steps have: what is said, and what of the drawings is pointed at."""

    text: str
    refs: tuple[str, ...] = ()
    sheet: str = ""  # the drawing to lay in front; empty: where the first ref is drawn


@dataclass(frozen=True)
class Say(Step):
    """Words alone."""


@dataclass(frozen=True)
class Do(Step):
    """The learner moves. The game goes on with `moves`: one, or those of a shortcut that the view
    offers. What `also` names would do as well, and gets a word that says so. A wrong move gets its
    own word, or `otherwise`, and nothing changes. The keys of `also` and `wrong` are moves, or
    patterns: `bid 3..7`, `invest large *`."""

    moves: tuple[str, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = ""

    def accepts(self, moves: Sequence[str]) -> bool:
        """Whether the game goes on; what `wrong` names is wrong, whatever of `also` it fits."""
        return tuple(moves) == self.moves or bool(self.word_for_other(moves))

    def word_for_other(self, moves: Sequence[str]) -> str:
        """What is said to another move that would do as well; empty if it would not."""
        if len(moves) != 1 or tuple(moves) == self.moves or moves[0] in self.wrong:
            return ""
        return _word(self.also, moves[0])

    def why_not(self, moves: Sequence[str]) -> str:
        """What is said to a wrong move."""
        return (_word(self.wrong, moves[0]) if len(moves) == 1 else "") or self.otherwise


def _word(words: Mapping[str, str], move: str) -> str:
    """What these words say to a move: to itself, or to the first pattern that it fits."""
    fitting = (said for pattern, said in words.items() if fits(pattern, move))
    return words.get(move) or next(fitting, "")


@dataclass(frozen=True)
class Reply(Step):
    """Others move, and chance; the learner, too, where a game is played on quickly. `told`: the
    log's sentences are shown beside the text."""

    moves: tuple[Line, ...] = ()
    told: bool = True


@dataclass(frozen=True)
class Answer:
    text: str
    word: str  # what is said to whoever chose it
    right: bool


@dataclass(frozen=True)
class Ask(Step):
    """A question; every answer gets its word, and a right one leads on."""

    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """Steps under a heading. It begins where the chapter before it has ended, or, with `start`,
    a game of its own after these moves."""

    title: str
    start: tuple[Line, ...] | None
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Lesson:
    """A guided first game. Steps are counted from 1 through all chapters."""

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
    def steps(self) -> list[tuple[int, Step]]:
        """Every step, with the number of its chapter."""
        return [(n, step) for n, chapter in enumerate(self.chapters) for step in chapter.steps]

    @property
    def minutes(self) -> int:
        """How long it takes to read and play, at a newcomer's pace."""
        steps = [step for _, step in self.steps]
        words = sum(len(step.text.split()) for step in steps)
        words += sum(len(a.text.split()) for s in steps if isinstance(s, Ask) for a in s.answers)
        moves = sum(isinstance(step, Do | Ask) for step in steps)
        return round(words / WORDS_A_MINUTE + moves * SECONDS_A_MOVE / 60 + 0.5)


def fits(pattern: str, move: str) -> bool:
    """Whether a move is the one a key names: by its words, by any last word (`*`), or by a last
    number in a range (`3..7`)."""
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


def read(text: str, file: str) -> Lesson:
    """The lesson in this text; a fault is named with file, step and reason."""
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
    """Reads one file; knows where it is, so that every complaint says so."""

    file: str
    where: int | str = "the header"
    seats: int = 0

    def fail(self, reason: str) -> NoReturn:
        raise BadLesson(self.file, self.where, reason)

    def take(self, table: Mapping[str, Any], key: str, kind: type[T], usual: T | None = None) -> T:
        if key not in table and usual is not None:
            return usual
        if key not in table:
            self.fail(f"`{key}` is missing")
        value = table[key]
        if type(value) is not kind:
            self.fail(f"`{key}` must be {_KINDS[kind]}, not {value!r}")
        if kind is str and not str(value).strip():
            self.fail(f"`{key}` is empty")
        return value

    def known(self, table: Mapping[str, Any], keys: tuple[str, ...]) -> None:
        for key in table:
            if key not in keys:
                self.fail(f"`{key}` is not known here; known are: {', '.join(keys)}")

    def words(self, table: Mapping[str, Any], key: str) -> dict[str, str]:
        """A table of moves, each with what is said to it."""
        found = self.take(table, key, dict, {})
        return {" ".join(move.split()): self.take(found, move, str).strip() for move in found}

    def texts(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        found = self.take(table, key, list, [])
        if not all(isinstance(each, str) and each for each in found):
            self.fail(f"`{key}` must be a list of texts")
        return tuple(found)

    def lines(self, table: Mapping[str, Any], key: str) -> tuple[Line, ...]:
        """Moves as in a record, one a line: `0 lay fargo`, `* open 1`."""
        made = []
        for line in self.take(table, key, str, "-").splitlines() if key in table else ():
            if not line.strip():
                continue
            who, _, words = line.strip().partition(" ")
            good = who == "*" or (who.isascii() and who.isdigit() and int(who) < self.seats)
            if not good or not words.strip():
                self.fail(f"`{key}`: a move is `seat words` or `* words`, not {line.strip()!r}")
            made.append((CHANCE if who == "*" else int(who), " ".join(words.split())))
        return tuple(made)

    def lesson(self, data: Mapping[str, Any]) -> Lesson:
        self.known(data, _HEADER)
        self.seats = self.take(data, "seats", int)
        names = self.texts(data, "names")
        if len(names) != self.seats:
            self.fail(f"{len(names)} names for {self.seats} seats; give one name a seat")
        learner = self.take(data, "learner", int, 0)
        if not 0 <= learner < self.seats:
            self.fail(f"`learner` is {learner}; there are seats 0 to {self.seats - 1}")
        options = self.take(data, "options", dict, {})
        if not all(isinstance(value, str) for value in options.values()):
            self.fail("`options` must map names to words")
        game, rules = self.take(data, "game", str), self.take(data, "rules", int)
        about = self.take(data, "about", str)
        chapters = tuple(self._chapters(self.take(data, "chapter", list)))
        if not chapters:
            self.fail("there is no chapter")
        return Lesson(self.file, game, rules, self.seats, options, learner, names, about, chapters)

    def _chapters(self, tables: list[Any]) -> list[Chapter]:
        made, number = [], 0
        for n, table in enumerate(tables, 1):
            self.where = f"chapter {n}"
            if not isinstance(table, dict):
                self.fail("a chapter is a table: [[chapter]]")
            self.known(table, ("title", "start", "step"))
            title = self.take(table, "title", str)
            start = self.lines(table, "start") if "start" in table else None
            steps = []
            for step in self.take(table, "step", list):
                number += 1
                self.where = number
                steps.append(self._step(step))
            if not steps:
                self.fail("the chapter has no step")
            made.append(Chapter(title, start, tuple(steps)))
        return made

    def _step(self, table: Any) -> Step:
        if not isinstance(table, dict):
            self.fail("a step is a table: [[chapter.step]]")
        verbs = [verb for verb in _VERBS if verb in table]
        if len(verbs) != 1:
            self.fail(f"a step has one of `say`, `do`, `reply`, `ask`; this has {len(verbs)}")
        verb = verbs[0]
        self.known(table, (verb, *_BOTH, *_VERBS[verb]))
        said = self.take(table, verb, str).strip()
        sheet = self.take(table, "sheet", str) if "sheet" in table else ""
        shown = (said, self.texts(table, "at"), sheet)
        if verb == "do":
            return self._do(table, shown)
        if verb == "reply":
            moves = self.lines(table, "moves")
            if not moves:
                self.fail("`moves` is missing: a reply is what the others do")
            return Reply(*shown, moves, self.take(table, "told", bool, True))
        if verb == "ask":
            return Ask(*shown, self._answers(table))
        return Say(*shown)

    def _do(self, table: Mapping[str, Any], shown: tuple[str, tuple[str, ...], str]) -> Do:
        several = isinstance(table.get("move"), list)
        given = self.texts(table, "move") if several else (self.take(table, "move", str),)
        moves = tuple(" ".join(move.split()) for move in given)
        if not moves:
            self.fail("`move` is empty")
        also, wrong = self.words(table, "also"), self.words(table, "wrong")
        for each in wrong:
            if (each,) == moves or each in also:
                self.fail(f"`{each}` is both accepted and wrong")
        return Do(*shown, moves, also, wrong, self.take(table, "otherwise", str).strip())

    def _answers(self, table: Mapping[str, Any]) -> tuple[Answer, ...]:
        made = []
        for each in self.take(table, "answer", list):
            if not isinstance(each, dict):
                self.fail("an answer is a table: { text, word, right }")
            self.known(each, ("text", "word", "right"))
            text, word = self.take(each, "text", str), self.take(each, "word", str)
            made.append(Answer(text, word.strip(), self.take(each, "right", bool, False)))
        if len(made) < 2 or not any(answer.right for answer in made):
            self.fail("a question has two answers or more, and a right one")
        return tuple(made)
