"""Puzzles on the server: attempts, ratings, selection, export and deletion."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest
from tests.web.in_process import PASSWORD, PageUser, Site, running_site
from tests.web.postgres import Postgres

from roundhouse.core.text import capitalize_first
from roundhouse.play import registry
from roundhouse.play.puzzles import Puzzle
from roundhouse.web.learning.puzzle_standing import PuzzleStanding
from roundhouse.web.learning.puzzle_storage import PuzzleTries
from roundhouse.web.learning.puzzles import rating_of
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("puzzles")) as result:
        yield result


def some_puzzle(site: Site, number: int = 0) -> Puzzle:
    return site.services.puzzles.books()[0].puzzles[number]


def answer(who: PageUser, puzzle: Puzzle, move: str) -> str:
    response = who.post(f"/puzzles/{puzzle.game}/{puzzle.id}", move=move)
    assert response.status_code == 200, response.text
    return str(response.text)


def test_answers_are_explained_and_count_once(site: Site) -> None:
    ann, service = site.add_user("Ann"), site.services.puzzles
    first, second = some_puzzle(site, 0), some_puzzle(site, 1)
    page = answer(ann, first, first.best.move)
    assert "Correct." in page
    standing = service.standing(ann.id, first.game)
    assert (standing.solved, standing.streak, standing.rating.games) == (1, 1, 1)
    page = answer(ann, second, second.wrong[0].move)
    assert "Not the best move." in page
    assert "Your move" in page
    after = service.standing(ann.id, first.game)
    assert (after.solved, after.streak, after.longest, after.rating.games) == (1, 0, 1, 2)
    assert after.rating.mu < standing.rating.mu
    answer(ann, second, second.best.move)  # a repeated attempt does not count
    assert service.standing(ann.id, first.game) == after
    assert service.tries.tried(ann.id, first.game) == {first.id: True, second.id: False}


def test_line_can_be_stepped_through_on_the_board(site: Site) -> None:
    bea, puzzle = site.add_user("Bea"), some_puzzle(site)
    wrong = puzzle.wrong[0]
    answer(bea, puzzle, wrong.move)
    path = f"/puzzles/{puzzle.game}/{puzzle.id}"
    pages = [
        bea.web.get(path, params={"answer": wrong.move, "line": wrong.move, "step": n}).text
        for n in range(len(wrong.line) + 1)
    ]
    matches = [re.findall(r'data-digest="(\w+)"', page) for page in pages]
    assert all(a != b for a, b in itertools.pairwise(matches))


def test_solution_is_hidden_before_an_attempt(site: Site) -> None:
    cat, puzzle = site.add_user("Cat"), some_puzzle(site)
    path = f"/puzzles/{puzzle.game}/{puzzle.id}"
    page = cat.web.get(path, params={"answer": puzzle.best.move}).text
    assert "Find the best move" in page
    assert "Correct." not in page
    solution = answer(cat, puzzle, "-")
    assert "Best move:" in solution
    assert "Second-best move" in solution  # with the line that refutes it
    assert site.services.puzzles.standing(cat.id, puzzle.game).solved == 0


def test_invalid_answers_are_refused_and_do_not_count(site: Site) -> None:
    dan, puzzle = site.add_user("Dan"), some_puzzle(site)
    for move in ("lay nowhere", "x" * 3000, ""):
        response = dan.post(f"/puzzles/{puzzle.game}/{puzzle.id}", move=move)
        assert response.status_code in (400, 404, 409, 422), (move, response.status_code)
    assert site.services.puzzles.tries.tried(dan.id, puzzle.game) == {}
    for path in ("/puzzles/nogame", f"/puzzles/{puzzle.game}/9-9-9"):
        assert dan.web.get(path).status_code == 404


def test_daily_puzzle_is_the_same_for_all_and_rotates_games(site: Site) -> None:
    service = site.services.puzzles
    days = [date(2026, 5, 1) + timedelta(n) for n in range(len(service.books()))]
    results = [service.daily(day) for day in days]
    assert results == [service.daily(day) for day in days]
    assert len({p.game for p in results if p}) == len(service.books())


def test_home_page_has_the_daily_puzzle_and_the_progress_of_the_user(site: Site) -> None:
    user = site.add_user("Dana")
    page = user.get("/").text
    assert "Puzzle of the day" in page
    assert "My progress" not in page
    picture = re.search(r'src="(/puzzles/[^"]+/picture.svg)', page)
    assert picture
    svg = user.get(picture.group(1)).text
    assert svg.startswith("<svg")
    assert "<text" not in svg.replace("<text-", "")  # labels would be illegible
    daily = user.get("/puzzles/daily").url.path
    user.post(daily)  # gives up
    page = user.get("/").text
    assert "My progress" in page
    assert "you have tried it" in page


def test_next_puzzle_is_new_and_matches_the_theme(site: Site) -> None:
    eve, service = site.add_user("Eve"), site.services.puzzles
    game = some_puzzle(site).game
    seen: list[Puzzle] = []
    for _ in range(4):
        puzzle = service.next(game, eve.id)
        assert puzzle is not None
        assert puzzle not in seen
        seen.append(puzzle)
        answer(eve, puzzle, puzzle.best.move)
    theme = some_puzzle(site).themes[0]
    themed = service.next(game, eve.id, theme)
    assert themed is None or theme in themed.themes
    assert service.next(game, eve.id, "no such theme") is None
    text = eve.get(f"/puzzles/{game}").text  # themes by their display name
    words = capitalize_first(registry.meta(game).themes[theme])
    assert re.search(rf'theme={theme}"\s*>\s*{words}\s*<', text)
    assert rating_of(seen[0]).points > 0


def test_attempts_are_exported_and_deleted_with_the_account(site: Site) -> None:
    fay, puzzle = site.add_user("Fay"), some_puzzle(site)
    answer(fay, puzzle, puzzle.best.move)
    mine = fay.post("/me/data/export").json()["puzzles"]
    assert [(row["puzzle"], row["right"]) for row in mine] == [(puzzle.id, True)]
    assert fay.post("/me/data/delete", password=PASSWORD, sure="yes").status_code == 200
    service = site.services.puzzles
    assert service.tries.standings(fay.id) == {}
    assert service.tries.tried(fay.id, puzzle.game) == {}


def test_attempts_of_a_guest_move_to_the_account(site: Site) -> None:
    account, guest = site.add_user("Gus"), site.add_user("Gus as a guest", has_account=False)
    puzzle, service = some_puzzle(site), site.services.puzzles
    answer(guest, puzzle, puzzle.best.move)
    response = guest.post("/me/sign-in", name="Gus", password=PASSWORD)
    assert response.status_code == 200
    assert service.tries.tried(account.id, puzzle.game) == {puzzle.id: True}
    assert service.standing(account.id, puzzle.game).solved == 1
    assert service.tries.tried(guest.id, puzzle.game) == {}


def test_attempts_are_counted_once_on_postgresql(postgres: Postgres) -> None:
    database = Database(Settings(database=postgres.url).url)
    try:
        tries = PuzzleTries(database)

        def better(before: PuzzleStanding) -> PuzzleStanding:
            return replace(before, solved=before.solved + 1)

        assert tries.add("ann", "northern", "0-0-1", "lay fargo", True, better)
        assert not tries.add("ann", "northern", "0-0-1", "lay fargo", True, better)
        assert tries.add("ann", "northern", "0-0-2", "-", False, lambda before: before)
        assert tries.tried("ann", "northern") == {"0-0-1": True, "0-0-2": False}
        assert tries.standings("ann")["northern"].solved == 1
    finally:
        database.close()


def test_puzzle_pages_exist_for_every_game_with_puzzles(site: Site) -> None:
    ivy = site.add_user("Ivy")
    assert ivy.get("/puzzles").status_code == 200
    for book in site.services.puzzles.books():
        assert ivy.get(f"/puzzles/{book.game}").status_code == 200
        puzzle = book.puzzles[-1]
        page = ivy.get(f"/puzzles/{puzzle.game}/{puzzle.id}").text
        assert "Find the best move" in page
        offered = set(re.findall(r'value="([^"]+)"', page))
        assert {a.move for a in (*puzzle.answers, *puzzle.wrong)} <= offered
        assert "Best move:" in answer(ivy, puzzle, "-")
