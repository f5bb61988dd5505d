"""Board pages: lists, share links, saving, errors and editing without scripts."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, Server
from tests.web.processes import PAGE, form_token

from roundhouse.play import registry
from roundhouse.web.boards.uploads import MAX_BOARD_BYTES

pytestmark = pytest.mark.slow

NORTHERN = registry.text("northern", "board.toml")
MOVED = NORTHERN.replace("x = 1145", "x = 1140")


@pytest.fixture
def ann(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=TIMEOUT_S, headers=PAGE) as client:
        yield client


@pytest.fixture
def bob(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=TIMEOUT_S, headers=PAGE) as client:
        yield client


def post_board(client: httpx.Client, text: str, do: str = "save", **fields: str) -> httpx.Response:
    token = form_token(client.get("/boards/edit/northern"))
    form = {"csrf": token, "game": "northern", "name": "Mine", "was": "", "text": text, "do": do}
    return client.post("/boards/save", data={**form, **fields})


def saved_digest(response: httpx.Response) -> str:
    assert response.status_code == 303, response.text[:500]
    return response.headers["location"].rpartition("/")[2]


def textarea_content(page: httpx.Response) -> str:
    """Return the unescaped content of the text area."""
    match = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page.text, re.DOTALL)
    assert match
    return html.unescape(match[1])


def test_only_the_owner_can_replace_a_shared_board(ann: httpx.Client, bob: httpx.Client) -> None:
    digest = saved_digest(post_board(ann, MOVED, name="Ann's <b>board</b>"))
    assert f"/boards/{digest}" in ann.get("/boards").text
    assert f"/boards/{digest}" not in bob.get("/boards").text
    response = bob.get(f"/boards/{digest}")
    assert response.status_code == 200
    assert "Ann&#39;s &lt;b&gt;board&lt;/b&gt;" in response.text
    assert textarea_content(bob.get(f"/boards/edit/northern?board={digest}")) == MOVED
    assert bob.get("/boards/0123456789abcdef").status_code == 404
    # When Bob saves it, he gets a copy, and Ann keeps her board.
    copy = saved_digest(post_board(bob, MOVED.replace("y = 128", "y = 130"), was=digest))
    assert copy != digest
    assert f"/boards/{digest}" in ann.get("/boards").text
    # When Ann saves it, the new version replaces hers, and links to the old one still work.
    newer = saved_digest(post_board(ann, MOVED.replace("y = 128", "y = 131"), was=digest))
    mine = ann.get("/boards").text
    assert f"/boards/{newer}" in mine
    assert f"/boards/{digest}" not in mine
    assert bob.get(f"/boards/{digest}").status_code == 200
    play = post_board(ann, MOVED.replace("y = 128", "y = 131"), "play", was=newer)
    assert play.headers["location"] == f"/new?game=northern&board={newer}"
    assert f'value="{newer}" selected' in ann.get(play.headers["location"]).text
    token = form_token(ann.get("/boards"))
    ann.post(f"/boards/{newer}/forget", data={"csrf": token})
    assert f"/boards/{newer}" not in ann.get("/boards").text


def test_comments_are_saved_although_the_digest_is_the_same(
    ann: httpx.Client, bob: httpx.Client
) -> None:
    first = MOVED.replace("y = 128", "y = 126")
    digest = saved_digest(post_board(ann, first))
    assert saved_digest(post_board(ann, first + "\n# checked twice\n", was=digest)) == digest
    assert "# checked twice" in textarea_content(ann.get(f"/boards/edit/northern?board={digest}"))
    # If another user has the same board with other comments, saving is rejected with a message.
    response = post_board(bob, first + "\n# Bob was here\n")
    assert response.status_code == 409
    assert "with other comments" in response.text
    assert "# Bob was here" in textarea_content(response)
    assert "# checked twice" in textarea_content(bob.get(f"/boards/edit/northern?board={digest}"))


def test_errors_are_shown_and_the_text_is_kept(ann: httpx.Client) -> None:
    broken = MOVED.replace("x = 1140", "x = = 1140") + "# <script>alert(1)</script>\n"
    for do in ("check", "save", "play"):
        response = post_board(ann, broken, do, name="Half done")
        assert response.status_code == 422
        assert "line 91" in response.text
        assert textarea_content(response) == broken
        assert 'value="Half done"' in response.text
        assert "<script>alert" not in response.text
    wrong = MOVED.replace("x = 1140", "x = 9999").replace("y = 250", "y = 999")
    response = post_board(ann, wrong, "check")
    assert "[[city]] &#39;duluth&#39;: `x` is 9999" in response.text
    assert "[[city]] &#39;minneapolis&#39;: `y` is 999" in response.text
    assert post_board(ann, NORTHERN, "check").status_code == 200
    assert "nothing to save" in post_board(ann, NORTHERN).text
    assert post_board(ann, NORTHERN, "play").headers["location"] == "/new?game=northern"
    download = post_board(ann, broken, "download")
    assert (download.text, "attachment" in download.headers["content-disposition"]) == (
        broken,
        True,
    )


def test_check_merges_data_into_the_file(ann: httpx.Client, bob: httpx.Client) -> None:
    token = form_token(ann.get("/boards/edit/northern"))
    request = {"game": "northern", "text": NORTHERN, "data": None}
    headers = {"x-csrf": token, "accept": "application/json"}
    payload = ann.post("/boards/check", json=request, headers=headers).json()
    assert (payload["complaints"], payload["text"]) == ([], NORTHERN)
    assert payload["drawings"][0].startswith("<svg")
    data = payload["data"]
    data["city"][0]["x"] = 1140
    data["links"]["one_way"][0][0] = "nowhere"
    payload = ann.post("/boards/check", json={**request, "data": data}, headers=headers).json()
    assert "x = 1140" in payload["text"]
    assert "# as the rulebook prints it" in payload["text"]
    assert payload["complaints"][0]["path"] == ["links", "one_way", 0]
    assert "drawings" not in payload
    payload = ann.post(
        "/boards/check", json={**request, "text": "a = 1\nb = ="}, headers=headers
    ).json()
    assert (payload["complaints"][0]["line"], "data" in payload) == (2, False)
    data["city"][0]["x"] = None
    response = ann.post("/boards/check", json={**request, "data": data}, headers=headers)
    assert "`x`" in response.json()["complaints"][0]["entry"]
    big = {**request, "text": "#" * (MAX_BOARD_BYTES + 1)}
    assert ann.post("/boards/check", json=big, headers=headers).status_code == 422
    assert bob.post("/boards/check", json=request, headers=headers).status_code == 403
    assert (
        ann.post("/boards/check", json={**request, "game": "no"}, headers=headers).status_code
        == 404
    )


@pytest.mark.parametrize("game", [meta.id for meta in registry.games()])
def test_every_game_has_an_editor(ann: httpx.Client, game: str) -> None:
    page = ann.get(f"/boards/edit/{game}")
    assert page.status_code == 200
    assert textarea_content(page) == registry.text(game, "board.toml")
