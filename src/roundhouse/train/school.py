"""Slices of learning from searches: teachers play in processes, then a network learns their books.

In each slice the teachers are guided by what was learned in the slice before, so the network learns
from a better player than it was. A slice that is cut off loses the games that were not over.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.search_settings import SearchSettings
from roundhouse.play import registry
from roundhouse.train import lesson_book, weights
from roundhouse.train.imitation import Course, learn
from roundhouse.train.network import facts
from roundhouse.train.teacher import Teacher, Teaching

PAGES = 400  # decisions of a book, at least
GRACE = 1.0  # seconds for the last book to be written


@dataclass(frozen=True)
class Slice:
    """What is done in one slice."""

    seconds: float  # of teaching
    teachers: int
    iterations: int = 600
    course: Course = field(default_factory=Course)
    device: str = "cpu"
    settings: SearchSettings | None = None


def teach(teaching: Teaching, folder: Path, ends: float) -> None:
    """Write books into a folder until a moment (of `time.time`)."""
    for number, book in enumerate(Teacher(teaching).books(PAGES)):
        lesson_book.write(folder / f"{teaching.seed}-{number}.npz", book)
        if time.time() > ends:
            return


class School:
    """One game's, in a folder: books/, weights.npz, curve.json."""

    def __init__(self, game: str, folder: Path) -> None:
        self.game: Game = registry.open_game(game, None, {})
        self.folder, self.books = folder, folder / "books"
        self.books.mkdir(parents=True, exist_ok=True)

    @property
    def weights(self) -> Path:
        return self.folder / "weights.npz"

    def curve(self) -> list[dict[str, Any]]:
        path = self.folder / "curve.json"
        found: list[dict[str, Any]] = json.loads(path.read_text()) if path.exists() else []
        return found

    def run(self, work: Slice, say: Callable[[str], None] = print) -> None:
        """One slice: teaching, then learning."""
        begun = time.monotonic()
        if work.seconds > 0:
            self.collect(work, len(self.curve()), say)
        self.study(work, begun, say)

    def collect(self, work: Slice, slice_number: int, say: Callable[[str], None]) -> None:
        """Let the teachers play."""
        guide = self.weights if self.weights.exists() else None
        teaching = Teaching(self.game.meta.id, work.iterations, 0, guide, work.settings)
        ends = time.time() + work.seconds
        Teacher(replace(teaching, iterations=200)).rehearse()
        say(f"compiled, {ends - time.time():.0f} s left to play")
        context = multiprocessing.get_context("spawn")
        teachers = []
        for number in range(work.teachers):
            mine = replace(teaching, seed=1 + 1000 * slice_number + number)
            teachers.append(context.Process(target=teach, args=(mine, self.books, ends)))
            teachers[-1].start()
        for teacher in teachers:
            teacher.join(max(0.0, ends + GRACE - time.time()))
            if teacher.is_alive():
                teacher.terminate()
                teacher.join()

    def study(self, work: Slice, begun: float, say: Callable[[str], None]) -> None:
        """Learn all books anew."""
        paths = sorted(self.books.glob("*.npz"))
        book = lesson_book.join([lesson_book.read(path) for path in paths])
        network, report = learn(self.game, book, work.course, work.device, say=say)
        curve = [
            *self.curve(),
            {
                "seconds": round(time.monotonic() - begun),
                "decisions": len(book),
                "iterations": work.iterations,
                "teachers": work.teachers,
                **asdict(report),
            },
        ]
        (self.folder / "curve.json").write_text(json.dumps(curve))
        about = {**facts(network), "slices": curve, "course": asdict(work.course)}
        weights.save(self.weights, self.game, network, about)
