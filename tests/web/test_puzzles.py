"""Puzzles at the web table: solved, not solved, counted once, chosen, handed over, forgotten."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest
from tests.web.inside import PASSWORD, Inside, Visitor, inside
from tests.web.postgres import Postgres

from roundhouse.play import registry
from roundhouse.play.puzzles import Puzzle
from roundhouse.web.puzzles import rating_of
from roundhouse.web.settings import Settings
from roundhouse.web.store.puzzles import PuzzleTries, Standing
from roundhouse.web.store.store import Store

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("puzzles")) as made:
        yield made


def some_puzzle(house: Inside, number: int = 0) -> Puzzle:
    return house.services.puzzles.books()[0].puzzles[number]


def answer(who: Visitor, puzzle: Puzzle, move: str) -> str:
    said = who.post(f"/puzzles/{puzzle.game}/{puzzle.id}", move=move)
    assert said.status_code == 200, said.text
    return str(said.text)


def test_right_and_wrong_answers_are_told_why_and_count_once(house: Inside) -> None:
    ann, service = house.person("Ann"), house.services.puzzles
    first, second = some_puzzle(house, 0), some_puzzle(house, 1)
    page = answer(ann, first, first.best.move)
    assert "Right." in page
    standing = service.standing(ann.id, first.game)
    assert (standing.solved, standing.streak, standing.rating.games) == (1, 1, 1)
    page = answer(ann, second, second.wrong[0].move)
    assert "Not the best." in page
    assert "Your move" in page
    after = service.standing(ann.id, first.game)
    assert (after.solved, after.streak, after.longest, after.rating.games) == (1, 0, 1, 2)
    assert after.rating.mu < standing.rating.mu
    answer(ann, second, second.best.move)  # now it is known
    assert service.standing(ann.id, first.game) == after
    assert service.tries.tried(ann.id, first.game) == {first.id: True, second.id: False}


def test_the_line_can_be_walked_on_the_board(house: Inside) -> None:
    bea, puzzle = house.person("Bea"), some_puzzle(house)
    wrong = puzzle.wrong[0]
    answer(bea, puzzle, wrong.move)
    at = f"/puzzles/{puzzle.game}/{puzzle.id}"
    pages = [
        bea.web.get(at, params={"answer": wrong.move, "line": wrong.move, "step": n}).text
        for n in range(len(wrong.line) + 1)
    ]
    drawn = [re.findall(r'data-digest="(\w+)"', page) for page in pages]
    assert all(a != b for a, b in itertools.pairwise(drawn))


def test_nobody_is_told_before_they_have_tried(house: Inside) -> None:
    cat, puzzle = house.person("Cat"), some_puzzle(house)
    at = f"/puzzles/{puzzle.game}/{puzzle.id}"
    page = cat.web.get(at, params={"answer": puzzle.best.move}).text
    assert "Find the best move" in page
    assert "Right." not in page
    gave_up = answer(cat, puzzle, "-")
    assert "The answer:" in gave_up
    assert "The next best" in gave_up  # with its line: what is wrong about it can be seen
    assert house.services.puzzles.standing(cat.id, puzzle.game).solved == 0


def test_what_is_no_choice_is_refused_and_counts_for_nothing(house: Inside) -> None:
    dan, puzzle = house.person("Dan"), some_puzzle(house)
    for move in ("lay nowhere", "x" * 3000, ""):
        said = dan.post(f"/puzzles/{puzzle.game}/{puzzle.id}", move=move)
        assert said.status_code in (400, 404, 409, 422), (move, said.status_code)
    assert house.services.puzzles.tries.tried(dan.id, puzzle.game) == {}
    for path in ("/puzzles/nogame", f"/puzzles/{puzzle.game}/9-9-9"):
        assert dan.web.get(path).status_code == 404


def test_the_daily_one_is_the_same_for_everybody_and_games_take_turns(house: Inside) -> None:
    service = house.services.puzzles
    days = [date(2026, 5, 1) + timedelta(n) for n in range(len(service.books()))]
    found = [service.daily(day) for day in days]
    assert found == [service.daily(day) for day in days]
    assert len({p.game for p in found if p}) == len(service.books())


def test_the_next_one_is_new_and_about_as_strong(house: Inside) -> None:
    eve, service = house.person("Eve"), house.services.puzzles
    game = some_puzzle(house).game
    seen: list[Puzzle] = []
    for _ in range(4):
        puzzle = service.next(game, eve.id)
        assert puzzle is not None
        assert puzzle not in seen
        seen.append(puzzle)
        answer(eve, puzzle, puzzle.best.move)
    theme = some_puzzle(house).themes[0]
    themed = service.next(game, eve.id, theme)
    assert themed is None or theme in themed.themes
    assert service.next(game, eve.id, "no such theme") is None
    shown = eve.get(f"/puzzles/{game}").text  # in words, not by the verb
    assert f'theme={theme}">{registry.meta(game).themes[theme]} <' in shown
    assert rating_of(seen[0]).points > 0


def test_ones_own_puzzles_are_among_ones_data_and_go_with_it(house: Inside) -> None:
    fay, puzzle = house.person("Fay"), some_puzzle(house)
    answer(fay, puzzle, puzzle.best.move)
    mine = fay.post("/me/data/export").json()["puzzles"]
    assert [(row["puzzle"], row["right"]) for row in mine] == [(puzzle.id, True)]
    assert fay.post("/me/data/delete", password=PASSWORD, sure="yes").status_code == 200
    service = house.services.puzzles
    assert service.tries.standings(fay.id) == {}
    assert service.tries.tried(fay.id, puzzle.game) == {}


def test_a_guests_puzzles_go_along_into_the_account(house: Inside) -> None:
    account, guest = house.person("Gus"), house.person("Gus as a guest", account=False)
    puzzle, service = some_puzzle(house), house.services.puzzles
    answer(guest, puzzle, puzzle.best.move)
    signed = guest.post("/me/sign-in", name="Gus", password=PASSWORD)
    assert signed.status_code == 200
    assert service.tries.tried(account.id, puzzle.game) == {puzzle.id: True}
    assert service.standing(account.id, puzzle.game).solved == 1
    assert service.tries.tried(guest.id, puzzle.game) == {}


def test_tries_are_counted_once_on_postgresql_too(postgres: Postgres) -> None:
    store = Store(Settings(database=postgres.url).url)
    try:
        tries = PuzzleTries(store)

        def better(before: Standing) -> Standing:
            return replace(before, solved=before.solved + 1)

        assert tries.add("ann", "northern", "0-0-1", "lay fargo", True, better)
        assert not tries.add("ann", "northern", "0-0-1", "lay fargo", True, better)
        assert tries.add("ann", "northern", "0-0-2", "-", False, lambda before: before)
        assert tries.tried("ann", "northern") == {"0-0-1": True, "0-0-2": False}
        assert tries.standings("ann")["northern"].solved == 1
    finally:
        store.close()


def test_every_game_with_puzzles_shows_them(house: Inside) -> None:
    ivy = house.person("Ivy")
    assert ivy.get("/puzzles").status_code == 200
    for book in house.services.puzzles.books():
        assert ivy.get(f"/puzzles/{book.game}").status_code == 200
        puzzle = book.puzzles[-1]
        page = ivy.get(f"/puzzles/{puzzle.game}/{puzzle.id}").text
        assert "Find the best move" in page
        offered = set(re.findall(r'value="([^"]+)"', page))
        assert {a.move for a in (*puzzle.answers, *puzzle.wrong)} <= offered
        assert "The answer:" in answer(ivy, puzzle, "-")
