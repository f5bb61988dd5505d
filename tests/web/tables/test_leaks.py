"""Responses do not depend on information that the viewer cannot have.

The test plays a match and redeals everything a viewer cannot know, in the current and in every past
state. Then it repeats all page and API requests. If a single byte of a response changes, the
response contains hidden information.
"""

from __future__ import annotations

import asyncio
import html
import random
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import httpx
import pytest
from tests.web.conftest import ClientAndServices
from tests.web.processes import form_token

from roundhouse.core.constants import CHANCE
from roundhouse.core.errors import IllegalAction
from roundhouse.core.state import State
from roundhouse.play import registry
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.play.record import HIDDEN, Record
from roundhouse.table.chairs import BOT, HUMAN, Chair
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.service import TableRequest
from roundhouse.web.services import Services
from roundhouse.web.tables.table_storage import OpenTable

SECRET_GAMES = [meta.id for meta in registry.games() if meta.secrets]
OPEN_GAMES = [meta.id for meta in registry.games() if meta.id not in SECRET_GAMES]
PATHS = (
    "/t/{t}",
    "/t/{t}/now",
    "/t/{t}/step?ply={p}",
    "/t/{t}/picture.svg",
    "/t/{t}/record",
    "/t/{t}/replay",
    "/t/{t}/replay?ply={p}",
    "/api/tables/{t}",
    "/api/tables/{t}/view",
    "/api/tables/{t}/choices",
    "/api/tables/{t}/log",
    "/api/tables/{t}/replay",
    "/api/tables/{t}/replay?ply={p}",
    "/api/tables/{t}/drawings?ply={p}",
    "/api/tables/{t}/chances",
)

PATHS_IN_WORDS = ("/t/{t}", "/t/{t}/now", "/t/{t}?place=a")


def _guest(client: httpx.Client, services: Services, name: str) -> tuple[dict[str, str], str]:
    token = client.post("/api/people", json={"name": name}).json()["token"]
    user = services.sessions.find_user(token)
    assert user is not None
    return {"cookie": f"roundhouse={token}"}, user.id


def _play(match: Match, rng: random.Random, plies: int) -> None:
    while match.ply < plies and not match.over:
        actions = match.state.legal()
        weights = match.state.weights() if match.state.turn == CHANCE else None
        words = match.game.text(rng.choices(actions, weights)[0])
        match._play(Entry(MOVE, match.ply, match.state.turn, words))


def _redeal(table: OpenTable, seat: int | None, rng: random.Random) -> int:
    """Redeal what `seat` cannot know; return how many past states changed."""
    match = table.match
    line, changed = [], 0
    for ply, step in enumerate(match.line):
        other = match.state_at(ply).redeal(seat, rng)
        is_replaced = _looks_the_same(match, ply, other, seat) and other.pack() != step.before
        line.append(replace(step, before=other.pack()) if is_replaced else step)
        changed += is_replaced
    match.state = match.state.redeal(seat, rng)
    match.line = line
    table.views = MatchViews(match)
    return changed


def _looks_the_same(match: Match, ply: int, other: State, seat: int | None) -> bool:
    """Check that the move at `ply` shows `seat` the same from the other state.

    It does not if the move revealed something.
    """
    after = match.state_at(ply + 1).view(seat)
    try:
        other = other.clone()
        other.apply(match.game.parse(match.line[ply].entry.words))
    except IllegalAction:
        return False
    return other.view(seat) == after


def _get_all(client: httpx.Client, cookie: dict[str, str], table: str, ply: int) -> list[str]:
    in_words = {"cookie": f"{cookie['cookie']}; display=words"}
    requests = [(path, cookie) for path in PATHS] + [(path, in_words) for path in PATHS_IN_WORDS]
    return [client.get(path.format(t=table, p=ply), headers=by).text for path, by in requests]


