"""Slices of learning from searches: teachers play in processes, then a network learns their books.

In each slice the teachers are guided by the best network so far, so the next one learns from a
better player than it was. A slice that is cut off loses the games that were not over.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.search_settings import SearchSettings
from roundhouse.play import registry
from roundhouse.train import gate, lesson_book, weights
from roundhouse.train.duel import Duel
from roundhouse.train.folder import SEARCH, Folder
from roundhouse.train.imitation import Course, learn
from roundhouse.train.needs import CannotTrain, Tell, check_compiled, silent
from roundhouse.train.network import facts
from roundhouse.train.teacher import Teacher, Teaching, teach

GRACE = 1.0  # seconds for the last book to be written
LOOK = 0.5  # seconds between two looks at what was written


@dataclass(frozen=True)
class Slice:
    """What is done in one slice."""

    seconds: float  # of teaching
    teachers: int
    iterations: int = 600
    course: Course = field(default_factory=Course)
    device: str = "cpu"
    settings: SearchSettings | None = None
    arena: int = 0  # games against the last best network; 0: what was learned is kept
    unguided: float = 0.0  # of the seats search without the network


class School:
    """One game's, in a folder (train/folder.py)."""

    def __init__(self, game: str, folder: Path, options: Mapping[str, str] | None = None) -> None:
        self.options = tuple(sorted((options or {}).items()))
        self.game: Game = registry.open_game(game, None, dict(self.options))
        self.folder = Folder(folder)
        self.folder.check(self.game, SEARCH)
        self.books = self.folder.books
        self.books.mkdir(exist_ok=True)

    @property
    def weights(self) -> Path:
        return self.folder.weights

    def curve(self) -> list[dict[str, Any]]:
        return self.folder.list_of("curve.json")

    def run(self, work: Slice, say: Callable[[str], None] = print, tell: Tell = silent) -> bool:
        """One slice: teaching, learning, and whether what was learned is kept."""
        check_compiled(self.game)
        begun = time.monotonic()
        if work.seconds > 0:
            self.collect(work, say, tell)
        self.study(work, begun, say, tell)
        duel = Duel(
            self.game.meta.id,
            self.options,
            work.arena,
            work.iterations,
            self.folder.candidate,
            self.folder.weights,
            work.teachers,
        )
        return gate.settle(self.folder, duel if work.arena else None, say, tell)

    def collect(self, work: Slice, say: Callable[[str], None] = print, tell: Tell = silent) -> None:
        """Let the teachers play. However it ends, none is left behind."""
        guide = self.weights if self.weights.exists() else None
        teaching = Teaching(
            self.game.meta.id, work.iterations, 0, guide, work.settings, self.options, work.unguided
        )
        begun = time.time()
        ends = begun + work.seconds
        tell("compiling", 0, 1, "")
        Teacher(replace(teaching, iterations=200)).rehearse()
        say(f"compiled, {ends - time.time():.0f} s left to play")
        for unfinished in self.books.glob("*.new"):
            unfinished.unlink()
        before, seed = self._written(), self.folder.next_seed()
        context = multiprocessing.get_context("spawn")
        teachers = []
        try:
            for number in range(work.teachers):
                mine = replace(teaching, seed=seed + number)
                teachers.append(context.Process(target=teach, args=(mine, self.books, ends)))
                teachers[-1].start()
            while any(t.is_alive() for t in teachers) and time.time() < ends + GRACE:
                time.sleep(LOOK)
                done = min(work.seconds, time.time() - begun)
                books = self._written() - before
                tell("teachers play", int(done), round(work.seconds), f"{books} books")
            failed = sum(teacher.exitcode not in (None, 0) for teacher in teachers)
        finally:
            for teacher in teachers:
                if teacher.pid is not None:
                    teacher.terminate()
                    teacher.join()
        said = f"; {failed} of {work.teachers} teachers broke off by a mistake" if failed else ""
        say(f"{self._written() - before} books written{said}")

    def _written(self) -> int:
        return sum(1 for _ in self.books.glob("*.npz"))

    def study(
        self, work: Slice, begun: float, say: Callable[[str], None] = print, tell: Tell = silent
    ) -> None:
        """Learn all books anew, into the candidate."""
        books = self.folder.read_books(self.game)
        if not books:
            raise CannotTrain(
                f"no book was finished in {work.seconds:.0f} s, so there is nothing to learn from: "
                "give the teachers more time, or fewer iterations"
            )
        book = lesson_book.join(books)
        network, report = learn(self.game, book, work.course, work.device, say=say, tell=tell)
        curve = [
            *self.curve(),
            {
                "seconds": round(time.monotonic() - begun),
                "decisions": len(book),
                "iterations": work.iterations,
                "teachers": work.teachers,
                "unguided": work.unguided if self.weights.exists() else 1.0,
                "device": work.device,
                **asdict(report),
            },
        ]
        self.folder.keep_list("curve.json", curve)
        about = {
            **facts(network),
            "how": SEARCH,
            "options": dict(self.options),
            "slices": curve,
            "course": asdict(work.course),
        }
        weights.save(self.folder.candidate, self.game, network, about)
