"""Running games that leave a server and come to one; nobody else's cards leave with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.web.in_process import PageUser, Site, running_site

from roundhouse.core.errors import BadRecord
from roundhouse.play import registry
from roundhouse.play.record import HIDDEN, Record
from roundhouse.table import seating
from roundhouse.table.chairs import BOT, HUMAN, OPEN, Chair, bot_chair
from roundhouse.table.service import TableRequest
from roundhouse.web.storage.schema import tables

pytestmark = pytest.mark.slow

SECRET_GAME = next(meta.id for meta in registry.games() if meta.secrets)
OPTIONS = {
    name: list(option.values)[-1] for name, option in registry.meta(SECRET_GAME).options.items()
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    # The bots wait, so that tables do not change under the tests.
    with running_site(tmp_path_factory.mktemp("site"), bot_pause=60.0) as result:
        yield result


def create_table(site: Site, *chairs: Chair, **more: Any) -> str:
    host = next(chair.user for chair in chairs if chair.user)
    return site.services.tables.create(TableRequest(host or "", SECRET_GAME, chairs, **more))


def human(seat: int, user: PageUser, name: str = "") -> Chair:
    return Chair(seat, HUMAN, name or user.name, user.id)


def open_words(text: str) -> bool:
    """Return whether a text is a record that hides nothing."""
    return text.startswith("{") and not any(
        HIDDEN in line.split() for line in text.splitlines()[1:]
    )


def test_game_goes_on_with_position_options_and_bots(site: Site) -> None:
    ann = site.add_user("Ann")
    chairs = [bot_chair(0, "hard"), human(1, ann), human(2, ann, "Sis"), bot_chair(3, "beginner")]
    table = create_table(site, *chairs, options=OPTIONS)
    file = ann.post(f"/t/{table}/export")
    assert "attachment" in file.headers["content-disposition"]
    record = Record.loads(file.text)
    assert record.players == ("bot:hard", "player", "player", "bot:beginner")
    continued = ann.post("/continue", text=file.text)
    assert "/t/" in str(continued.url)
    with site.services.tables.at(table) as one:
        before = (one.match.state.pack(), one.game.options, one.game.rules, one.turn)
    with site.services.tables.at(str(continued.url).rpartition("/")[2]) as other:
        after = (other.match.state.pack(), other.game.options, other.game.rules, other.turn)
        assert [(c.kind, c.level, c.user) for c in other.chairs] == [
            (c.kind, c.level, c.user) for c in chairs
        ]
        assert other.chairs[2].name == "Sis"
        assert other.source  # so it is not rated
    assert before == after


def test_game_that_left_is_not_rated(site: Site) -> None:
    ann = site.add_user("Ada")
    table = create_table(site, human(0, ann), bot_chair(1, "hard"), bot_chair(2, "hard"))
    reason = select(tables.c.unrated).where(tables.c.id == table)
    database = site.services.storage.database
    assert not database.scalar(reason)
    ann.post(f"/t/{table}/export")
    assert "continued elsewhere" in database.scalar(reason)


@pytest.mark.parametrize("company", ["playing", "replaced", "resigned", "invited"])
def test_cards_of_other_people_never_leave(site: Site, company: str) -> None:
    ann, bob = site.add_user(f"Amy {company}"), site.add_user(f"Bob {company}")
    other = human(1, bob)
    if company == "invited":
        other = Chair(1, OPEN, bob.name, bob.id)
    table = create_table(site, human(0, ann), other, bot_chair(2, "hard"))
    with site.services.tables.at(table) as result:
        if company in ("replaced", "resigned"):
            seating.hand_over(site.services.tables, result, 1, "", resign=company == "resigned")
            assert result.chairs[1].kind == BOT
    for user in (ann, bob):
        answer = user.post(f"/t/{table}/export")
        assert answer.status_code in (403, 409)
        assert not open_words(answer.text)
        if company != "invited":
            assert not open_words(user.get(f"/t/{table}/record").text)
        assert f"/t/{table}/export" not in user.get(f"/t/{table}").text


def test_only_the_player_gets_the_game_and_only_by_a_form(site: Site) -> None:
    ann, eve = site.add_user("Abe"), site.add_user("Eve")
    table = create_table(site, human(0, ann), bot_chair(1, "hard"), bot_chair(2, "hard"))
    assert f"/t/{table}/export" in ann.get(f"/t/{table}").text
    assert eve.post(f"/t/{table}/export").status_code == 403
    without_token = ann.web.post(f"/t/{table}/export", data={"csrf": ""})
    assert without_token.status_code == 403
    for answer in (without_token, ann.get(f"/t/{table}/record"), eve.get(f"/t/{table}/record")):
        assert not open_words(answer.text)
    text = ann.post(f"/t/{table}/export").text
    assert open_words(text)
    assert ann.web.post("/continue", data={"csrf": "", "text": text}).status_code == 403


def test_unsuitable_files_are_refused(site: Site) -> None:
    ann = site.add_user("Al")
    table = create_table(site, human(0, ann), bot_chair(1, "hard"), bot_chair(2, "hard"))
    text = ann.post(f"/t/{table}/export").text
    header, _, moves = text.partition("\n")
    count = len(ann.get("/api/tables").text)

    def refusal(**changes: Any) -> str:
        changed = json.dumps({**json.loads(header), **changes})
        answer = ann.post("/continue", text=f"{changed}\n{moves}")
        assert answer.status_code in (404, 409, 422)
        assert str(answer.url).endswith("/continue")
        return answer.text

    assert "does not say who plays" in refusal(players=[])
    assert "one word per seat" in refusal(players=["player"])
    assert "list of words" in refusal(players=[1, 2, 3])
    assert "player" in refusal(players=["open", "player", "player"])
    assert "Unknown bot" in refusal(players=["player", "bot:search:9999999", "bot:hard"])
    json_answer = ann.web.post(
        "/continue",
        data={"csrf": ann.token, "text": "nothing"},
        headers={"accept": "application/json"},
    )
    assert "header" in json_answer.json()["detail"]
    assert len(ann.get("/api/tables").text) == count


def test_own_board_comes_with_the_game(site: Site) -> None:
    ann = site.add_user("Arn")
    standard = registry.text("northern", "board.toml")
    board = standard.replace("Fargo", "Cargo")
    game = registry.open_game("northern", None, {}, "interpreted")
    text = Record.begin(game, 3).dumps()
    header = json.loads(text)
    from roundhouse.core.board import BoardFile

    header |= {
        "board": BoardFile.parse(board, "board").digest,
        "players": ["player", "bot:hard", "bot:hard"],
    }
    assert ann.post("/continue", text=json.dumps(header)).status_code == 422
    continued = ann.post("/continue", text=json.dumps(header), board_file=board)
    assert "Cargo" in ann.get(continued.url.path).text


def test_header_of_a_record_keeps_its_players(tmp_path: Path) -> None:
    game = registry.open_game("northern", None, {}, "interpreted")
    plain = Record.begin(game, 3)
    assert "players" not in plain.dumps()
    text = plain.dumps().replace('"seats": 3', '"seats": 3, "players": ["player", "a", "b"]')
    assert Record.loads(Record.loads(text).dumps()).players == ("player", "a", "b")
    with pytest.raises(BadRecord):
        Record.loads(text.replace('"a", ', ""))
