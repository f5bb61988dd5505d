"""Every page, email and log line is translated: in the pseudo-locale, no English is left.

Names of test data have no vowels, because the pseudo-locale puts accents on all vowels.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from tests.web.english_texts import find_english
from tests.web.in_process import PASSWORD, PageUser, Site, running_site
from tests.web.sinks import MailSink, eventually, mail_sink

from roundhouse.core.rule import INTERPRETED
from roundhouse.core.text import insert_names
from roundhouse.core.translation import LANGUAGES, PSEUDO, use_language
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.table.chairs import HUMAN, OPEN, Chair, open_chair
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.service import TableRequest
from roundhouse.web.app import create_app
from roundhouse.web.learning.lessons import load_lesson
from roundhouse.web.settings import Settings

GAMES = [meta.id for meta in registry.games()]
SEATS = ("Brm", "Lnd", "Zzt")  # names of players
SITE = "https://rls.xmpl"
DEPTHS = (2, 12, 40)  # plies of the running tables
LAST_PLY = 400  # of the finished games, which random players may not finish
# Answers that no player reads as a page: files, streams, and parts of other pages.
NOT_PAGES = {
    *("/t/{table}/events", "/t/{table}/record", "/r/{record}/record", "/g/{game}/board.toml"),
    *("/health", "/health/database", "/static/manifest.webmanifest"),
    *("/push.js", "/service_worker.js", "/docs", "/me/data/export"),
    "/puzzles/{game}/next",  # leads to a puzzle
}


def play_randomly(game: str, seats: int, plies: int) -> Match:
    rng = random.Random(f"{game} {plies}")
    match = Match(registry.load(game, speed=INTERPRETED), seats)
    while match.ply < plies:
        match.advance(rng)
        if match.over:
            break
        words = match.game.text(rng.choice(match.state.legal()))
        match.submit(match.state.turn, words, match.ply)
    return match


@dataclass
class World:
    """A site with something on every page."""

    site: Site
    mails: MailSink
    user: PageUser
    other: PageUser
    examples: dict[str, list[str]] = field(default_factory=dict)  # of paths, by route

    def table(self, game: str, match: Match | None, *kinds: str) -> str:
        users = (self.user, self.other, self.user)
        chairs = [
            open_chair(n) if kind == OPEN else Chair(n, kind, SEATS[n], users[n].id)
            for n, kind in enumerate(kinds)
        ]
        request = TableRequest(self.user.id, game, chairs, moves=match.entries if match else ())
        return self.site.services.tables.create(request)

    def add(self, route: str, *values: object, query: str = "") -> None:
        path = re.sub(r"\{\w+\}", "{}", route).format(*values)
        self.examples.setdefault(route, []).append(path + query)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch, mail_sink() as mails:
        patch.setitem(LANGUAGES, PSEUDO, "Pseudo")
        settings: dict[str, Any] = {"mail": mails.url, "site": SITE, "mail_from": "hs@rls.xmpl"}
        settings |= {"notification_delay": 0.05, "notification_gap": 0.0}
        with running_site(tmp_path_factory.mktemp("pseudo"), **settings) as site:
            user, other = site.add_user(SEATS[0]), site.add_user(SEATS[1])
            for each in (user, other):
                each.post("/language", language=PSEUDO)
            result = World(site, mails, user, other)
            _fill(result)
            yield result


def _fill(world: World) -> None:
    user, other, services = world.user, world.other, world.site.services
    for path in ("/", "/new", "/upload", "/learn", "/puzzles", "/puzzles/daily", "/boards", "/me"):
        world.add(path)
    for path in ("/me/notices", "/me/bots", "/me/data", "/recover", "/people"):
        world.add(path)
    world.add("/people/find", query=f"?name={SEATS[1]}")
    for path in ("/leaderboard", "/tournaments", "/about", "/no-connection"):
        world.add(path)
    for game in GAMES:
        seats = max(2, registry.meta(game).seats[0])
        for plies in DEPTHS:
            match = play_randomly(game, seats, plies)
            table = world.table(game, match, *[HUMAN] * seats)
            world.add("/t/{table}", table)
            world.add("/t/{table}/replay", table, query=f"?ply={plies // 2}")
        world.add("/t/{table}/now", table, query="?since=0")
        world.add("/t/{table}/step", table, query="?ply=2")
        world.add("/t/{table}/picture.svg", table)
        world.add("/new", query=f"?game={game}")
        world.add("/learn/{game}", game)
        for step in (1, 5):
            world.add("/learn/{game}/{step}", game, step)
        lesson = load_lesson(game)
        places = {step: lesson.place(step) for step in range(1, lesson.last + 1)}
        step = next(step for step, place in places.items() if place.theirs < place.ply)
        world.add("/learn/{game}/{step}/after/{ply}", game, step, places[step].ply)
        for route in ("/g/{game}/rules", "/g/{game}/board", "/g/{game}/picture.svg"):
            world.add(route, game)
        world.add("/puzzles/{game}", game)
        puzzle = services.puzzles.book(game).puzzles[0].id
        world.add("/puzzles/{game}/{puzzle}", game, puzzle)
        world.add("/puzzles/{game}/{puzzle}/picture.svg", game, puzzle)
        world.add("/boards/edit/{game}", game)
        world.add("/leaderboard", query=f"?game={game}")
    world.add("/g/{game}/rules/{name}.svg", "texas", _first_picture("texas"))
    user.post(f"/puzzles/northern/{services.puzzles.book('northern').puzzles[0].id}")  # give up
    finished = play_randomly("northern", 3, LAST_PLY)
    table = world.table("northern", finished, HUMAN, HUMAN, HUMAN)
    for route in ("/t/{table}", "/t/{table}/result", "/t/{table}/result.svg", "/t/{table}/review"):
        world.add(route, table)
    waiting = world.table("northern", None, HUMAN, OPEN, OPEN)
    world.add("/t/{table}", waiting)
    with services.tables.at(waiting) as open_table:
        world.add("/i/{invite}", next(c.invite for c in open_table.chairs if c.invite))
    talk = world.table("northern", play_randomly("northern", 3, 12), HUMAN, HUMAN, HUMAN)
    other.post(f"/t/{talk}/do/say", text="Hm!")
    world.add("/t/{table}/talk", talk)
    world.add("/t/{table}/talk/now", talk)
    text = replace(finished.record(), names=SEATS).dumps()
    record = user.post("/upload", text=text).url.path
    world.add("/r/{record}", record.rpartition("/")[2])
    world.add("/r/{record}/review", record.rpartition("/")[2])
    board = registry.text("northern", "board.toml").replace("Fargo", "Frg")
    digest = services.games.keep_board("northern", "Brd", board, user.id)
    world.add("/boards/{digest}", digest)
    world.add("/boards/edit/{game}", "northern", query=f"?board={digest}")
    world.add("/p/{user}", user.id)
    world.add("/p/{user}", other.id)
    user.post("/me/bots", name="Btt")
    for kind, clock in (("robin", "quick"), ("pools", "day")):
        fields = {"title": "Cp", "game": "northern", "kind": kind, "seats": 3, "clock": clock}
        tournament = user.post("/tournaments", **fields).url.path.rpartition("/")[2]
        world.add("/tournaments/{tournament}", tournament)
        world.add("/tournaments/{tournament}/now", tournament)
    _send_emails(world)


def _first_picture(game: str) -> str:
    picture = re.search(r"\(picture:([\w-]+)\)", registry.text(game, "RULES.md"))
    assert picture
    return picture[1]


def _send_emails(world: World) -> None:
    """Confirm an address, ask for a new password, and let a turn be notified."""
    user, other, mails = world.user, world.other, world.mails

    def find_link(path: str, address: str = "brm@hm.xmpl") -> str:
        def find() -> str:
            texts = [each.get_content() for each in mails.messages if each["To"] == address]
            links = [re.search(rf"{SITE}/{path}/([A-Za-z0-9_.-]+)", text) for text in texts]
            return next((link[1] for link in links if link), "")

        return str(eventually(find))

    user.post("/me/notices/mail", address="brm@hm.xmpl", password=PASSWORD)
    user.post(f"/confirm/{find_link('confirm')}")
    other.post("/me/notices/mail", address="lnd@hm.xmpl", password=PASSWORD)
    world.add("/confirm/{token}", find_link("confirm", "lnd@hm.xmpl"))
    user.post("/recover", name=SEATS[0])
    world.add("/recover/{token}", find_link("recover"))
    channel = re.search(r'name="channel" value="(\w+)"', user.get("/me/notices").text)
    assert channel
    user.post("/me/notices/try", channel=channel[1])
    world.add("/unsubscribe/{token}", find_link("unsubscribe"))


def check(findings: Mapping[str, set[str]]) -> None:
    """Fail if there are English texts; `findings` has them by place."""
    assert {where: sorted(texts) for where, texts in findings.items() if texts} == {}


def test_every_page_is_translated(world: World) -> None:
    findings: dict[str, set[str]] = {}
    for route, paths in world.examples.items():
        for path in paths:
            response = world.user.get(path)
            assert response.status_code == 200, (path, response.text[-1500:])
            findings.setdefault(route, set()).update(find_english(response.text))
    check(findings)


def test_every_route_has_an_example(world: World, tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path))
    app.state.services.storage.database.close()
    pages = {
        route.path
        for route in app.routes
        if isinstance(route, Route) and "GET" in (route.methods or ())
        if not route.path.startswith("/api/")
    }
    assert pages - NOT_PAGES - world.examples.keys() == set()
    assert NOT_PAGES | world.examples.keys() <= pages | {"/me/data/export"}


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/nthng", {}),
        ("/t/nn", {}),
        ("/me/sign-in", {"name": SEATS[0], "password": "x"}),
        ("/me/register", {"name": SEATS[1], "password": "x"}),
        ("/upload", {"text": "x"}),
        ("/new", {"game": "xyz"}),
        ("/tournaments", {"title": "", "game": "xyz"}),
        ("/me/notices/mail", {"address": "x", "password": PASSWORD}),
        ("/me/notices/webhook", {"address": "x", "style": "json"}),
        ("/boards/save", {"game": "northern", "text": "id = 1", "do": "save"}),
        ("/recover", {"name": ""}),
        ("/p/nn/block", {}),
    ],
)
def test_errors_are_translated(world: World, path: str, fields: dict[str, Any]) -> None:
    response = world.user.post(path, **fields) if fields else world.user.get(path)
    check({path: find_english(response.text)})


def test_every_email_is_translated(world: World) -> None:
    findings: dict[str, set[str]] = {}
    for email in world.mails.messages:
        body = re.sub(r"https?://\S+", "", email.get_content())
        findings.setdefault("email", set()).update(
            text for part in (email["Subject"], *body.splitlines()) for text in find_english(part)
        )
    assert len(world.mails.messages) >= 3
    check(findings)


@pytest.mark.parametrize("game", GAMES)
def test_every_log_line_is_translated(game: str) -> None:
    match = play_randomly(game, max(2, registry.meta(game).seats[0]), LAST_PLY)
    with use_language(PSEUDO):
        views = MatchViews(match)
        texts = [text for seat in (None, 0) for _, text in views.log(seat)]
        texts += [part.label for part in views.parts()] if match.over else []
    findings = {find for text in texts for find in find_english(insert_names(text, SEATS))}
    assert len(texts) > 20
    check({game: findings})


def test_english_text_is_found() -> None:
    html = (
        '<p title="Not this">⟦Ţĥïš⟧ 12 Ada</p><b lang="de">deutsch <b>auch</b></b><i>nor this</i>'
    )
    assert find_english(html) == {"Not this", "nor this"}
