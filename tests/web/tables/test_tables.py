"""Tables without a server: permissions, and the content of their pages."""

from __future__ import annotations

import random
from typing import Any

import pytest

from roundhouse.core.constants import CHANCE
from roundhouse.core.errors import IllegalAction, StaleMove
from roundhouse.core.view import choice
from roundhouse.play import registry
from roundhouse.play.match import MOVE, UNDO, Entry, Match
from roundhouse.play.undo_rule import undo_ply
from roundhouse.table import moving
from roundhouse.table.chairs import BOT, HUMAN, OPEN, Chair
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.names import fresh_invite, tidy_name
from roundhouse.table.ports import Conflict
from roundhouse.table.presentation.choices import arrange
from roundhouse.table.presentation.drawings import inline, mark_new, pieces, shared_style
from roundhouse.table.presentation.markup import rich
from roundhouse.table.presentation.match_views import DrawnView, MatchViews
from roundhouse.table.presentation.page_context import build_page_context
from roundhouse.table.presentation.table_context import ViewRequest
from roundhouse.table.service import TableRequest
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.accounts.sessions import User
from roundhouse.web.http.page_templates import page_environment
from roundhouse.web.services import Services
from roundhouse.web.tables.commands import COMMANDS, ServerContext
from roundhouse.web.tables.jobs import bot_job
from roundhouse.web.tables.storage.tables import TableChange
from roundhouse.web.tables.table_page import table_context


def human_chairs(*names: str) -> list[Chair]:
    return [Chair(n, HUMAN, name, name) for n, name in enumerate(names)]


def create_table(services: Services, *names: str) -> str:
    return services.tables.create(TableRequest(names[0], "northern", human_chairs(*names)))


def execute(services: Services, table: str, user: str, command: str, **arguments: Any) -> None:
    with services.tables.at(table) as result:
        context = ServerContext(services, result, User(user, user, False))
        COMMANDS[command].execute(context, COMMANDS[command].arguments(**arguments))


def move(services: Services, table: str, user: str, words: str) -> None:
    with services.tables.at(table) as result:
        execute(services, table, user, "move", ply=result.match.ply, move=words)


