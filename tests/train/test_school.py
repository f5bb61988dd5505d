"""Learning from searches on a CPU: a slice, the next one, and what is kept of them."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import numpy as np
import pytest

from roundhouse.bots.net.weights import FOLDER, read
from roundhouse.bots.search.own_advice import OwnAdvice
from roundhouse.train import lesson_book
from roundhouse.train.folder import Folder
from roundhouse.train.needs import CannotTrain
from roundhouse.train.teacher import PAGES, Teacher, Teaching, teach

from .test_training import one_thread  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.usefixtures("one_thread")]

SINGLE = {"variant": "single"}
FIXED = tuple(SINGLE.items())
ITERATIONS = 30
BOOKS = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With books by a teacher that is called here: a number of games, not of seconds."""
    teacher = Teacher(Teaching("northern", ITERATIONS, 1, options=FIXED))
    (tmp_path / "books").mkdir()
    for number, book in zip(range(BOOKS), teacher.books(PAGES), strict=False):
        lesson_book.write(tmp_path / "books" / f"1-{number}.npz", book)
    return tmp_path


def test_slices_learn_and_go_on(folder: Path) -> None:
    from roundhouse.train.imitation import Course
    from roundhouse.train.school import School, Slice

    school = School("northern", folder, SINGLE)
    course = Course(epochs=60.0, batch=256)
    said: list[str] = []
    assert school.run(Slice(0.0, 1, ITERATIONS, course), said.append)
    first = read(folder / "weights.npz")
    assert first.fits(school.game)
    books = Folder(folder).read_books(school.game)
    chance = np.mean(np.concatenate([1.0 / book.count for book in books]))
    assert first.about["slices"][0]["agreed"] > 1.5 * chance
    assert "| 1 |" in (folder / "card.md").read_text(encoding="utf-8")

    guided = Teaching("northern", ITERATIONS, 1, folder / "weights.npz", None, FIXED)
    Teacher(guided).rehearse()  # or the teachers' time would go by with compiling
    told: list[str] = []
    kept = School("northern", folder, SINGLE).run(
        Slice(6.0, 1, ITERATIONS, course, arena=2),
        said.append,
        lambda what, done, of, note: told.append(what),
    )
    assert not multiprocessing.active_children()
    assert [each["unguided"] for each in school.curve()] == [1.0, 0.0]  # first there is no network
    assert len(Folder(folder).list_of("arena.json")) == 1
    assert {"teachers play", "learning", "arena"} <= set(told)
    assert (folder / "weights.lost.npz").exists() is not kept
    assert len(read(folder / "weights.npz").about["slices"]) == (2 if kept else 1)
    assert not (folder / "weights.new.npz").exists()


@pytest.mark.parametrize(
    ("unguided", "least", "most"), [(0.0, 0, 0), (0.5, 30, 90), (1.0, 120, 120)]
)
def test_some_seats_search_without_the_network(unguided: float, least: int, most: int) -> None:
    shipped = FOLDER / "northern.npz"
    teacher = Teacher(Teaching("northern", ITERATIONS, 1, shipped, None, FIXED, unguided))
    seated = [search for _ in range(20) for search in teacher._seated()]
    assert len(seated) == 20 * 6
    alone = sum(isinstance(search._spaces[0]._guide, OwnAdvice) for search in seated)
    assert least <= alone <= most
    _, told = teacher.game_played()
    assert told


def test_a_teacher_writes_books_in_a_process_of_its_own(tmp_path: Path) -> None:
    """Until its time is over: a last book is finished, if nobody ends the process."""
    teaching = Teaching("northern", ITERATIONS, 7, options=FIXED)
    process = multiprocessing.get_context("spawn").Process(
        target=teach, args=(teaching, tmp_path, 0)
    )
    process.start()
    process.join()
    assert process.exitcode == 0  # some of these games are won by nobody
    assert [path.name for path in tmp_path.iterdir()] == ["7-0.npz"]
    assert len(lesson_book.read(tmp_path / "7-0.npz")) >= PAGES


def test_without_a_book_there_is_nothing_to_learn(tmp_path: Path) -> None:
    from roundhouse.train.school import School, Slice

    with pytest.raises(CannotTrain, match="no book was finished"):
        School("northern", tmp_path, SINGLE).run(Slice(0.0, 1), print)
    assert not (tmp_path / "weights.npz").exists()


def test_another_folder_is_refused(folder: Path) -> None:
    from roundhouse.train.school import School, Slice

    with pytest.raises(CannotTrain, match="of another game"):
        School("texas", folder).run(Slice(0.0, 1), print)
    (folder / "checkpoint.pt").touch()
    with pytest.raises(CannotTrain, match="of the other kind"):
        School("northern", folder)