@pytest.mark.slow
@pytest.mark.parametrize("game", [*SECRET_GAMES, *OPEN_GAMES[:1]])
@pytest.mark.parametrize("seed", range(3))
def test_responses_do_not_depend_on_hidden_information(
    client_and_services: ClientAndServices, game: str, seed: int
) -> None:
    client, services = client_and_services
    rng = random.Random(f"{game} {seed}")
    guests = [_guest(client, services, f"Guest {n}") for n in range(3)]
    meta = registry.meta(game)
    seats = max(2, meta.seats[0])
    chairs = [
        Chair(n, HUMAN, f"Player {n}", guests[n][1])
        if n < 2
        else Chair(n, BOT, "Bot", level="random")
        for n in range(seats)
    ]
    loaded = services.games.game(game, {})
    match = Match(loaded, seats)
    _play(match, rng, rng.choice((12, 30, 60, 90)))
    while not match.over and (
        match.state.turn == CHANCE or match.state.turn >= 2 or len(match.state.legal()) == 1
    ):
        _play(match, rng, match.ply + 1)  # stop where a human is to act
    table = services.tables.create(TableRequest(guests[0][1], game, chairs, moves=match.entries))
    changed = 0
    for seat in (0, 1, None):
        cookie = guests[2 if seat is None else seat][0]
        ply = rng.randrange(match.ply + 1)
        before = _get_all(client, cookie, table, ply)
        assert all("Not Found" not in text for text in before)
        with services.tables.at(table) as result:
            rows = result.match.state, result.match.line
            changed += _redeal(result, seat, rng)
            services.spectator_pages.clear()
        again = _get_all(client, cookie, table, ply)
        with services.tables.at(table) as result:
            result.match.state, result.match.line = rows
            result.views = MatchViews(result.match)
        for path, one, other in zip([*PATHS, *PATHS_IN_WORDS], before, again, strict=True):
            assert one == other, f"{path} shows {seat} hidden information"
    assert changed > 0 or game not in SECRET_GAMES


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRET_GAMES)
def test_record_of_a_running_game_is_redacted(
    client_and_services: ClientAndServices, game: str
) -> None:
    client, services = client_and_services
    rng = random.Random(game)
    cookie, user = _guest(client, services, "Ann")
    seats = max(2, registry.meta(game).seats[0])
    match = Match(services.games.game(game, {}), seats)
    _play(match, rng, 60)
    chairs = [Chair(0, HUMAN, "Ann", user)] + [
        Chair(n, HUMAN, "Bob", "bob") for n in range(1, seats)
    ]
    table = services.tables.create(TableRequest(user, game, chairs, moves=match.entries))
    for headers, seat in ((cookie, 0), ({}, None)):
        text = client.get(f"/t/{table}/record", headers=headers).text
        page = Record.loads(text)
        with services.tables.at(table) as result:
            expected = result.match.record().redact(result.game, seat)
        assert page.moves == expected.moves
        assert any(HIDDEN in move.words.split() for move in page.moves)


def test_events_contain_only_the_ply(client_and_services: ClientAndServices) -> None:
    _, services = client_and_services

    async def first_events() -> list[str]:
        watching = services.watchers.watch("t", None, False, 3, 7)
        events = [await anext(watching), await anext(watching)]
        await watching.aclose()
        return events

    with ThreadPoolExecutor() as executor:  # this thread may have an event loop
        events = executor.submit(asyncio.run, first_events()).result()
    assert events[1] == "id: 3\nevent: table\ndata: ply 7\n\n"


@pytest.mark.slow
def test_pages_allow_only_their_own_scripts(client_and_services: ClientAndServices) -> None:
    client, _ = client_and_services
    for path in (
        "/",
        "/new",
        "/me",
        "/upload",
        "/docs",
        "/about",
        "/g/northern/rules",
        "/g/northern/board",
        "/nowhere",
    ):
        answer = client.get(path, headers={"accept": "text/html"})
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert not re.search(r"<script(?![^>]*\bsrc=\"/static/)", answer.text)
        assert not re.search(r"\son[a-z]+=", answer.text)


def test_browser_keeps_a_picture_for_the_viewer_in_its_address(
    client_and_services: ClientAndServices,
) -> None:
    """Two users of one browser must not see each other's hand in a cached picture."""
    client, _ = client_and_services
    client.headers["accept"] = "text/html"
    addresses = []
    for _ in ("Ann", "Bob"):
        client.cookies.clear()
        page = client.get("/")
        client.post("/play", data={"csrf": form_token(page), "game": "union"})
        (address,) = set(re.findall(r'src="(/t/\w+/picture.svg[^"]*)"', client.get("/").text))
        address = html.unescape(address)
        assert "max-age" in client.get(address).headers["cache-control"]
        addresses.append(address)
    assert client.get(addresses[0]).headers["cache-control"] == "no-store"  # of the other viewer
    bare = re.sub(r"viewer=\w+", "", addresses[1])
    assert client.get(bare).headers["cache-control"] == "no-store"
