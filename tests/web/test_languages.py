"""The language of pages: how it is chosen, what is cached, and what is not translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from tests.web.in_process import PageUser, Site, running_site

from roundhouse.core import translation
from roundhouse.core.errors import BadOption
from roundhouse.core.translation import LANGUAGES, PSEUDO, use_language
from roundhouse.play import registry
from roundhouse.web.app import create_app
from roundhouse.web.learning.rulebook import render_rules
from roundhouse.web.settings import Settings

SHOWN = ("title", "aria-label", "placeholder", "alt", "data-confirm", "data-done", "label")
# Names of the site, games, bots, players and places, and words that are the same everywhere.
NAMES = {
    *("Roundhouse", "Ada", "Brunel", "Casey", "Dora", "Ann", "English", "Deutsch", "Français"),
    *("Pseudo", "beta", "Bot", "API", "QR", "Esc", "Enter", "Tab", "St"),
    *(word for meta in registry.games() for word in re.findall(r"\w+", meta.title)),
}
WORD = re.compile(r"(?<!\w)[A-Za-z]{3,}(?!\w)")
PLAIN_VOWEL = re.compile(r"[aeiouAEIOU]")


class _Texts(HTMLParser):
    """Collects the texts and the shown attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("style", "script")
        self.texts += [value for name, value in attrs if name in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("style", "script")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(data)


def list_plain_texts(html: str, names: set[str]) -> list[str]:
    """Return the texts of a page in the pseudo-locale that have English words."""
    parser = _Texts()
    parser.feed(html)
    return [
        " ".join(text.split())
        for text in parser.texts
        if any(PLAIN_VOWEL.search(word) and word not in names for word in WORD.findall(text))
    ]


@pytest.fixture(autouse=True)
def complete_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose all languages by preferences, even those with gaps."""
    monkeypatch.setattr(translation, "INCOMPLETE_LANGUAGES", set[str]())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("languages")) as result:
        yield result


def language_of(response: httpx.Response) -> str:
    match = re.search(r'<html lang="([^"]*)"', response.text)
    assert match
    return match[1]


def test_browser_cookie_and_account_choose_the_language(site: Site) -> None:
    german = {"accept-language": "de-DE,de;q=0.9,en;q=0.5"}
    user = site.add_user("Gerda", has_account=False)
    page = user.web.get("/", headers=german)
    assert language_of(page) == "de"
    assert "Sofort spielen" in page.text
    assert {"accept-language", "cookie"} <= set(re.split(r",\s*", page.headers["vary"].lower()))
    assert language_of(user.get("/")) == "en"
    back = user.post("/language", language="fr", back="/learn")
    assert back.url.path == "/learn"
    assert language_of(back) == "fr"
    assert language_of(user.web.get("/", headers=german)) == "fr"
    assert language_of(user.post("/language", language="tlh")) == "fr"


def test_language_of_an_account_counts_on_every_device(site: Site) -> None:
    user = site.add_user("Heinz")
    user.post("/language", language="de")
    session = user.web.cookies["roundhouse"]
    with httpx.Client(base_url=site.url, cookies={"roundhouse": session}) as other:
        page = other.get("/", headers={"accept-language": "fr"})
        assert language_of(page) == "de"
        other.cookies.set("language", "fr")
        assert language_of(other.get("/")) == "de"


def test_language_does_not_lead_to_another_site(site: Site) -> None:
    user = site.add_user("Eve", has_account=False)
    fields = {"csrf": user.token, "language": "de", "back": "//elsewhere.example/"}
    answer = user.web.post("/language", data=fields, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_guide_opens_in_the_language_of_the_reader(tmp_path: Path) -> None:
    with running_site(tmp_path, docs="https://rails.example/guide/") as site:
        user = site.add_user("Ina", has_account=False)
        guide = r'href="(https://rails.example/guide/[^"]*)">([^<]*)<'
        links = {}
        for language in ("en", "de", "fr", "tlh"):
            page = user.web.get("/about", headers={"accept-language": language})
            links[language] = re.findall(guide, page.text)
    start = "https://rails.example/guide/how-to/play/players-guide"
    assert links == {
        "en": [(f"{start}.html", "Player’s guide")],
        "de": [(f"{start}.de.html", "Handbuch für Spieler")],
        "fr": [(f"{start}.fr.html", "Guide du joueur")],
        "tlh": [(f"{start}.html", "Player’s guide")],
    }


def test_address_of_the_guide_is_checked(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, docs="javascript:alert(1)")
    with pytest.raises(BadOption, match="ROUNDHOUSE_DOCS is no address"):
        create_app(settings)


def test_rules_open_in_the_language_of_the_reader(site: Site) -> None:
    """Headings have the same anchors in every language."""
    user = site.add_user("Rita", has_account=False)
    anchors = []
    for language, title in (("en", "A round"), ("de", "Eine Runde"), ("fr", "Une manche")):
        about = user.web.get("/about", headers={"accept-language": language})
        link = re.search(r'href="(/g/northern/rules)"', about.text)
        assert link
        page = user.web.get(link[1], headers={"accept-language": language})
        assert language_of(page) == language
        anchors.append(re.findall(r'<h[2-6] id="([^"]*)"', page.text))
        assert f'<h2 id="2-a-round">2. {title}</h2>' in page.text
    assert anchors[0] == anchors[1] == anchors[2]


def test_rules_that_are_not_translated_are_marked_as_english() -> None:
    with use_language("nl"):
        text = render_rules("northern", "")
    assert text.startswith('<div lang="en">')
    with use_language("de"):
        assert "lang=" not in render_rules("northern", "")


def start_game(user: PageUser) -> str:
    return user.post("/play", game="northern").url.path


def test_views_and_log_are_cached_by_language(site: Site) -> None:
    user = site.add_user("Jan", has_account=False)
    table = start_game(user)
    texts: dict[str, set[bool]] = {}
    for language in ("en", "de", "en", "de"):
        page = user.web.get(table, headers={"accept-language": language}).text
        texts.setdefault(language, set()).add("Max. 3 Würfel je Stadt" in page)
        assert ("cubes per city" in page) is (language == "en")
    assert texts == {"en": {False}, "de": {True}}


def test_api_is_english(site: Site) -> None:
    user = site.add_user("Kai", has_account=False)
    answer = user.web.get("/api/tables/none", headers={"accept-language": "de"})
    assert answer.json()["detail"].isascii()


@pytest.mark.parametrize("path", ["/", "/t", "/learn/northern/4"])
def test_pages_are_translated_as_a_whole(
    site: Site, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LANGUAGES, PSEUDO, "Pseudo")
    user = site.add_user("Ann", has_account=False)
    board = registry.load("northern").board_file.data
    cities = {word for city in board["city"] for word in re.findall(r"\w+", city["name"])}
    user.post("/language", language=PSEUDO)
    table = start_game(user)
    page = user.get(table if path == "/t" else path)
    assert page.status_code == 200
    assert list_plain_texts(page.text, NAMES | cities | {"Alex", "Bea", "Carl"}) == []


def test_plain_text_is_found() -> None:
    html = '<p title="Not this">⟦Ţĥïš⟧ Ada</p><style>plain</style>'
    assert list_plain_texts(html, {"Ada"}) == ["Not this"]
