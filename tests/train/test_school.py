"""Learning from searches on a CPU: a slice, the next one, and what is kept of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from roundhouse.bots.net.weights import read
from roundhouse.train.folder import Folder
from roundhouse.train.needs import CannotTrain

from .test_training import one_thread  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.usefixtures("one_thread")]

SINGLE = {"variant": "single"}
ITERATIONS = 30
BOOKS = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With books by a teacher that is called here: a number of games, not of seconds."""
    from roundhouse.train import lesson_book
    from roundhouse.train.teacher import PAGES, Teacher, Teaching

    teacher = Teacher(Teaching("northern", ITERATIONS, 1, options=tuple(SINGLE.items())))
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

    told: list[str] = []
    kept = School("northern", folder, SINGLE).run(
        Slice(8.0, 1, ITERATIONS, course, arena=2),
        said.append,
        lambda what, done, of, note: told.append(what),
    )
    assert [len(entry) for entry in (school.curve(), Folder(folder).list_of("arena.json"))] == [
        2,
        1,
    ]
    assert {"teachers play", "learning", "arena"} <= set(told)
    assert (folder / "weights.lost.npz").exists() is not kept
    assert len(read(folder / "weights.npz").about["slices"]) == (2 if kept else 1)
    assert not (folder / "weights.new.npz").exists()


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
