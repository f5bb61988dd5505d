"""Refusals are in the language of the reader, also those of other threads and processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.web.in_process import PageUser, Site, running_site

from roundhouse.core.translation import use_language
from roundhouse.play import registry
from roundhouse.web.boards.upload_worker import edit_board
from roundhouse.web.boards.uploads import MAX_LINE_LENGTH, MAX_NAME_LENGTH


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("errors")) as result:
        yield result


@pytest.fixture
def user(site: Site) -> PageUser:
    result = site.add_user("Gerda", has_account=False)
    result.post("/language", language="de")
    return result


def check_board(user: PageUser, text: str) -> dict[str, Any]:
    """Return the first problem that the editor shows."""
    response = user.web.post(
        "/boards/check", json={"game": "northern", "text": text}, headers={"x-csrf": user.token}
    )
    complaint: dict[str, Any] = response.json()["complaints"][0]
    return complaint


@pytest.mark.parametrize(
    ("path", "fields", "message"),
    [
        ("/t/none/hide", {}, "Diesen Tisch gibt es nicht."),
        ("/i/none", {}, "Dieser Link geht nicht mehr"),
        ("/t/none/do/nothing", {}, "Diesen Befehl gibt es nicht."),
        ("/upload", {"text": "x" * 20_000}, "die Spieldatei: "),
        ("/upload", {"text": "x" * 20_000}, "hat mehr als 16.000 Zeichen"),
        ("/puzzles/northern/none", {}, "Diese Aufgabe gibt es nicht."),
        ("/me/notices/nothing", {}, "Diese Aktion gibt es nicht."),
        ("/me/notices/webhook", {"address": "https://a:b@home.example"}, "Entferne Benutzernamen"),
        ("/new", {"game": "northern", "seats": "3", "seat0": "open"}, "Nimm selbst Platz"),
    ],
)
def test_refusal_of_a_form(user: PageUser, path: str, fields: dict[str, str], message: str) -> None:
    assert message in user.post(path, **fields).text


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/r/none/record", "Diese Spieldatei gibt es nicht."),
        ("/boards/none", "Diesen Plan gibt es nicht."),
        ("/learn/northern/1/after/99", "In diesem Schritt gibt es dort keinen Zug."),
        ("/g/northern/rules/none.svg", "haben kein Bild „none“."),
    ],
)
def test_refusal_of_a_page(user: PageUser, path: str, message: str) -> None:
    response: httpx.Response = user.get(path)
    assert response.status_code == 404
    assert message in response.text


def test_account_counts_on_another_device(user: PageUser) -> None:
    user.web.cookies.delete("language")
    page = user.post("/t/none/hide").text
    assert "Diesen Tisch gibt es nicht." in page
    assert '<html lang="de">' in page


def test_problem_of_a_board_is_in_the_language_of_its_author(user: PageUser) -> None:
    """The process that reads the file gets the language, too."""
    board = registry.text("northern", "board.toml")
    long_name = board.replace("[meta]", f'[meta]\ntitle = "{"x" * (MAX_NAME_LENGTH + 1)}"', 1)
    assert "hat mehr als 80 Zeichen" in check_board(user, long_name)["reason"]


def test_line_of_a_problem_is_found_in_every_language(user: PageUser) -> None:
    problem = check_board(user, "[meta]\nname = \n")
    assert problem["line"] == 2
    long_line = f"[meta]\n# {'x' * MAX_LINE_LENGTH}\n"
    with use_language("de"):
        request = {"game": "northern", "name": "my.toml", "text": long_line, "data": None}
        problem = edit_board(request)["complaints"][0]
    assert (problem["entry"], problem["line"]) == ("Zeile 2", 2)
