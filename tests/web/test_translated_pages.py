"""Pages with content and refused forms, in the pseudo-locale: no text of them is plain English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import httpx
import pytest
from tests.web.in_process import PASSWORD, Site, running_site
from tests.web.processes import PAGE
from tests.web.social.test_user_pages import create_table, play_out, wait_until_settled
from tests.web.test_languages import NAMES, list_plain_texts

from roundhouse.core.pseudo_locale import write_pseudo
from roundhouse.core.translation import LANGUAGES, PSEUDO, use_language
from roundhouse.play import registry
from roundhouse.table.chairs import HUMAN, Chair, bot_chair, open_chair
from roundhouse.table.service import TableRequest
from roundhouse.web.bots.bot_status import fallback_message
from roundhouse.web.http.request_context import COOKIE

# Names of players, boards and services, and parts of keys and of files.
SHOWN_NAMES = NAMES | {
    *("Ann", "Ben", "Cleo", "Dan", "Robota", "Night", "train", "Mine", "guest", "random"),
    *("Discord", "Slack", "TOML", "JSON", "example", "https", "org", "toml", "game"),
    *("discord", "com", "api", "webhooks", "ann"),
}


class World:
    """A server with a played game, tournaments, friends, a bot account and channels."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.ann, self.ben = site.add_user("Ann"), site.add_user("Ben")
        self.cleo, self.guest = site.add_user("Cleo"), site.add_user("Dan", has_account=False)
        self.addresses = {"game": self._play_game()}
        bots = ("random", "medium-cautious")
        for name, kind in (("tournament", "pools"), ("running", "robin")):
            self.addresses[name] = self._create_tournament(kind, bots)
        self.ann.post(self.fill_in("/tournaments/{running}/begin"))
        self.ann.post("/me/bots", name="Robota")
        self.addresses |= {"ann": self.ann.id, "ben": self.ben.id, "cleo": self.cleo.id}
        self.addresses["bot"] = site.services.bot_accounts.find_by_name("Robota").id
        puzzles = self.ann.get("/puzzles/northern").text
        link = re.search(r'href="/puzzles/northern/([^"/?]+)">1<', puzzles)
        assert link
        self.addresses["puzzle"] = link[1]
        for address in ("/p/{ben}/friend", "/p/{bot}/mute", "/p/{cleo}/block"):
            self.ann.post(self.fill_in(address))
        self.ben.post(self.fill_in("/p/{ann}/friend"))
        for kind, confirmed in (("mail", False), ("webhook", True), ("push", True)):
            row = {"id": kind, "person": self.ann.id, "kind": kind, "address": "ann@example.org"}
            site.services.storage.channels.add({**row, "style": "", "confirmed": confirmed})
        site.services.storage.channels.change("push", enabled=False)
        self.ann.post(self.fill_in("/t/{game}/do/say"), words="Mine")
        self.addresses["guest"] = self.guest.id
        self.addresses["invite"] = self._invite()
        for user in (self.ann, self.guest):
            user.post("/language", language=PSEUDO)

    def _play_game(self) -> str:
        table = create_table(self.site.services, self.ann, self.ben, "random")
        play_out(self.site.services, table)
        wait_until_settled(self.site.services, table)
        return table

    def _create_tournament(self, kind: str, levels: Sequence[str]) -> str:
        fields = {"title": "Night train", "game": "northern", "kind": kind, "clock": "quick"}
        page = self.ann.post("/tournaments", seats=3, **fields)
        for level in levels:
            self.ann.post(f"{page.url.path}/bot", level=level)
        self.ann.post(f"{page.url.path}/enter")
        return page.url.path.rpartition("/")[2]

    def _invite(self) -> str:
        chairs = [Chair(0, HUMAN, "Ben", self.ben.id), open_chair(1), bot_chair(2, "easy")]
        table = self.site.services.tables.create(TableRequest(self.ben.id, "northern", chairs))
        with self.site.services.tables.at(table) as result:
            return str(result.chairs[1].invite)

    def fill_in(self, address: str) -> str:
        return address.format(**self.addresses)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LANGUAGES, PSEUDO, "Pseudo")
        with running_site(tmp_path_factory.mktemp("translated")) as site:
            yield World(site)


