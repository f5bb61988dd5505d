"""Tables without a server: who may do what, and what a page shows of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from roundhouse.core.contract import CHANCE
from roundhouse.core.errors import IllegalAction, StaleMove
from roundhouse.core.view import choice
from roundhouse.play import registry
from roundhouse.play.match import MOVE, UNDO, Entry, Match
from roundhouse.web.deeds.deed import Act
from roundhouse.web.deeds.deeds import DEEDS
from roundhouse.web.errors import Clash, NotYours
from roundhouse.web.names import fresh_invite, tidy_name
from roundhouse.web.pages.table import context
from roundhouse.web.people import Person
from roundhouse.web.services import Services
from roundhouse.web.show.choices import arrange
from roundhouse.web.show.drawings import inline, mark_new, pieces, shared_style
from roundhouse.web.show.markup import rich
from roundhouse.web.show.match_views import MatchViews
from roundhouse.web.show.scene import scene
from roundhouse.web.show.snapshot import Snapshot
from roundhouse.web.show.templates import environment
from roundhouse.web.store.store import Conflict
from roundhouse.web.tables import play
from roundhouse.web.tables.chairs import BOT, OPEN, PERSON, Chair
from roundhouse.web.tables.jobs import bot_job
from roundhouse.web.tables.viewpoint import viewpoint


def people(*names: str) -> list[Chair]:
    return [Chair(n, PERSON, name, name) for n, name in enumerate(names)]


def laid(services: Services, *names: str) -> str:
    return services.tables.create(names[0], "northern", {}, people(*names))


def do(services: Services, table: str, person: str, deed: str, **given: Any) -> None:
    with services.tables.at(table) as found:
        act = Act(services, found, Person(person, person, False))
        DEEDS[deed].perform(act, DEEDS[deed].arguments(**given))


def move(services: Services, table: str, person: str, words: str) -> None:
    with services.tables.at(table) as found:
        do(services, table, person, "move", ply=found.match.ply, move=words)


def test_every_change_is_an_entry_that_stays(services: Services) -> None:
    table = laid(services, "ann", "bob", "cem")
    move(services, table, "ann", "invest small fargo")
    do(services, table, "ann", "undo")
    move(services, table, "ann", "lay fargo")
    kinds = [entry.kind for entry in services.store.entries(table)]
    assert kinds == [MOVE, UNDO, MOVE]
    again = Services.build(services.settings)  # another process
    with again.tables.at(table) as found:
        assert found.match.ply == 1
        assert found.turn == 1
    again.store.close()


def test_a_process_that_missed_something_reads_it_and_refuses_what_is_stale(
    services: Services,
) -> None:
    table = laid(services, "ann", "bob", "cem")
    other = Services.build(services.settings)
    with other.tables.at(table):
        pass  # loaded at ply 0
    move(services, table, "ann", "lay fargo")
    with pytest.raises(StaleMove, match=r"^The table has moved on to ply 1 while .* Look again\.$"):
        do(other, table, "ann", "move", ply=0, move="lay fargo")
    with other.tables.at(table) as found:
        assert found.match.ply == 1
        known = found.revision
    move(services, table, "bob", "invest small minot")
    with pytest.raises(Conflict):
        other.store.change_table(table, known, {})
    other.store.close()


def test_a_failed_write_leaves_memory_as_the_disk_is(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = laid(services, "ann", "bob", "cem")

    def full(*_: object, **__: object) -> int:
        raise OSError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(services.store, "change_table", full)
        with pytest.raises(OSError, match="no space"):
            move(services, table, "ann", "lay fargo")
    with services.tables.at(table) as found:
        assert found.match.ply == 0
    move(services, table, "ann", "lay fargo")


def test_seats_are_taken_handed_over_and_taken_back(services: Services) -> None:
    chairs = [*people("ann", "bob"), Chair(2, OPEN, "open", invite=fresh_invite())]
    table = services.tables.create("ann", "northern", {}, chairs)
    with pytest.raises(Clash, match="every seat"):
        do(services, table, "ann", "move", ply=0, move="lay fargo")
    with pytest.raises(NotYours):
        do(services, table, "bob", "fill", seat=2, level="greedy")
    do(services, table, "ann", "fill", seat=2, level="greedy")
    with services.tables.at(table) as found:
        assert found.phase == "playing"
        do(services, table, "ann", "hand-over", seat=0, level="greedy")
        assert found.thinking == 0
    with pytest.raises(NotYours):
        do(services, table, "ann", "move", ply=0, move="lay fargo")
    do(services, table, "ann", "take-back", seat=0)
    do(services, table, "ann", "resign", seat=0, level="greedy")
    with pytest.raises(NotYours):
        do(services, table, "ann", "take-back", seat=0)
    with pytest.raises(IllegalAction, match="It is not your turn: ann is to act"):
        do(services, table, "bob", "move", ply=0, move="lay fargo")


def test_a_wish_to_go_back_outlasts_a_bots_move_but_not_a_persons(services: Services) -> None:
    chairs = [*people("ann", "bob"), Chair(2, BOT, "Bot", level="random")]
    table = services.tables.create("ann", "northern", {}, chairs)
    move(services, table, "ann", "invest small fargo")
    move(services, table, "bob", "invest small minot")
    with pytest.raises(Clash):
        do(services, table, "ann", "undo")
    do(services, table, "ann", "ask")
    with services.tables.at(table) as found:
        play.move(services.tables, found, [2], ["invest small casper"], 2)  # as a bot does
        assert found.proposal is not None
        do(services, table, "ann", "move", ply=3, move="invest small casper")
        assert found.proposal is None
        do(services, table, "ann", "ask", ply=1)
        do(services, table, "bob", "agree")
        assert found.match.ply == 1
        assert found.proposal is None


def test_a_job_is_imagined_never_true(services: Services) -> None:
    chairs = [Chair(n, BOT, "Bot", level="random") for n in range(3)]
    table = services.tables.create("ann", "northern", {}, chairs)
    with services.tables.at(table) as found:
        job = bot_job(services.tables, found)
    assert job is not None
    assert (job.seat, job.ply, job.game) == (0, 0, "northern")


def test_undo_stops_at_what_was_revealed(services: Services) -> None:
    """In every game with secrets: a move that told its seat something is not taken back."""
    for box in registry.games():
        game = services.games.game(box.id, {})
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


def test_what_changed_since_ones_own_last_move(services: Services) -> None:
    table = laid(services, "ann", "bob", "cem")
    move(services, table, "ann", "invest small fargo")
    move(services, table, "bob", "invest large minot")
    with services.tables.at(table) as found:
        shown = context(services, found, "ann", None, None)
        assert [line.new for line in shown["log"]] == [False, True]
        assert 'data-ref="city:minot" data-new' in shown["pictures"][0].svg
        assert 'data-ref="city:fargo" data-new' not in shown["pictures"][0].svg
        assert not shown["my_turn"]
        assert context(services, found, "cem", None, None)["my_turn"]
        assert context(services, found, "eve", None, 1)["since"] == 1


def _choices(*offered: Any) -> Any:
    return {
        "choices": list(offered),
        "shortcuts": [{"moves": ["a", "b"], "label": "Both", "refs": [], "group": "", "note": ""}],
    }


def test_amounts_become_a_stepper_with_what_each_means() -> None:
    bids = [
        choice(f"bid {n}", f"${n}", group="Bid", note=f"leaves ${20 - n}") for n in range(3, 12)
    ]
    rest, stepper = arrange(_choices(*bids, choice("pass", "Pass")), ["Ann"]).plain
    assert stepper.amounts
    assert [offer.moves for offer in stepper.offers] == [[f"bid {n}"] for n in range(3, 12)]
    assert stepper.offers[0].note == "leaves $17"
    assert not rest.amounts
    assert [offer.moves for offer in rest.offers] == [["a", "b"], ["pass"]]
    # Three are buttons; what is about different things is no amount.
    assert not arrange(_choices(*bids[:3]), ["Ann"]).plain[-1].amounts
    lots = [choice(f"lot {n}", f"Lot {n}", [f"lot:{n}"], group="Lot") for n in range(6)]
    assert not any(group.amounts for group in arrange(_choices(*lots), ["Ann"]).plain)


def test_many_choices_on_the_board_are_a_list_that_opens() -> None:
    cities = [f"city:{n}" for n in range(12)]
    small = [choice(f"small {c}", c, [c], "Small") for c in cities]
    large = [choice(f"large {c}", c, [c], "Large") for c in cities]
    offers = arrange(_choices(*small, *large, choice("pass", "Pass", group="Pass")), ["Ann"])
    assert offers.count == 24
    assert [group.key for group in offers.listed] == ["Small", "Large"]
    assert [group.key for group in offers.tools] == ["Small", "Large"]
    assert [group.key for group in offers.plain] == ["", "Pass"]
    assert offers.plain[1].title == ""  # a button that says the same needs no heading
    assert not arrange(_choices(*small), ["Ann"]).tools  # a target means one thing
    few = arrange(_choices(*small[:3], *large[:3]), ["Ann"])
    assert not few.listed
    assert sum(len(group.offers) for group in few.plain) == 7


def test_what_is_marked_as_new_are_pieces_not_what_can_be_chosen(services: Services) -> None:
    """A drawing may show what can be chosen; that it can be is no news of what lies there."""
    for box in registry.games():
        match = Match(services.games.game(box.id, {}), box.seats[-1])
        match.advance(random.Random(1))
        turn = match.state.turn
        idle = Snapshot(match.game, turn, 0, match.state.view(turn))
        other = match.state.view(turn)
        other["choices"], other["shortcuts"] = [], []
        assert not idle.changed(Snapshot(match.game, turn, 0, other))


def test_pieces_are_found_one_inside_the_other() -> None:
    inner = '<g data-ref="b&amp;c"><path d="M0 0"/></g>'
    leaf = '<rect data-ref="d" x="1"/>'
    outer = f'<g class="x" data-ref="a"><title>A</title>{inner}<g>{leaf}</g></g>'
    assert dict(pieces(f"<svg><text>t</text>{outer}<g/></svg>")) == {
        "a": outer,
        "b&c": inner,
        "d": leaf,
    }


def test_going_back_leaves_a_line_in_the_log(services: Services) -> None:
    table = laid(services, "ann", "bob", "cem")
    move(services, table, "ann", "invest small fargo")
    do(services, table, "ann", "undo")
    move(services, table, "ann", "invest small minot")
    with services.tables.at(table) as found:
        lines = [text for _, text in found.views.log(None)]
        assert len(lines) == 2
        assert "@0 went back" in lines[0]
        assert "Minot" in lines[1]
        # As it is read again from what is kept.
        assert [text for _, text in MatchViews(found.match).log(None)] == lines


def test_names_are_tidy_and_shown_as_text() -> None:
    assert tidy_name("  <b>@2\u202e  x ", "?") == "<b>2 x"
    assert tidy_name("\n", "Guest") == "Guest"
    assert rich("@0 & @5", ["<i>"]) == ('<span class="who who0">&lt;i&gt;</span> &amp; @5')


def test_drawings_keep_their_styles_to_themselves(services: Services) -> None:
    for box in registry.games():
        game = services.games.game(box.id, {})
        view = game.start(box.seats[0]).view(None)
        shown = Snapshot(game, None, 0, view)
        assert not any("<style" in svg for svg in shown.drawings.values())  # the page has them
        assert any(list(pieces(svg)) for svg in shown.drawings.values())
    own = inline("<svg><style>.a,b{fill:red}</style></svg>")
    assert own == "<svg><style>.board .a,.board b{fill:red}</style></svg>"
    for rule in shared_style().split("}"):
        assert not rule.strip() or rule.strip().startswith(".board ")
    assert "<style>.board .paper{" in environment().get_template("base.html").render(
        theme="", csrf="", path="/", me=None
    )
    assert mark_new('<g data-ref="a&amp;b"/>', {"a&b"}) == '<g data-ref="a&amp;b" data-new=""/>'
    assert inline("<svg/>") == "<svg/>"


def test_a_sheet_that_a_page_has_is_not_sent_again(services: Services) -> None:
    game = services.games.game("rails", {})
    shown = scene(Snapshot(game, None, 0, game.start(2).view(None)), None, ["Ann", "Bob"])
    town, board = shown["pictures"][:2]
    stage = environment().get_template("_stage.html")
    every = stage.render(**shown, sheet_link="")
    some = stage.render(**shown, sheet_link="", had=[board.digest, "0"])
    assert str(board.svg) in every
    assert str(board.svg) not in some
    assert str(town.svg) in some
    assert every.replace(str(board.svg), "") == some


def test_shared_screens_with_secrets_have_a_curtain(services: Services) -> None:
    secret = [box for box in registry.games() if box.secrets]
    assert secret
    for box in secret:
        chairs = [Chair(n, PERSON, f"P{n}", "ann") for n in range(box.seats[0])]
        table = services.tables.create("ann", box.id, {}, chairs)
        with services.tables.at(table) as found:
            assert viewpoint(found, "ann", None).curtain
            assert viewpoint(found, "ann", 1).seat == 1
            assert viewpoint(found, "eve", 1).seat is None
