"""A tab's pages: the same as a server's, kept between visits, without secrets."""

from __future__ import annotations

import asyncio
import json
import random
import re
import resource
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.browser.local_user import FRAGMENT, LocalUser
from tests.web.in_process import running_site
from tests.web.tables.test_leaks import _play, _redeal

from roundhouse.core.constants import CHANCE
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.play.record import HIDDEN, Record
from roundhouse.table.chairs import BOT, HUMAN, Chair
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.service import TableRequest

GAMES = [meta.id for meta in registry.games()]
SECRET_GAMES = [meta.id for meta in registry.games() if meta.secrets]
PAGES = (
    "/", "/new", "/learn", "/puzzles", "/boards", "/me", "/about", "/licenses", "/upload",
    "/learn/{g}/1", "/puzzles/{g}", "/boards/edit/{g}", "/g/{g}/rules", "/g/{g}/board",
    "/g/{g}/picture.svg",
)  # fmt: skip
T = TypeVar("T")


def run(steps: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(steps)


@pytest.mark.parametrize("game", GAMES[:1])
def test_every_page_is_shown_without_links_to_what_a_tab_lacks(game: str) -> None:
    async def steps() -> None:
        user = LocalUser()
        for path in PAGES:
            response = await user.get(path.format(g=game))
            assert response.status == 200, (path, response.body)
            for link in ("/people", "/leaderboard", "/tournaments", "/me/notices", "/docs"):
                assert f'href="{link}"' not in response.body, path
        assert (await user.get("/people")).status == 404

    run(steps())


def test_texts_of_a_language_are_loaded_once_it_is_used() -> None:
    async def steps() -> None:
        user = LocalUser()
        await user.get("/")
        assert user.surroundings.languages == []
        user.surroundings.is_broken = True
        await user.post("/language", [("language", "de")])
        assert '<html lang="en"' in (await user.get("/")).body  # until it can be loaded
        user.surroundings.is_broken = False
        user.surroundings.languages.clear()
        for _ in range(2):
            assert '<html lang="de"' in (await user.get("/")).body
        assert user.surroundings.languages == ["de"]

    run(steps())


def _to_position(game: str, seed: int) -> Match:
    """Return a match in which seat 0 or 1 decides."""
    rng = random.Random(f"{game} {seed}")
    match = Match(registry.load(game, speed="interpreted"), max(2, registry.meta(game).seats[0]))
    _play(match, rng, rng.choice((8, 20, 40)))
    while not match.over and (
        match.state.turn == CHANCE or match.state.turn >= 2 or len(match.state.legal()) == 1
    ):
        _play(match, rng, match.ply + 1)
    return match


def _chairs(match: Match, user: str, humans: int) -> list[Chair]:
    return [
        Chair(n, HUMAN, f"Player {n}", user) if n < humans else Chair(n, BOT, "Bot", level="random")
        for n in range(match.state.seats)
    ]


def _neutral(html: str, *ids: str) -> str:
    """Return a page without tokens and the ids of its table and its user."""
    html = re.sub(r'name="csrf" value="[^"]*"', 'name="csrf"', html)
    for name in ids:
        html = html.replace(name, "ID")
    return html


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_table_is_the_same_as_on_a_server(game: str, tmp_path: Path) -> None:
    match = _to_position(game, 0)
    with running_site(tmp_path, bot_pause=None) as site:
        guest = site.add_user("Ann", has_account=False)
        tables = site.services.tables
        chairs = _chairs(match, guest.id, 1 if match.state.turn == 0 else 2)
        name = tables.create(TableRequest(guest.id, game, chairs, moves=match.entries))

        async def steps() -> None:
            local = LocalUser()
            mine_chairs = _chairs(match, "me", sum(chair.kind == HUMAN for chair in chairs))
            entries = tables.load(name).match.entries
            mine = local.app.tables.create(TableRequest("me", game, mine_chairs, moves=entries))
            local.app.bots.message = lambda table: ""  # type: ignore[method-assign]
            ply = match.ply // 2
            for path in ("/now", f"/step?ply={ply}", f"/replay?ply={ply}"):
                served = guest.web.get(f"/t/{name}{path}", headers=FRAGMENT).text
                page = (await local.get(f"/t/{mine}{path}", **FRAGMENT)).body
                assert _neutral(page, mine) == _neutral(served, name, guest.id), path

        run(steps())


@pytest.mark.slow
@pytest.mark.parametrize("game", [*SECRET_GAMES, GAMES[0]])
def test_pages_do_not_depend_on_hidden_information(game: str) -> None:
    match, rng = _to_position(game, 1), random.Random(game)
    paths = ("", "/now", "/step?ply=5", "/replay", "/replay?ply=5", "/picture.svg", "/record")

    async def steps() -> int:
        user = LocalUser()
        chairs = _chairs(match, "me", 1)
        name = user.app.tables.create(TableRequest("me", game, chairs, moves=match.entries))
        table = user.app.tables.at(name)
        before = [(await user.get(f"/t/{name}{path}")).body for path in paths]
        changed = _redeal(table, 0, rng)  # type: ignore[arg-type]
        table.views = MatchViews(table.match)
        after = [(await user.get(f"/t/{name}{path}")).body for path in paths]
        for path, one, other in zip(paths, before, after, strict=True):
            assert one == other, f"{path} shows hidden information"
        return changed

    assert run(steps()) > 0 or game not in SECRET_GAMES


@pytest.mark.parametrize("game", SECRET_GAMES[:1])
def test_bots_and_records_get_no_secrets_of_others(game: str) -> None:
    async def steps() -> None:
        user = LocalUser()
        seats = registry.meta(game).usual_seats
        form = {f"seat{n}": "me" if n == 0 else "bot:random" for n in range(seats)}
        table = await user.start_table(game, seats=str(seats), **form)
        await user.wait_for_turn(table)
        local = user.app.tables.at(table.removeprefix("/t/"))
        record = Record.loads((await user.get(f"{table}/record")).body)
        assert record.moves == local.match.record().redact(local.game, 0).moves
        if any(HIDDEN in move.words.split() for move in record.moves):
            assert record.moves != local.match.record().moves

    run(steps())


def test_game_is_played_kept_and_found_again() -> None:
    stored: dict[str, dict[str, str]] = {}

    async def first_visit() -> str:
        user = LocalUser(stored)
        seats = {"seats": "3", "seat0": "me", "seat1": "bot:random", "seat2": "bot:instinct"}
        table = await user.start_table("northern", **seats)
        for _ in range(3):
            page = await user.wait_for_turn(table)
            response = await user.choose_first(table, page)
            assert response.status == 200
        await user.wait_for_turn(table)
        assert user.surroundings.announcements[-1]["table"] == table.removeprefix("/t/")
        return table

    async def second_visit(table: str) -> None:
        user = LocalUser(json.loads(json.dumps(stored)))
        page = await user.wait_for_turn(table)
        ply = re.search(r'data-ply="(\d+)"', page)
        assert ply
        assert int(ply[1]) >= 9
        assert f'href="{table}"' in (await user.get("/")).body
        undone = await user.post(f"{table}/do/ask", is_script=True)
        assert f'data-ply="{ply[1]}"' not in undone.body
        hint = await user.post(f"{table}/do/hint", [("ply", _ply(undone.body))], is_script=True)
        assert 'class="hint' in hint.body

    table = run(first_visit())
    run(second_visit(table))


def _ply(page: str) -> str:
    match = re.search(r'data-ply="(\d+)"', page)
    assert match
    return match[1]


def test_failed_worker_does_not_stop_a_game() -> None:
    async def steps() -> None:
        user = LocalUser()
        user.surroundings.is_broken = True
        seats = {"seats": "3", "seat0": "bot:hard", "seat1": "me", "seat2": "bot:hard"}
        table = await user.start_table("northern", **seats)
        page = await user.wait_for_turn(table)
        assert 'data-turn="1"' in page
        assert (await user.choose_first(table, page)).status == 200

    run(steps())


def test_game_goes_on_and_says_so_while_nothing_is_stored() -> None:
    async def steps() -> None:
        user = LocalUser()
        seats = {"seats": "3", "seat0": "me", "seat1": "bot:random", "seat2": "bot:random"}
        table = await user.start_table("northern", **seats)
        page = await user.wait_for_turn(table)
        user.surroundings.is_full = True
        before = json.dumps(user.stored)
        refused = await user.choose_first(table, page)
        assert refused.status == 409
        assert "did not store your game" in refused.body
        page = await user.wait_for_turn(table)  # the bots have moved
        assert _ply(page) == "3"
        assert "did not store your game" in page
        assert json.dumps(user.stored) == before
        user.surroundings.is_full = False
        assert (await user.choose_first(table, page)).status == 200
        page = await user.wait_for_turn(table)
        assert "did not store your game" not in page
        again = LocalUser(json.loads(json.dumps(user.stored)))
        assert f'data-ply="{_ply(page)}"' in await again.wait_for_turn(table)

    run(steps())


def test_finished_game_has_a_result_and_a_review() -> None:
    async def steps() -> None:
        user = LocalUser()
        seats = {"seats": "3", "seat0": "me", "seat1": "bot:random", "seat2": "bot:random"}
        table = await user.start_table("northern", **seats)
        while 'data-phase="over"' not in (page := await user.wait_for_turn(table)):
            await user.choose_first(table, page)
        for path in ("/result", "/result.svg", "/review", "/replay"):
            assert (await user.get(table + path)).status == 200
        # A stored analysis, as the worker would send it; making one takes long.
        name = table.removeprefix("/t/")
        accuracy = [{"seat": 0, "accuracy": 0.5, "decisions": 3, "of": 9}]
        result = {"plies": [0], "shares": [[0.4, 0.3, 0.3]], "turning_points": [], "better": []}
        user.app.documents.put("analyses", name, {**result, "accuracy": accuracy})
        assert "50%" in (await user.get(f"{table}/review")).body
        again = await user.post(f"{table}/do/rematch")
        assert again.headers["location"] != table
        record = (await user.get(f"{table}/record")).body
        opened = await user.post("/upload", [("text", record)])
        assert (await user.follow(opened)).status == 200

    run(steps())


def test_two_players_share_a_device_and_hide_their_hands() -> None:
    game = SECRET_GAMES[0]
    seats = registry.meta(game).usual_seats

    async def steps() -> None:
        user = LocalUser()
        form = {f"seat{n}": "guest" if n == 1 else "bot:random" for n in range(seats)}
        table = await user.start_table(game, seats=str(seats), **{**form, "seat0": "me"})
        page = await user.wait_for_turn(table)
        assert "Pass it on" in page
        assert "data-choices" not in page
        seat = re.search(rf'class="button primary" href="{table}\?seat=(\d)"', page)
        assert seat
        assert "data-choices" in (await user.get(f"{table}?seat={seat[1]}")).body

    run(steps())


def test_lessons_puzzles_and_boards_are_remembered() -> None:
    stored: dict[str, dict[str, str]] = {}
    limit = resource.getrlimit(resource.RLIMIT_CPU)

    async def first_visit() -> None:
        user = LocalUser(stored)
        await user.get("/learn/northern/3")
        daily = (await user.get("/puzzles/daily")).headers["location"]
        answered = await user.post(daily, [("move", "-")])
        assert "answer=-" in answered.headers["location"]
        assert (await user.follow(answered)).status == 200
        text = registry.text("northern", "board.toml").replace("Fargo", "Cargo")
        saved = await user.post("/boards/save", [
            ("game", "northern"), ("name", "Mine"), ("text", text), ("do", "save"), ("was", ""),
        ])  # fmt: skip
        assert saved.status == 200, saved.body
        assert resource.getrlimit(resource.RLIMIT_CPU) == limit  # that of a server's upload worker
        assert (await user.get(json.loads(saved.body)["to"])).status == 200

    async def second_visit() -> None:
        user = LocalUser(json.loads(json.dumps(stored)))
        assert user.app.players.setting("lesson northern") == "3"
        assert "Mine" in (await user.get("/boards")).body
        assert (
            sum(each.rating.games for each in user.app.puzzles.tries.standings("me").values()) == 1
        )
        exported = json.loads((await user.get("/me/export")).body)
        other = LocalUser()
        imported = await other.post("/me/import", [("file", json.dumps(exported))])
        assert "Mine" in (await other.get("/boards")).body
        assert imported.status == 200
        await user.post("/me/delete")
        assert not any(user.stored.values())

    run(first_visit())
    run(second_visit())


def test_pages_below_a_folder_link_to_that_folder() -> None:
    async def steps() -> None:
        user = LocalUser(base="/offline/")
        page = (await user.get("/")).body
        assert re.findall(r'(?:href|src|action)="(/(?!offline/)[^"]*)"', page) == []
        assert 'href="/offline/learn"' in page
        started = await user.post("/play", [("game", "northern")])
        assert started.headers["location"].startswith("/offline/t/")

    run(steps())


@pytest.mark.parametrize("file", ["", "[]", "{}", '{"tables": 3}', "not JSON"])
def test_damaged_import_is_refused(file: str) -> None:
    response = run(LocalUser().post("/me/import", [("file", file)]))
    assert response.status == 422
