"""Boards kept on a server: listed, shown by link, saved over by their owner alone, edited without
scripts; what is wrong with one is told and nothing that was typed is lost."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import httpx
import pytest
from tests.web.conftest import PATIENCE, Server
from tests.web.processes import PAGE, form_token

from roundhouse.play import registry
from roundhouse.web.uploads import LARGEST_BOARD

pytestmark = pytest.mark.slow

NORTHERN = registry.text("northern", "board.toml")
MOVED = NORTHERN.replace("x = 1145", "x = 1140")


@pytest.fixture
def ann(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=PATIENCE, headers=PAGE) as client:
        yield client


@pytest.fixture
def bob(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=PATIENCE, headers=PAGE) as client:
        yield client


def post(client: httpx.Client, text: str, do: str = "save", **more: str) -> httpx.Response:
    token = form_token(client.get("/boards/edit/northern"))
    form = {"csrf": token, "game": "northern", "name": "Mine", "was": "", "text": text, "do": do}
    return client.post("/boards/save", data={**form, **more})


def saved(answer: httpx.Response) -> str:
    assert answer.status_code == 303, answer.text[:500]
    return answer.headers["location"].rpartition("/")[2]


def typed(page: httpx.Response) -> str:
    """What stands in the text area."""
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page.text, re.DOTALL)
    assert found
    return html.unescape(found[1])


def test_a_board_is_saved_shown_to_all_and_saved_over_by_its_owner(
    ann: httpx.Client, bob: httpx.Client
) -> None:
    digest = saved(post(ann, MOVED, name="Ann's <b>board</b>"))
    assert f"/boards/{digest}" in ann.get("/boards").text
    assert f"/boards/{digest}" not in bob.get("/boards").text
    shown = bob.get(f"/boards/{digest}")
    assert shown.status_code == 200
    assert "Ann&#39;s &lt;b&gt;board&lt;/b&gt;" in shown.text
    assert typed(bob.get(f"/boards/edit/northern?board={digest}")) == MOVED
    assert bob.get("/boards/0123456789abcdef").status_code == 404
    # Bob saves over it: he gets one of his own, and Ann's stays hers.
    theirs = saved(post(bob, MOVED.replace("y = 128", "y = 130"), was=digest))
    assert theirs != digest
    assert f"/boards/{digest}" in ann.get("/boards").text
    # Ann does: hers is the new one, and links to the one of before still work.
    newer = saved(post(ann, MOVED.replace("y = 128", "y = 131"), was=digest))
    mine = ann.get("/boards").text
    assert f"/boards/{newer}" in mine
    assert f"/boards/{digest}" not in mine
    assert bob.get(f"/boards/{digest}").status_code == 200
    play = post(ann, MOVED.replace("y = 128", "y = 131"), "play", was=newer)
    assert play.headers["location"] == f"/new?game=northern&board={newer}"
    assert f'value="{newer}" selected' in ann.get(play.headers["location"]).text
    token = form_token(ann.get("/boards"))
    ann.post(f"/boards/{newer}/forget", data={"csrf": token})
    assert f"/boards/{newer}" not in ann.get("/boards").text


def test_comments_are_saved_though_the_digest_is_the_same(
    ann: httpx.Client, bob: httpx.Client
) -> None:
    first = MOVED.replace("y = 128", "y = 126")
    digest = saved(post(ann, first))
    assert saved(post(ann, first + "\n# looked at again\n", was=digest)) == digest
    assert "# looked at again" in typed(ann.get(f"/boards/edit/northern?board={digest}"))
    # Where somebody else has the same board with other comments, mine are not thrown away unsaid.
    answer = post(bob, first + "\n# Bob was here\n")
    assert answer.status_code == 409
    assert "with other comments" in answer.text
    assert "# Bob was here" in typed(answer)
    assert "# looked at again" in typed(bob.get(f"/boards/edit/northern?board={digest}"))


def test_what_is_wrong_is_told_and_what_was_typed_stays(ann: httpx.Client) -> None:
    broken = MOVED.replace("x = 1140", "x = = 1140") + "# <script>alert(1)</script>\n"
    for do in ("check", "save", "play"):
        answer = post(ann, broken, do, name="Half done")
        assert answer.status_code == 422
        assert "line 91" in answer.text
        assert typed(answer) == broken
        assert 'value="Half done"' in answer.text
        assert "<script>alert" not in answer.text
    wrong = MOVED.replace("x = 1140", "x = 9999").replace("y = 250", "y = 999")
    answer = post(ann, wrong, "check")
    assert "[[city]] &#39;duluth&#39;: `x` is 9999" in answer.text
    assert "[[city]] &#39;minneapolis&#39;: `y` is 999" in answer.text
    assert post(ann, NORTHERN, "check").status_code == 200
    assert "nothing to save" in post(ann, NORTHERN).text
    assert post(ann, NORTHERN, "play").headers["location"] == "/new?game=northern"
    download = post(ann, broken, "download")
    assert (download.text, "attachment" in download.headers["content-disposition"]) == (
        broken,
        True,
    )


def test_the_checker_writes_data_into_the_file(ann: httpx.Client, bob: httpx.Client) -> None:
    token = form_token(ann.get("/boards/edit/northern"))
    ask = {"game": "northern", "text": NORTHERN, "data": None}
    headers = {"x-csrf": token, "accept": "application/json"}
    found = ann.post("/boards/check", json=ask, headers=headers).json()
    assert (found["complaints"], found["text"]) == ([], NORTHERN)
    assert found["drawings"][0].startswith("<svg")
    data = found["data"]
    data["city"][0]["x"] = 1140
    data["links"]["one_way"][0][0] = "nowhere"
    found = ann.post("/boards/check", json={**ask, "data": data}, headers=headers).json()
    assert "x = 1140" in found["text"]
    assert "# as the rulebook prints it" in found["text"]
    assert found["complaints"][0]["path"] == ["links", "one_way", 0]
    assert "drawings" not in found
    found = ann.post("/boards/check", json={**ask, "text": "a = 1\nb = ="}, headers=headers).json()
    assert (found["complaints"][0]["line"], "data" in found) == (2, False)
    data["city"][0]["x"] = None
    answer = ann.post("/boards/check", json={**ask, "data": data}, headers=headers)
    assert "`x`" in answer.json()["complaints"][0]["entry"]
    big = {**ask, "text": "#" * (LARGEST_BOARD + 1)}
    assert ann.post("/boards/check", json=big, headers=headers).status_code == 422
    assert bob.post("/boards/check", json=ask, headers=headers).status_code == 403
    assert ann.post("/boards/check", json={**ask, "game": "no"}, headers=headers).status_code == 404


@pytest.mark.parametrize("game", [box.id for box in registry.games()])
def test_every_game_has_an_editor(ann: httpx.Client, game: str) -> None:
    page = ann.get(f"/boards/edit/{game}")
    assert page.status_code == 200
    assert typed(page) == registry.text(game, "board.toml")
