"""Nobody is sent what their view would not show: answers do not depend on it.

A match is played; then everything a viewer cannot know is dealt again, in the present and in every
past state, and each page and API answer is asked for once more. If a single byte of an answer
changes, a secret was in it.
"""

from __future__ import annotations

import asyncio
import random
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import httpx
import pytest
from tests.web.conftest import Served

from roundhouse.core.contract import CHANCE
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Position
from roundhouse.play import registry
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.play.record import HIDDEN, Record
from roundhouse.web.services import Services
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.tables.chairs import BOT, PERSON, Chair
from roundhouse.web.tables.table import Table

SECRET = [box.id for box in registry.games() if box.secrets]
OPEN = [box.id for box in registry.games() if box.id not in SECRET]
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


def _guest(client: httpx.Client, services: Services, name: str) -> tuple[dict[str, str], str]:
    token = client.post("/api/people", json={"name": name}).json()["token"]
    person = services.people.of_token(token)
    assert person is not None
    return {"cookie": f"roundhouse={token}"}, person.id


def _play(match: Match, rng: random.Random, plies: int) -> None:
    while match.ply < plies and not match.over:
        actions = match.state.legal()
        weights = match.state.weights() if match.state.turn == CHANCE else None
        words = match.game.text(rng.choices(actions, weights)[0])
        match._play(Entry(MOVE, match.ply, match.state.turn, words))


def _deal_again(table: Table, seat: int | None, rng: random.Random) -> int:
    """The same match as far as `seat` can know; says how many past states are others now."""
    match = table.match
    line, changed = [], 0
    for ply, standing in enumerate(match.line):
        other = match.state_at(ply).redeal(seat, rng)
        swap = _tells_the_same(match, ply, other, seat) and other.pack() != standing.before
        line.append(replace(standing, before=other.pack()) if swap else standing)
        changed += swap
    match.state = match.state.redeal(seat, rng)
    match.line = line
    table.views = MatchViews(match)
    return changed


def _tells_the_same(match: Match, ply: int, other: Position, seat: int | None) -> bool:
    """Whether the move at `ply` leads from the other state to what `seat` has seen: it does not
    where the move revealed something."""
    after = match.state_at(ply + 1).view(seat)
    try:
        other = other.clone()
        other.apply(match.game.parse(match.line[ply].entry.words))
    except IllegalAction:
        return False
    return other.view(seat) == after


def _ask(client: httpx.Client, cookie: dict[str, str], table: str, ply: int) -> list[str]:
    return [client.get(path.format(t=table, p=ply), headers=cookie).text for path in PATHS]


@pytest.mark.slow
@pytest.mark.parametrize("game", [*SECRET, *OPEN[:1]])
@pytest.mark.parametrize("seed", range(3))
def test_answers_do_not_depend_on_what_the_viewer_cannot_know(
    served: Served, game: str, seed: int
) -> None:
    client, services = served
    rng = random.Random(f"{game} {seed}")
    guests = [_guest(client, services, f"Guest {n}") for n in range(3)]
    box = registry.meta(game)
    seats = max(2, box.seats[0])
    chairs = [
        Chair(n, PERSON, f"Player {n}", guests[n][1])
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
        _play(match, rng, match.ply + 1)  # a person is to act, or all would move on by itself
    table = services.tables.create(guests[0][1], game, {}, chairs, begun=match.entries)
    changed = 0
    for seat in (0, 1, None):
        cookie = guests[2 if seat is None else seat][0]
        ply = rng.randrange(match.ply + 1)
        before = _ask(client, cookie, table, ply)
        assert all("Not Found" not in text for text in before)
        with services.tables.at(table) as found:
            kept = found.match.state, found.match.line
            changed += _deal_again(found, seat, rng)
            services.spectator_pages.clear()
        again = _ask(client, cookie, table, ply)
        with services.tables.at(table) as found:
            found.match.state, found.match.line = kept
            found.views = MatchViews(found.match)
        for path, one, other in zip(PATHS, before, again, strict=True):
            assert one == other, f"{path} tells {seat} something it cannot know"
    assert changed > 0 or game not in SECRET


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRET)
def test_the_record_of_a_running_game_hides_what_was_hidden(served: Served, game: str) -> None:
    client, services = served
    rng = random.Random(game)
    cookie, person = _guest(client, services, "Ann")
    seats = max(2, registry.meta(game).seats[0])
    match = Match(services.games.game(game, {}), seats)
    _play(match, rng, 60)
    chairs = [Chair(0, PERSON, "Ann", person)] + [
        Chair(n, PERSON, "Bob", "somebody") for n in range(1, seats)
    ]
    table = services.tables.create(person, game, {}, chairs, begun=match.entries)
    for headers, seat in ((cookie, 0), ({}, None)):
        text = client.get(f"/t/{table}/record", headers=headers).text
        shown = Record.loads(text)
        with services.tables.at(table) as found:
            expected = found.match.record().redact(found.game, seat)
        assert shown.moves == expected.moves
        assert any(HIDDEN in move.words.split() for move in shown.moves)


def test_events_carry_nothing_but_the_ply(served: Served) -> None:
    _, services = served

    async def two() -> list[str]:
        watching = services.watchers.watch("t", None, False, 3, 7)
        heard = [await anext(watching), await anext(watching)]
        await watching.aclose()
        return heard

    with ThreadPoolExecutor() as aside:  # a browser test may have left a loop in this thread
        heard = aside.submit(asyncio.run, two()).result()
    assert heard[1] == "id: 3\nevent: table\ndata: ply 7\n\n"


@pytest.mark.slow
def test_every_page_is_allowed_only_its_own_scripts(served: Served) -> None:
    client, _ = served
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
