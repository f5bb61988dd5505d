"""Harmful uploads from untrusted users, limits, and what pages show of them."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, ClientFactory, Server, new_table
from tests.web.processes import PAGE, Process, form_token, guest_client, running_process

from roundhouse.core.errors import BadBoard, BadRecord
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.web.boards.upload_sandbox import MAX_PARALLEL, MAX_WAITING, BadFile, Reader
from roundhouse.web.boards.uploads import (
    MAX_BOARD_BYTES,
    MAX_HEADER_LENGTH,
    MAX_MOVES,
    MAX_RECORD_BYTES,
    check_board_data,
    check_board_text,
    check_record_text,
    file_name,
)
from roundhouse.web.http.errors import Full

KB = 1000
MAX_GROWTH_MB = 120  # above the memory of an idle server


def deep(size: int) -> str:
    """Return a file with a single deep key, which is slow to parse."""
    return "a." * (size // 2 - 2) + "a = 1"


def deep_lines(size: int) -> str:
    """Return a file with short lines of deep keys; parsing is quadratic in depth."""
    lines = (f"k{n}." + "a." * 1500 + "a = 1" for n in range(size // 3000))
    return "\n".join(lines)


HARMFUL_BOARDS: list[tuple[str, Callable[[], str]]] = [
    ("one deep key, 40 kB", lambda: deep(40 * KB)),
    ("one deep key, 160 kB", lambda: deep(160 * KB)),
    ("many deep keys", lambda: deep_lines(200 * KB)),
    ("deep headers", lambda: "\n".join(f"[k{n}{'.a' * 1500}]" for n in range(60))),
    ("deep keys in a table", lambda: "x = {" + "a." * 3000 + "a = 1}"),
    ("deep quoted keys", lambda: '"b".' * 1800 + "a = 1"),
    ("deep lists", lambda: "a = " + "[" * 3900 + "]" * 3900),
    ("deep tables", lambda: "a = " + "{a = " * 1500),
    ("a number without end", lambda: "a = " + "1" * 7000),
    ("a hexadecimal number without end", lambda: "a = 0x" + "f" * 7000),
    ("no end of a string", lambda: "a = '''" + "x\n" * 60 * KB),
    ("all sorts of letters", lambda: "\ufeff\x07\u2028" * 1000),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with running_process(tmp_path_factory.mktemp("uploads"), limits=False) as result:
        yield result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "make_text"), HARMFUL_BOARDS, ids=[what for what, _ in HARMFUL_BOARDS]
)
def test_harmful_board_is_refused_without_harm(
    site: Process, what: str, make_text: Callable[[], str]
) -> None:
    with guest_client(site.url) as client:
        before = site.memory_mb()
        body = {"name": "mine.toml", "text": make_text()}
        refused = client.post("/api/games/northern/boards", json=body)
        assert (refused.status_code, "mine.toml" in refused.text) == (422, True), refused.text
        assert len(refused.text) < 2000
        assert site.peak_memory_mb() < before + MAX_GROWTH_MB
        assert client.get("/api/games").status_code == 200
    assert "Traceback" not in site.error_output


@pytest.mark.slow
def test_page_refuses_a_harmful_board(site: Process) -> None:
    with httpx.Client(base_url=site.url, headers=PAGE, timeout=60) as client:
        form = {"csrf": form_token(client.get("/")), "game": "northern", "seats": "3"}
        files = {"board_file": ("mine.toml", deep(160 * KB).encode())}
        refused = client.post("/new", data=form, files=files)
        assert refused.status_code == 422
        assert "mine.toml: line 1: it has more than" in refused.text


@pytest.mark.slow
@pytest.mark.parametrize("size", [40 * KB, 160 * KB])
def test_upload_process_stays_within_its_limits(size: int) -> None:
    """Check the limits of the process without the checks before it."""
    started = time.monotonic()
    with pytest.raises(BadFile, match=r"^mine\.toml: .*(memory|time)"):
        Reader().board("northern", "mine.toml", deep(size))
    assert time.monotonic() - started < 40


@pytest.mark.slow
def test_number_of_parallel_uploads_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """No upload finishes before all requests have arrived."""
    reader = Reader()
    too_many = 4
    call = MAX_PARALLEL + MAX_WAITING + too_many
    refused = threading.Semaphore(0)
    all_arrived = threading.Event()

    def slow(request: bytes) -> bytes:
        assert all_arrived.wait(TIMEOUT_S)
        return b'{"digest": "0"}'

    monkeypatch.setattr("roundhouse.web.boards.upload_sandbox._run", slow)
    monkeypatch.setattr("roundhouse.web.boards.upload_sandbox.TIMEOUT_SECONDS", TIMEOUT_S)

    def ask(n: int) -> str:
        if n == 0:
            for _ in range(too_many):  # all other requests are accepted or refused
                assert refused.acquire(timeout=TIMEOUT_S)
            all_arrived.set()
            return "0"
        try:
            return reader.board("northern", "mine", "")
        except Full as full:
            refused.release()
            return str(full.status)

    with ThreadPoolExecutor(call + 1) as executor:
        results = list(executor.map(ask, range(call + 1)))
    assert sorted(results[1:]) == ["0"] * (MAX_PARALLEL + MAX_WAITING) + ["503"] * too_many


@pytest.mark.slow
@pytest.mark.parametrize("game", [meta.id for meta in registry.games()])
def test_own_boards_are_within_the_limits(game: str) -> None:
    text = registry.text(game, "board.toml")
    check_board_text(text, game)
    check_board_data(registry.default_board(game).data, game)
    assert Reader().board(game, game, text) == registry.default_board(game).digest


def test_oversized_boards_are_refused_before_parsing() -> None:
    for text, reason in (
        ("#" * (MAX_BOARD_BYTES + 1), "more than 256,000 characters"),
        ("a = 1\n" + "#" * 9000, "line 2: it has more than 8,000 characters"),
        ("a = 1\nb = 2\na.b.c.d.e.f.g.h.i = 1", "line 3: the key has more than 8 parts"),
        ("[a . b .\t'c' . \"d\" . e.f.g.h.i]", "line 1: the key has more than 8 parts"),
    ):
        with pytest.raises(BadBoard, match=reason):
            check_board_text(text, "mine")
    check_board_text("a.b.c.d.e.f.g.h = 'see www.a.example.com, p. 3. f. 4.'", "mine")
    with pytest.raises(BadBoard, match="more than 80 characters"):
        check_board_data({"city": [{"name": "x" * 81}]}, "mine")
    with pytest.raises(BadBoard, match="more than 80 characters"):
        check_board_data({"links": {"x" * 81: 1}}, "mine")
    with pytest.raises(BadBoard, match="more than 1,000 characters"):
        check_board_data({"note": ["x" * 1001]}, "mine")
    assert file_name("a\0\n" + "b" * 200) == "a" + "b" * 79


def _record(names: list[str] | None = None, **more: Any) -> str:
    match = Match(registry.load("northern", speed="interpreted"), 3, names or ["A", "B", "C"])
    match.submit(0, "lay fargo", 0)
    header, *moves = match.record().dumps().splitlines()
    return "\n".join([json.dumps({**json.loads(header), **more}), *moves]) + "\n"


def test_oversized_records_are_refused_before_parsing() -> None:
    for text, reason in (
        ("x" * (MAX_RECORD_BYTES + 1), "more than 600,000 characters"),
        ("{}" + " " * MAX_HEADER_LENGTH, "line 1: it has more than 16,000 characters"),
        ("{}\n" + "0 lay fargo\n" * (MAX_MOVES + 1), "more than 6,000 moves"),
        ("{}\n0 " + "x" * 500, "line 2: it has more than 400 characters"),
    ):
        with pytest.raises(BadRecord, match=reason):
            check_record_text(text, "it")
    check_record_text(_record(), "it")


HARMFUL_RECORDS: list[tuple[str, Callable[[], str]]] = [
    ("names of 100,000 letters", lambda: _record(["x" * 100 * KB, "y" * 100 * KB, "z"])),
    ("a deep header", lambda: '{"a":' * 2500 + "1" + "}" * 2500),
    ("a number without end", lambda: _record().replace('"seats": 3', '"seats": ' + "3" * 9000)),
    ("rules without end", lambda: _record().replace('"rules": 1', '"rules": ' + "3" * 4000)),
    ("more options than any game has", lambda: _record(options={f"o{n}": "x" for n in range(900)})),
    ("no end of moves", lambda: _record() + "1 lay minot\n" * 50 * KB),
    ("empty lines", lambda: _record() + "\n" * 500 * KB),
    ("an unknown game", lambda: _record(game="x" * 8000)),
    ("an unknown board", lambda: _record(board="x" * 8000)),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "make_text"), HARMFUL_RECORDS, ids=[what for what, _ in HARMFUL_RECORDS]
)
def test_harmful_record_is_refused_without_harm(
    site: Process, what: str, make_text: Callable[[], str]
) -> None:
    with guest_client(site.url) as client:
        before = site.memory_mb()
        refused = client.post("/api/records", json={"text": make_text()})
        assert (refused.status_code, "the record: line" in refused.text) == (422, True)
        assert len(refused.text) < 2000
        assert site.peak_memory_mb() < before + MAX_GROWTH_MB
    assert "Traceback" not in site.error_output


@pytest.mark.slow
def test_long_names_are_shortened_in_pages(site: Process) -> None:
    with guest_client(site.url) as client:
        text = _record(["Ann " + "x" * 4000, "@0 <b>Bob</b>\u202e", "\n \t"])
        data = client.post("/api/records", json={"text": text}).json()
        assert data["names"] == ["Ann " + "x" * 20, "0 <b>Bob</b>", "Seat 2"]
        page = client.get(f"/r/{data['id']}").text
        assert len(page) < 200 * KB
        assert "<b>Bob" not in page
        assert "x" * 21 not in page
        assert client.get(f"/r/{data['id']}/record").text == text  # the stored file is unchanged


@pytest.mark.slow
def test_long_legal_record_is_accepted(site: Process) -> None:
    """The longest games are within the limits."""
    import random

    from roundhouse.core.constants import CHANCE

    game = registry.load("rails", speed="interpreted")
    match, rng = Match(game, 4), random.Random(3)
    while not match.over:
        actions = match.state.legal()
        weights = match.state.weights() if match.state.turn == CHANCE else None
        words = game.text(rng.choices(actions, weights)[0])
        match.submit(match.state.turn, words, match.ply)
    assert match.ply > 1500
    with guest_client(site.url) as client:
        response = client.post("/api/records", json={"text": match.record().dumps()})
        assert response.status_code == 201, response.text
        assert response.json()["plies"] == match.ply


@pytest.mark.slow
def test_errors_repeat_little_of_the_input(site: Process) -> None:
    with guest_client(site.url) as client:
        long = "x" * 100 * KB
        body = {"game": "northern", "seats": ["me", "open", "open"], "options": {long: long}}
        for response in (
            client.post("/api/tables", json=body),
            client.post("/api/tables", json={**body, "options": {"variant": long}}),
            client.get(f"/api/tables/{long[:5000]}"),
            client.post("/api/records", json={"text": long}),
        ):
            assert 400 <= response.status_code < 500
            assert len(response.text) < 2000


def _own_board(client: httpx.Client, width: int) -> str:
    text = client.get("/g/northern/board.toml").text
    return re.sub(r"(\[canvas\]\nwidth = )\d+", rf"\g<1>{width}", text)


@pytest.mark.slow
def test_board_is_listed_only_for_its_uploader(server: Server, new_client: ClientFactory) -> None:
    ann, eve, anonymous = new_client("Ann"), new_client("Eve"), new_client(as_guest=False)
    body = {"name": "Ann's own board", "text": _own_board(ann, 1207)}
    digest = ann.post("/api/games/northern/boards", json=body).json()["digest"]
    lists = [c.get("/api/games/northern/boards").json() for c in (ann, eve, anonymous)]
    assert lists == [[{"digest": digest, "name": "Ann's own board"}], [], []]
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=TIMEOUT_S) as browser:
        assert "Ann&#39;s own board" not in browser.get("/new?game=northern").text
        # With the link anyone can view it, create a table on it, and upload it themselves.
        page = browser.get(f"/g/northern/board?board={digest}").text
        assert f"/new?game=northern&amp;board={digest}" in page
        response = browser.get(f"/new?game=northern&board={digest}").text
        assert f'<option value="{digest}" selected>' in response
        assert browser.get("/new?game=northern&board=0123456789abcdef").status_code == 404
    new_table(eve, "me", "bot:random", "bot:random", board=digest)
    again = eve.post("/api/games/northern/boards", json={**body, "name": "Eve's copy"})
    assert again.json()["digest"] == digest
    assert eve.get("/api/games/northern/boards").json()[0]["name"] == "Eve's copy"
    assert ann.get("/api/games/northern/boards").json()[0]["name"] == "Ann's own board"


@pytest.mark.slow
def test_boards_of_a_guest_move_to_the_account(new_client: ClientFactory) -> None:
    owner, again = new_client("Owen Board"), new_client("Guest Board")
    login = {"name": "Owen Board", "password": "turntable 17 north"}
    owner.post("/api/me/register", json=login)
    boards = [_own_board(again, 1208), _own_board(again, 1209)]
    for text in boards:
        again.post("/api/games/northern/boards", json={"name": "b", "text": text})
    token = again.post("/api/me/sign-in", json=login).json()["token"]
    again.headers["authorization"] = f"Bearer {token}"
    assert len(again.get("/api/games/northern/boards").json()) == 2


def test_slow_upload_process_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that does not answer in time is killed."""
    program = tmp_path / "slow"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(program))
    monkeypatch.setattr("roundhouse.web.boards.upload_sandbox.TIMEOUT_SECONDS", 0.2)
    with pytest.raises(BadFile, match="too much time"):
        Reader().board("northern", "mine", "")