def test_entries_are_only_appended(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem")
    move(services, table, "ann", "invest small fargo")
    execute(services, table, "ann", "undo")
    move(services, table, "ann", "lay fargo")
    kinds = [entry.kind for entry in services.storage.tables.entries(table)]
    assert kinds == [MOVE, UNDO, MOVE]
    again = Services.build(services.settings)  # a second process
    with again.tables.at(table) as result:
        assert result.match.ply == 1
        assert result.turn == 1
    again.storage.database.close()


def test_stale_process_reloads_and_refuses_stale_moves(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem")
    other = Services.build(services.settings)
    with other.tables.at(table):
        pass  # cached at ply 0
    move(services, table, "ann", "lay fargo")
    with pytest.raises(StaleMove, match=r"^The game has changed: .* move 1, .* try again\.$"):
        execute(other, table, "ann", "move", ply=0, move="lay fargo")
    with other.tables.at(table) as result:
        assert result.match.ply == 1
        known = result.revision
    move(services, table, "bob", "invest small minot")
    with pytest.raises(Conflict):
        other.storage.tables.change_table(TableChange(table, known, {}))
    other.storage.database.close()


def test_failed_write_leaves_the_match_unchanged(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = create_table(services, "ann", "bob", "cem")

    def fail(*_: object, **__: object) -> int:
        raise OSError("no space left")

    with monkeypatch.context() as outage:
        outage.setattr(services.storage.tables, "change_table", fail)
        with pytest.raises(OSError, match="no space"):
            move(services, table, "ann", "lay fargo")
    with services.tables.at(table) as result:
        assert result.match.ply == 0
    move(services, table, "ann", "lay fargo")


def test_seats_can_be_filled_handed_over_and_taken_back(services: Services) -> None:
    chairs = [*human_chairs("ann", "bob"), Chair(2, OPEN, "open", invite=fresh_invite())]
    table = services.tables.create(TableRequest("ann", "northern", chairs))
    with pytest.raises(Clash, match="all seats"):
        execute(services, table, "ann", "move", ply=0, move="lay fargo")
    with pytest.raises(NotYours):
        execute(services, table, "bob", "fill", seat=2, level="greedy")
    execute(services, table, "ann", "fill", seat=2, level="greedy")
    with services.tables.at(table) as result:
        assert result.phase == "playing"
        with pytest.raises(Clash, match="only its stand-in can take over: medium bot"):
            execute(services, table, "ann", "hand-over", seat=0, level="greedy")
        execute(services, table, "ann", "hand-over", seat=0)
        assert result.bot_to_move == 0
    with pytest.raises(NotYours):
        execute(services, table, "ann", "move", ply=0, move="lay fargo")
    execute(services, table, "ann", "take-back", seat=0)
    execute(services, table, "ann", "resign", seat=0, level="greedy")
    with pytest.raises(NotYours):
        execute(services, table, "ann", "take-back", seat=0)
    with pytest.raises(IllegalAction, match="It is ann's turn"):
        execute(services, table, "bob", "move", ply=0, move="lay fargo")


def test_undo_request_survives_bot_moves_but_no_human_move(services: Services) -> None:
    chairs = [*human_chairs("ann", "bob"), Chair(2, BOT, "Bot", level="random")]
    table = services.tables.create(TableRequest("ann", "northern", chairs))
    move(services, table, "ann", "invest small fargo")
    move(services, table, "bob", "invest small minot")
    with pytest.raises(Clash):
        execute(services, table, "ann", "undo")
    execute(services, table, "ann", "ask")
    with services.tables.at(table) as result:
        moving.move(services.tables, result, [2], ["invest small casper"], 2)  # a bot's move
        assert result.proposal is not None
        execute(services, table, "ann", "move", ply=3, move="invest small casper")
        assert result.proposal is None
        execute(services, table, "ann", "ask", ply=1)
        execute(services, table, "bob", "agree")
        assert result.match.ply == 1
        assert result.proposal is None


def test_bot_job_names_seat_ply_and_game(services: Services) -> None:
    chairs = [Chair(n, BOT, "Bot", level="random") for n in range(3)]
    table = services.tables.create(TableRequest("ann", "northern", chairs))
    with services.tables.at(table) as result:
        job = bot_job(services.tables, result)
    assert job is not None
    assert (job.seat, job.ply, job.game) == (0, 0, "northern")


def test_undo_stops_at_revealed_information(services: Services) -> None:
    """Check every game: a move that revealed something cannot be undone."""
    for meta in registry.games():
        game = services.games.game(meta.id, {})
        match = Match(game, meta.seats[0])
        rng = random.Random(5)
        while not match.over and match.ply < 80:
            actions = match.state.legal()
            weights = match.state.weights() if match.state.turn == CHANCE else None
            words = game.text(rng.choices(actions, weights)[0])
            seat = match.state.turn
            match._play(Entry(MOVE, match.ply, seat, words))
            if seat >= 0 and undo_ply(match, seat) is not None:
                seen = match.state.view(seat)
                before = match.state_at(match.ply - 1).redeal(seat, rng)
                before.apply(game.parse(words))
                assert before.view(seat) == seen  # the move revealed nothing


def test_page_marks_changes_since_the_viewers_last_move(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem")
    move(services, table, "ann", "invest small fargo")
    move(services, table, "bob", "invest large minot")
    with services.tables.at(table) as result:
        page = table_context(services, result, ViewRequest("ann"))
        assert [line.new for line in page.log] == [False, True]
        assert 'data-ref="city:minot" data-new' in page.pictures[0].svg
        assert 'data-ref="city:fargo" data-new' not in page.pictures[0].svg
        assert not page.my_turn
        assert table_context(services, result, ViewRequest("cem")).my_turn
        assert table_context(services, result, ViewRequest("eve", seen=1)).since == 1


def _choices(*offered: Any) -> Any:
    return {
        "choices": list(offered),
        "shortcuts": [{"moves": ["a", "b"], "label": "Both", "refs": [], "group": "", "note": ""}],
    }


def test_amounts_become_a_stepper_with_notes() -> None:
    bids = [
        choice(f"bid {n}", f"${n}", group="Bid", note=f"leaves ${20 - n}") for n in range(3, 12)
    ]
    rest, stepper = arrange(_choices(*bids, choice("pass", "Pass")), ["Ann"]).plain
    assert stepper.amounts
    assert [offer.moves for offer in stepper.offers] == [[f"bid {n}"] for n in range(3, 12)]
    assert stepper.offers[0].note == "leaves $17"
    assert not rest.amounts
    assert [offer.moves for offer in rest.offers] == [["a", "b"], ["pass"]]
    # Three amounts are buttons; choices with different targets are not amounts.
    assert not arrange(_choices(*bids[:3]), ["Ann"]).plain[-1].amounts
    lots = [choice(f"lot {n}", f"Lot {n}", [f"lot:{n}"], group="Lot") for n in range(6)]
    assert not any(group.amounts for group in arrange(_choices(*lots), ["Ann"]).plain)


def test_many_board_choices_become_a_collapsed_list() -> None:
    cities = [f"city:{n}" for n in range(12)]
    small = [choice(f"small {c}", c, [c], "Small") for c in cities]
    large = [choice(f"large {c}", c, [c], "Large") for c in cities]
    offers = arrange(_choices(*small, *large, choice("pass", "Pass", group="Pass")), ["Ann"])
    assert offers.count == 24
    assert [group.key for group in offers.listed] == ["Small", "Large"]
    assert [group.key for group in offers.tools] == ["Small", "Large"]
    assert [group.key for group in offers.plain] == ["", "Pass"]
    assert offers.plain[1].title == ""  # the button has the same text
    assert not arrange(_choices(*small), ["Ann"]).tools  # each target has one choice
    few = arrange(_choices(*small[:3], *large[:3]), ["Ann"])
    assert not few.listed
    assert sum(len(group.offers) for group in few.plain) == 7


def test_new_choices_are_not_marked_as_new_pieces(services: Services) -> None:
    """Drawings may show the choices, but new choices are not new pieces."""
    for meta in registry.games():
        match = Match(services.games.game(meta.id, {}), meta.seats[-1])
        match.advance(random.Random(1))
        turn = match.state.turn
        idle = DrawnView(match.game, turn, 0, match.state.view(turn))
        other = match.state.view(turn)
        other["choices"], other["shortcuts"] = [], []
        assert not idle.changed(DrawnView(match.game, turn, 0, other))


def test_nested_pieces_are_detected() -> None:
    inner = '<g data-ref="b&amp;c"><path d="M0 0"/></g>'
    leaf = '<rect data-ref="d" x="1"/>'
    outer = f'<g class="x" data-ref="a"><title>A</title>{inner}<g>{leaf}</g></g>'
    assert dict(pieces(f"<svg><text>t</text>{outer}<g/></svg>")) == {
        "a": outer,
        "b&c": inner,
        "d": leaf,
    }


def test_undo_adds_a_line_to_the_log(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem")
    move(services, table, "ann", "invest small fargo")
    execute(services, table, "ann", "undo")
    move(services, table, "ann", "invest small minot")
    with services.tables.at(table) as result:
        lines = [text for _, text in result.views.log(None)]
        assert len(lines) == 2
        assert "@0 took back" in lines[0]
        assert "Minot" in lines[1]
        # The log from the stored entries is the same.
        assert [text for _, text in MatchViews(result.match).log(None)] == lines


def test_names_are_cleaned_and_escaped() -> None:
    assert tidy_name("  <b>@2\u202e  x ", "?") == "<b>2 x"
    assert tidy_name("\n", "Guest") == "Guest"
    assert rich("@0 & @5", ["<i>"]) == ('<span class="who who0">&lt;i&gt;</span> &amp; @5')


def test_styles_of_drawings_are_scoped_to_the_board(services: Services) -> None:
    for meta in registry.games():
        game = services.games.game(meta.id, {})
        view = game.start(meta.seats[0]).view(None)
        page = DrawnView(game, None, 0, view)
        assert not any(
            "<style" in svg for svg in page.drawings.values()
        )  # they are part of the page
        assert any(list(pieces(svg)) for svg in page.drawings.values())
    own = inline("<svg><style>.a,b{fill:red}</style></svg>")
    assert own == "<svg><style>.board .a,.board b{fill:red}</style></svg>"
    for rule in shared_style().split("}"):
        assert not rule.strip() or rule.strip().startswith(".board ")
    assert "<style>.board .paper{" in page_environment().get_template("base.html").render(
        theme="", csrf="", path="/", me=None
    )
    assert mark_new('<g data-ref="a&amp;b"/>', {"a&b"}) == '<g data-ref="a&amp;b" data-new=""/>'
    assert inline("<svg/>") == "<svg/>"


def test_unchanged_sheet_is_not_sent_again(services: Services) -> None:
    game = services.games.game("rails", {})
    page = build_page_context(
        DrawnView(game, None, 0, game.start(2).view(None)), None, ["Ann", "Bob"]
    )
    town, board = page.pictures[:2]
    stage = page_environment().get_template("_stage.html")
    complete = stage.render(**vars(page), sheet_link="")
    partial = stage.render(**vars(page), sheet_link="", loaded_sheets=[board.digest, "0"])
    assert str(board.svg) in complete
    assert str(board.svg) not in partial
    assert str(town.svg) in partial
    assert complete.replace(str(board.svg), "") == partial


def test_shared_screen_hides_secrets(services: Services) -> None:
    secret = [meta for meta in registry.games() if meta.secrets]
    assert secret
    for meta in secret:
        chairs = [Chair(n, HUMAN, f"P{n}", "ann") for n in range(meta.seats[0])]
        table = services.tables.create(TableRequest("ann", meta.id, chairs))
        with services.tables.at(table) as result:
            assert find_viewpoint(result, "ann", None).is_hidden
            assert find_viewpoint(result, "ann", 1).seat == 1
            assert find_viewpoint(result, "eve", 1).seat is None
