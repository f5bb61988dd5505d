"""Tables without a server: who may do what, and what a page shows of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse.core.contract import CHANCE
from roundhouse.core.errors import IllegalAction, StaleMove
from roundhouse.core.view import choice
from roundhouse.play import registry
from roundhouse.play.match import MOVE, UNDO, Entry, Match
from roundhouse.web import desk, present
from roundhouse.web.errors import Clash, NotYours
from roundhouse.web.house import House
from roundhouse.web.look import Look, inline, mark
from roundhouse.web.settings import Settings
from roundhouse.web.store import Conflict
from roundhouse.web.tables import BOT, OPEN, PERSON, Chair, fresh_invite, tidy_name


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House.build(Settings(data=tmp_path))
    yield made
    made.store.close()


def people(*names: str) -> list[Chair]:
    return [Chair(n, PERSON, name, name) for n, name in enumerate(names)]


def laid(house: House, *names: str, **more: object) -> str:
    return house.tables.create(names[0], "northern", {}, people(*names), **more)  # type: ignore[arg-type]


def move(house: House, table: str, person: str, words: str) -> None:
    with house.tables.at(table) as found:
        house.tables.move(found, found.seats_of(person), [words], found.match.ply)


def test_every_change_is_an_entry_that_stays(house: House) -> None:
    table = laid(house, "ann", "bob", "cem")
    move(house, table, "ann", "invest small fargo")
    with house.tables.at(table) as found:
        house.tables.undo(found, "ann")
    move(house, table, "ann", "lay fargo")
    kinds = [entry.kind for entry in house.store.entries(table)]
    assert kinds == [MOVE, UNDO, MOVE]
    again = House.build(house.settings)  # another process
    with again.tables.at(table) as found:
        assert found.match.ply == 1
        assert found.turn == 1
    again.store.close()


def test_a_process_that_missed_something_reads_it_and_refuses_what_is_stale(house: House) -> None:
    table = laid(house, "ann", "bob", "cem")
    other = House.build(house.settings)
    with other.tables.at(table):
        pass  # loaded at ply 0
    move(house, table, "ann", "lay fargo")
    with pytest.raises(StaleMove), other.tables.at(table) as found:
        other.tables.move(found, [0], ["lay fargo"], 0)
    with other.tables.at(table) as found:
        assert found.match.ply == 1
        known = found.revision
    move(house, table, "bob", "invest small minot")
    with pytest.raises(Conflict):
        other.store.change_table(table, known, {})
    other.store.close()


def test_a_failed_write_leaves_memory_as_the_disk_is(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = laid(house, "ann", "bob", "cem")

    def full(*_: object, **__: object) -> int:
        raise OSError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(house.store, "change_table", full)
        with pytest.raises(OSError, match="no space"):
            move(house, table, "ann", "lay fargo")
    with house.tables.at(table) as found:
        assert found.match.ply == 0
    move(house, table, "ann", "lay fargo")


def test_seats_are_taken_handed_over_and_taken_back(house: House) -> None:
    chairs = [*people("ann", "bob"), Chair(2, OPEN, "open", invite=fresh_invite())]
    table = house.tables.create("ann", "northern", {}, chairs)
    tables = house.tables
    with tables.at(table) as found:
        with pytest.raises(Clash, match="every seat"):
            tables.move(found, [0], ["lay fargo"], 0)
        with pytest.raises(NotYours):
            tables.fill(found, "bob", 2, "greedy")
        tables.fill(found, "ann", 2, "greedy")
        assert found.phase == "playing"
        tables.hand_over(found, "ann", 0, "greedy", resign=False)
        assert found.thinking == 0
        with pytest.raises(IllegalAction):
            tables.move(found, found.seats_of("ann"), ["lay fargo"], 0)
        tables.take_back(found, "ann", 0)
        tables.hand_over(found, "ann", 0, "greedy", resign=True)
        with pytest.raises(NotYours):
            tables.take_back(found, "ann", 0)


def test_a_wish_to_go_back_outlasts_a_bots_move_but_not_a_persons(house: House) -> None:
    chairs = [*people("ann", "bob"), Chair(2, BOT, "Bot", level="random")]
    table = house.tables.create("ann", "northern", {}, chairs)
    move(house, table, "ann", "invest small fargo")
    move(house, table, "bob", "invest small minot")
    tables = house.tables
    with tables.at(table) as found:
        with pytest.raises(Clash):
            tables.undo(found, "ann")
        tables.propose_undo(found, "ann", None)
        tables.move(found, [2], ["invest small casper"], 2)
        assert found.proposal is not None
        tables.move(found, [0], ["invest small casper"], 3)
        assert found.proposal is None
        tables.propose_undo(found, "ann", 1)
        tables.answer_undo(found, "bob", agree=True)
        assert found.match.ply == 1
        assert found.proposal is None


def test_a_job_is_imagined_never_true(house: House) -> None:
    chairs = [Chair(n, BOT, "Bot", level="random") for n in range(3)]
    table = house.tables.create("ann", "northern", {}, chairs)
    with house.tables.at(table) as found:
        job = house.tables.job(found)
    assert job is not None
    assert (job.seat, job.ply, job.game) == (0, 0, "northern")


def test_undo_stops_at_what_was_revealed(house: House) -> None:
    """In every game with secrets: a move that told its seat something is not taken back."""
    for box in registry.games():
        game = house.shelf.game(box.id, {})
        match = Match(game, box.seats[0])
        rng = random.Random(5)
        while not match.over and match.ply < 80:
            actions = match.state.legal()
            weights = match.state.weights() if match.state.turn == CHANCE else None
            words = game.text(rng.choices(actions, weights)[0])
            seat = match.state.turn
            match._play(Entry(MOVE, match.ply, seat, words))
            if seat >= 0 and match.undo_ply(seat) is not None:
                seen = match.state.view(seat)
                before = match.state_at(match.ply - 1).redeal(seat, rng)
                before.apply(game.parse(words))
                assert before.view(seat) == seen  # nothing was learned by it


def test_what_changed_since_ones_own_last_move(house: House) -> None:
    table = laid(house, "ann", "bob", "cem")
    move(house, table, "ann", "invest small fargo")
    move(house, table, "bob", "invest large minot")
    with house.tables.at(table) as found:
        shown = desk.context(house, found, "ann", None, None)
        assert [line["new"] for line in shown["log"]] == [False, True]
        assert 'data-ref="city:minot" data-new' in shown["pictures"][0].svg
        assert 'data-ref="city:fargo" data-new' not in shown["pictures"][0].svg
        assert not shown["my_turn"]
        assert desk.context(house, found, "cem", None, None)["my_turn"]
        assert desk.context(house, found, "eve", None, 1)["since"] == 1


def test_amounts_become_a_grid_with_a_field() -> None:
    view = {
        "choices": [choice(f"bid {n}", f"${n}", group="Bid") for n in range(3, 12)]
        + [choice("pass", "Pass")],
        "shortcuts": [{"moves": ["a", "b"], "label": "Both", "refs": [], "group": "", "note": ""}],
    }
    bids, rest = present.groups(view, ["Ann"])[::-1]  # type: ignore[arg-type]
    assert bids.amounts
    assert (bids.sign, bids.low, bids.high) == ("$", "3", "11")
    assert [offer.moves for offer in rest.offers] == [["a", "b"], ["pass"]]
    assert present.move_of_amount(view, "Bid", " 7 ") == "bid 7"  # type: ignore[arg-type]
    assert present.move_of_amount(view, "Bid", "99") is None  # type: ignore[arg-type]


def test_names_are_tidy_and_shown_as_text() -> None:
    assert tidy_name("  <b>@2\u202e  x ", "?") == "<b>2 x"
    assert tidy_name("\n", "Guest") == "Guest"
    assert present.rich("@0 & @5", ["<i>"]) == ('<span class="who who0">&lt;i&gt;</span> &amp; @5')


def test_drawings_keep_their_styles_to_themselves(house: House) -> None:
    for box in registry.games():
        game = house.shelf.game(box.id, {})
        view = game.start(box.seats[0]).view(None)
        look = Look(game, None, 0, view)
        for svg in look.drawings.values():
            for rule in svg.split("<style>")[1].split("</style>")[0].split("}"):
                assert not rule.strip() or rule.strip().startswith((".board", "@"))
        assert look.pieces
    assert mark('<g data-ref="a&amp;b"/>', {"a&b"}) == '<g data-ref="a&amp;b" data-new=""/>'
    assert inline("<svg/>") == "<svg/>"


def test_shared_screens_with_secrets_have_a_curtain(house: House) -> None:
    secret = [b for b in registry.games() if hasattr(registry.room(b.id).view, "redact")]
    for box in secret:
        chairs = [Chair(n, PERSON, f"P{n}", "ann") for n in range(box.seats[0])]
        table = house.tables.create("ann", box.id, {}, chairs)
        with house.tables.at(table) as found:
            assert desk.viewpoint(found, "ann", None).curtain
            assert desk.viewpoint(found, "ann", 1).seat == 1
            assert desk.viewpoint(found, "eve", 1).seat is None
