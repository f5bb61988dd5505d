"""What strangers send: small files that are terrible to read, and what of them gets into pages."""

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
from tests.web.conftest import PATIENCE, Caller, Server, new_table
from tests.web.processes import PAGE, Process, form_token, guest, serving

from roundhouse.core.errors import BadBoard, BadRecord
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.web.errors import Full
from roundhouse.web.reading import AT_ONCE, WAITING, BadFile, Reader
from roundhouse.web.uploads import (
    LARGEST_BOARD,
    LARGEST_RECORD,
    LONGEST_HEADER,
    MOST_MOVES,
    check_board_data,
    check_board_text,
    check_record_text,
    file_name,
)

KB = 1000
ROOM = 120  # megabytes that a server may take more than it has when nobody does anything


def deep(size: int) -> str:
    """The file that killed the server: one line, one key."""
    return "a." * (size // 2 - 2) + "a = 1"


def deep_lines(size: int) -> str:
    """The same in lines that are not long: each is as slow as its depth squared."""
    lines = (f"k{n}." + "a." * 1500 + "a = 1" for n in range(size // 3000))
    return "\n".join(lines)


TERRIBLE: list[tuple[str, Callable[[], str]]] = [
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
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("uploads"), limits=False) as made:
        yield made


@pytest.mark.slow
@pytest.mark.parametrize(("what", "made"), TERRIBLE, ids=[what for what, _ in TERRIBLE])
def test_a_terrible_board_is_refused_and_does_no_harm(
    house: Process, what: str, made: Callable[[], str]
) -> None:
    with guest(house.url) as client:
        before = house.memory()
        body = {"name": "mine.toml", "text": made()}
        refused = client.post("/api/games/northern/boards", json=body)
        assert (refused.status_code, "mine.toml" in refused.text) == (422, True), refused.text
        assert len(refused.text) < 2000
        assert house.peak() < before + ROOM
        assert client.get("/api/games").status_code == 200
    assert "Traceback" not in house.complaints


@pytest.mark.slow
def test_the_page_refuses_it_too(house: Process) -> None:
    with httpx.Client(base_url=house.url, headers=PAGE, timeout=60) as client:
        form = {"csrf": form_token(client.get("/")), "game": "northern", "seats": "3"}
        files = {"board_file": ("mine.toml", deep(160 * KB).encode())}
        refused = client.post("/new", data=form, files=files)
        assert refused.status_code == 422
        assert "mine.toml: line 1: it has more than" in refused.text


@pytest.mark.slow
@pytest.mark.parametrize("size", [40 * KB, 160 * KB])
def test_the_process_that_reads_is_within_limits_whatever_it_reads(size: int) -> None:
    """Without the look at a file beforehand: the limits of the process alone."""
    begun = time.monotonic()
    with pytest.raises(BadFile, match=r"^mine\.toml: .*(memory|time)"):
        Reader().board("northern", "mine.toml", deep(size))
    assert time.monotonic() - begun < 40


@pytest.mark.slow
def test_only_so_many_files_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is finished before all have asked, however long that takes."""
    reader = Reader()
    too_many = 4
    asked = AT_ONCE + WAITING + too_many
    refused = threading.Semaphore(0)
    all_asked = threading.Event()

    def slow(request: bytes) -> bytes:
        assert all_asked.wait(PATIENCE)
        return b'{"digest": "0"}'

    monkeypatch.setattr("roundhouse.web.reading._run", slow)
    monkeypatch.setattr("roundhouse.web.reading.PATIENCE", PATIENCE)

    def ask(n: int) -> str:
        if n == 0:
            for _ in range(too_many):  # all the others are in there, or were sent away
                assert refused.acquire(timeout=PATIENCE)
            all_asked.set()
            return "0"
        try:
            return reader.board("northern", "mine", "")
        except Full as full:
            refused.release()
            return str(full.status)

    with ThreadPoolExecutor(asked + 1) as many:
        found = list(many.map(ask, range(asked + 1)))
    assert sorted(found[1:]) == ["0"] * (AT_ONCE + WAITING) + ["503"] * too_many


@pytest.mark.slow
@pytest.mark.parametrize("game", [box.id for box in registry.games()])
def test_our_own_boards_are_well_within_the_limits(game: str) -> None:
    text = registry.text(game, "board.toml")
    check_board_text(text, game)
    check_board_data(registry.own_board(game).data, game)
    assert Reader().board(game, game, text) == registry.own_board(game).digest


def test_boards_that_are_not_even_read() -> None:
    for text, reason in (
        ("#" * (LARGEST_BOARD + 1), "more than 256000 letters"),
        ("a = 1\n" + "#" * 9000, "line 2: it has more than 8000 letters"),
        ("a = 1\nb = 2\na.b.c.d.e.f.g.h.i = 1", "line 3: the key has more than 8 parts"),
        ("[a . b .\t'c' . \"d\" . e.f.g.h.i]", "line 1: the key has more than 8 parts"),
    ):
        with pytest.raises(BadBoard, match=reason):
            check_board_text(text, "mine")
    check_board_text("a.b.c.d.e.f.g.h = 'see www.a.example.com, p. 3. f. 4.'", "mine")
    with pytest.raises(BadBoard, match="more than 80 letters"):
        check_board_data({"city": [{"name": "x" * 81}]}, "mine")
    with pytest.raises(BadBoard, match="more than 80 letters"):
        check_board_data({"links": {"x" * 81: 1}}, "mine")
    with pytest.raises(BadBoard, match="more than 1000 letters"):
        check_board_data({"note": ["x" * 1001]}, "mine")
    assert file_name("a\0\n" + "b" * 200) == "a" + "b" * 79


def _record(names: list[str] | None = None, **more: Any) -> str:
    match = Match(registry.load("northern", speed="interpreted"), 3, names or ["A", "B", "C"])
    match.submit(0, "lay fargo", 0)
    header, *moves = match.record().dumps().splitlines()
    return "\n".join([json.dumps({**json.loads(header), **more}), *moves]) + "\n"


def test_records_that_are_not_even_read() -> None:
    for text, reason in (
        ("x" * (LARGEST_RECORD + 1), "more than 600000 letters"),
        ("{}" + " " * LONGEST_HEADER, "line 1: it has more than 16000 letters"),
        ("{}\n" + "0 lay fargo\n" * (MOST_MOVES + 1), "more than 6000 moves"),
        ("{}\n0 " + "x" * 500, "line 2: it has more than 400 letters"),
    ):
        with pytest.raises(BadRecord, match=reason):
            check_record_text(text, "it")
    check_record_text(_record(), "it")


TERRIBLE_RECORDS: list[tuple[str, Callable[[], str]]] = [
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
    ("what", "made"), TERRIBLE_RECORDS, ids=[what for what, _ in TERRIBLE_RECORDS]
)
def test_a_terrible_record_is_refused_and_does_no_harm(
    house: Process, what: str, made: Callable[[], str]
) -> None:
    with guest(house.url) as client:
        before = house.memory()
        refused = client.post("/api/records", json={"text": made()})
        assert (refused.status_code, "the record: line" in refused.text) == (422, True)
        assert len(refused.text) < 2000
        assert house.peak() < before + ROOM
    assert "Traceback" not in house.complaints


@pytest.mark.slow
def test_long_names_of_a_record_are_cut_in_pages(house: Process) -> None:
    with guest(house.url) as client:
        text = _record(["Ann " + "x" * 4000, "@0 <b>Bob</b>\u202e", "\n \t"])
        made = client.post("/api/records", json={"text": text}).json()
        assert made["names"] == ["Ann " + "x" * 20, "0 <b>Bob</b>", "Seat 2"]
        page = client.get(f"/r/{made['id']}").text
        assert len(page) < 200 * KB
        assert "<b>Bob" not in page
        assert "x" * 21 not in page
        assert client.get(f"/r/{made['id']}/record").text == text  # the file itself is as it was


@pytest.mark.slow
def test_a_long_legal_record_is_shown(house: Process) -> None:
    """The longest games there are stay within the limits."""
    import random

    from roundhouse.core.contract import CHANCE

    game = registry.load("rails", speed="interpreted")
    match, rng = Match(game, 4), random.Random(3)
    while not match.over:
        actions = match.state.legal()
        weights = match.state.weights() if match.state.turn == CHANCE else None
        words = game.text(rng.choices(actions, weights)[0])
        match.submit(match.state.turn, words, match.ply)
    assert match.ply > 1500
    with guest(house.url) as client:
        made = client.post("/api/records", json={"text": match.record().dumps()})
        assert made.status_code == 201, made.text
        assert made.json()["plies"] == match.ply


@pytest.mark.slow
def test_errors_repeat_little_of_what_was_sent(house: Process) -> None:
    with guest(house.url) as client:
        long = "x" * 100 * KB
        body = {"game": "northern", "seats": ["me", "open", "open"], "options": {long: long}}
        for answer_ in (
            client.post("/api/tables", json=body),
            client.post("/api/tables", json={**body, "options": {"variant": long}}),
            client.get(f"/api/tables/{long[:5000]}"),
            client.post("/api/records", json={"text": long}),
        ):
            assert 400 <= answer_.status_code < 500
            assert len(answer_.text) < 2000


def _own_board(client: httpx.Client, width: int) -> str:
    text = client.get("/g/northern/board.toml").text
    return re.sub(r"(\[canvas\]\nwidth = )\d+", rf"\g<1>{width}", text)


@pytest.mark.slow
def test_a_board_is_listed_to_who_has_sent_it_and_to_nobody_else(
    server: Server, caller: Caller
) -> None:
    ann, eve, nobody = caller("Ann"), caller("Eve"), caller(known=False)
    body = {"name": "Ann's own board", "text": _own_board(ann, 1207)}
    digest = ann.post("/api/games/northern/boards", json=body).json()["digest"]
    lists = [c.get("/api/games/northern/boards").json() for c in (ann, eve, nobody)]
    assert lists == [[{"digest": digest, "name": "Ann's own board"}], [], []]
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=PATIENCE) as browser:
        assert "Ann&#39;s own board" not in browser.get("/new?game=northern").text
        # By its link anybody may: look at it, lay a table on it, send it themselves.
        page = browser.get(f"/g/northern/board?board={digest}").text
        assert f"/new?game=northern&amp;board={digest}" in page
        laid = browser.get(f"/new?game=northern&board={digest}").text
        assert f'<option value="{digest}" selected>' in laid
        assert browser.get("/new?game=northern&board=0123456789abcdef").status_code == 404
    new_table(eve, "me", "bot:random", "bot:random", board=digest)
    again = eve.post("/api/games/northern/boards", json={**body, "name": "Eve's copy"})
    assert again.json()["digest"] == digest
    assert eve.get("/api/games/northern/boards").json()[0]["name"] == "Eve's copy"
    assert ann.get("/api/games/northern/boards").json()[0]["name"] == "Ann's own board"


@pytest.mark.slow
def test_a_guests_boards_come_along_to_an_account(caller: Caller) -> None:
    owner, again = caller("Owen Board"), caller("Guest Board")
    login = {"name": "Owen Board", "password": "turntable 17 north"}
    owner.post("/api/me/register", json=login)
    boards = [_own_board(again, 1208), _own_board(again, 1209)]
    for text in boards:
        again.post("/api/games/northern/boards", json={"name": "b", "text": text})
    token = again.post("/api/me/sign-in", json=login).json()["token"]
    again.headers["authorization"] = f"Bearer {token}"
    assert len(again.get("/api/games/northern/boards").json()) == 2


def test_a_reader_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that does not answer in time is killed."""
    program = tmp_path / "slow"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(program))
    monkeypatch.setattr("roundhouse.web.reading.PATIENCE", 0.2)
    with pytest.raises(BadFile, match="too much time"):
        Reader().board("northern", "mine", "")