def plain_texts(html: str) -> list[str]:
    """Return the English texts of a page, without those that stay English and say so."""
    stays_english = r'<textarea.*?</textarea>|<main[^>]* lang="en">.*?</main>|{name}'
    html = re.sub(stays_english, "", html, flags=re.DOTALL)
    cities = registry.load("northern").board_file.data["city"]
    city_words = {word for city in cities for word in re.findall(r"\w+", city["name"])}
    return list_plain_texts(html, SHOWN_NAMES | city_words | {"Evangeline"})


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/learn", "/about", "/upload", "/no-connection", "/nothing", "/docs"),
        *("/me", "/me/bots", "/me/data", "/me/notices", "/people", "/people/find?name=nobody"),
        *("/p/{ann}", "/p/{ben}", "/p/{bot}", "/leaderboard", "/leaderboard?game=union"),
        *(
            "/tournaments",
            "/tournaments/{tournament}",
            "/tournaments/{running}",
            "/puzzles",
            "/boards",
        ),
        *("/boards/edit/northern", "/boards/edit/rails", "/t/{game}/replay", "/t/{game}/talk"),
        *("/t/{game}/review", "/t/{game}/result", "/i/{invite}"),
        *("/new?game=northern", "/new?game=rails", "/puzzles/northern"),
        "/puzzles/northern/{puzzle}",
    ],
)
def test_page_is_translated(world: World, path: str) -> None:
    page = world.ann.get(world.fill_in(path))
    assert f'<html lang="{PSEUDO}"' in page.text
    assert plain_texts(page.text) == []


@pytest.mark.parametrize("path", ["/about", "/docs", "/boards"])
def test_account_alone_chooses_the_language(world: World, path: str) -> None:
    session = {COOKIE: world.ann.web.cookies[COOKIE]}
    with httpx.Client(base_url=world.site.url, cookies=session, headers=PAGE) as other:
        assert plain_texts(other.get(path).text) == []


@pytest.mark.parametrize("path", ["/me", "/me/bots", "/tournaments", "/p/{ann}"])
def test_page_of_a_guest_is_translated(world: World, path: str) -> None:
    assert plain_texts(world.guest.get(world.fill_in(path)).text) == []


FORMS: list[tuple[str, dict[str, str]]] = [
    ("/me/name", {"name": "Ben"}),
    ("/me/name", {"name": "Аnn"}),  # with a Cyrillic letter
    ("/me/register", {"name": "Eve", "password": PASSWORD}),
    ("/me/sign-in", {"name": "Ann", "password": "wrong"}),
    ("/me/nothing", {}),
    ("/me/bots", {"name": ""}),
    ("/me/bots/{ben}/delete", {}),
    ("/me/data/delete", {"password": "wrong", "sure": "yes"}),
    ("/me/data/delete", {"password": PASSWORD}),
    ("/p/{ann}/friend", {}),
    ("/p/{guest}/friend", {}),
    ("/p/nobody/mute", {}),
    ("/t/{game}/do/say", {"words": " "}),
    ("/tournaments", {"game": "northern", "kind": "knockout", "clock": "quick"}),
    ("/tournaments", {"game": "northern", "kind": "robin", "seats": "3", "clock": "none"}),
    ("/tournaments/{tournament}/enter", {}),
    ("/tournaments/{tournament}/leave", {"entrant": "bot Nobody"}),
    ("/tournaments/nothing/enter", {}),
    ("/recover", {"name": "Ann"}),
]


@pytest.mark.parametrize(("path", "fields"), FORMS)
def test_refusal_is_translated(world: World, path: str, fields: dict[str, str]) -> None:
    page = world.ann.post(world.fill_in(path), **fields)
    assert page.status_code >= 400
    assert plain_texts(page.text) == []


@pytest.mark.parametrize(
    "password", ["short", "a" * 12, "password123", "qwertyuiop", "Evangeline12"]
)
def test_reason_against_a_password_is_translated(world: World, password: str) -> None:
    page = world.guest.post("/me/register", name="Evangeline", password=password)
    assert page.status_code == 400
    assert plain_texts(page.text) == []


def test_expired_form_is_refused_in_the_language_of_the_page(world: World) -> None:
    page = world.ann.web.post("/me/name", data={"csrf": "old", "name": "Anna"})
    assert page.status_code == 403
    assert plain_texts(page.text) == []


def test_bots_are_reported_in_the_language_of_each_viewer(world: World) -> None:
    status, game = world.site.services.bot_status, world.addresses["game"]
    status.set(game, fallback_message("Ada", 3))
    assert status.of(game).write() == "Ada ran into a problem and played a simple move (move 4)."
    with use_language("de"):
        assert status.of(game).write().startswith("Ada hatte ein Problem")


def test_invalid_field_is_named(world: World) -> None:
    page = world.ann.post("/tournaments", game="northern", seats="many")
    assert page.status_code == 422
    assert f"seats: {write_pseudo('This value is missing or not valid.')}" in page.text
