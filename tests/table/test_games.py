"""Whole games at a table without a server, through commands and templates."""

from __future__ import annotations

import random

import pytest
from tests.table.memory import Club

from roundhouse.bots.registry import make_bot
from roundhouse.play import registry
from roundhouse.play.perspective import determinize
from roundhouse.table import moving, seating, standing_orders
from roundhouse.table.chairs import BOT, HUMAN, OPEN, Chair
from roundhouse.table.clock import TIME_CONTROLS
from roundhouse.table.events import (
    GameEnded,
    GameStarted,
    MoveMade,
    MoveUndone,
    OrdersChanged,
    SeatTaken,
    TableCreated,
    UndoRequested,
)
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.presentation.page_context import build_step_page
from roundhouse.table.presentation.table_context import (
    TableStatus,
    ViewRequest,
    build_table_context,
)
from roundhouse.table.presentation.templates import environment
from roundhouse.table.table import ENDED, PLAYING, WAITING, Table
from roundhouse.table.viewpoint import find_viewpoint, visible_record

GAMES = [meta.id for meta in registry.games()]
RENDER_EVERY = 23  # plies
TEMPLATES = environment()


def render(club: Club, table: Table, views: MatchViews, user: str | None) -> str:
    page = build_table_context(club.service, table, views, TableStatus(), ViewRequest(user))
    return TEMPLATES.get_template("_table.html").render(**vars(page), csrf="")


def test_message_about_bots_leaves_the_question_in_place() -> None:
    club = Club("message")
    table = begin(club, "northern")
    status, request = TableStatus(bot_message="Preparing strong bots"), ViewRequest("ann")
    page = build_table_context(club.service, table, MatchViews(table.match), status, request)
    html = TEMPLATES.get_template("_table.html").render(**vars(page), csrf="")
    prompt, _, choices = html.partition('data-part="choices"')
    assert "Preparing strong bots" not in prompt
    assert "Preparing strong bots" in choices


def begin(club: Club, game: str) -> Table:
    """A table with two players, the second invited, and bots in the other seats."""
    seats = max(registry.meta(game).seats[0], 3 if 3 in registry.meta(game).seats else 2)
    chairs = [Chair(0, HUMAN, "Ann", "ann"), Chair(1, OPEN, "open seat", invite="secret")]
    chairs += [Chair(n, BOT, f"Bot {n}", level="random") for n in range(2, seats)]
    table = club.create(game, chairs, time_control=TIME_CONTROLS["normal"])
    assert table.phase == WAITING
    assert "secret" in render(club, table, MatchViews(table.match), "ann")
    assert "secret" not in render(club, table, MatchViews(table.match), "bob")
    assert "to move" not in render(club, table, MatchViews(table.match), "ann")
    club.execute(table, "bob", "join", invite="secret", name="Bob")
    assert (table.phase, table.names[:2]) == (PLAYING, ["Ann", "Bob"])
    assert [club.log.count(kind) for kind in (TableCreated, SeatTaken, GameStarted)] == [1, 1, 1]
    return table


def take_turn(club: Club, table: Table, rng: random.Random) -> None:
    state, ply = table.match.state, table.match.ply
    if table.bot_to_move is not None:
        bot = make_bot("random", table.game, rng)
        words = table.game.text(bot.choose(determinize(state, state.turn, rng)))
        moving.move(club.service, table, [state.turn], [words], ply, by_bot=True)
        return
    club.time.now += 5
    user = table.chairs[state.turn].user or ""
    words = table.game.text(rng.choice(state.legal()))
    club.execute(table, user, "move", ply=str(ply), move=words, seat=str(state.turn))


def undo_by_consent(club: Club, table: Table) -> None:
    """Ann requests an undo of her last move, and Bob agrees."""
    ply = table.last_choice([0])
    assert ply is not None
    club.execute(table, "ann", "ask")
    assert table.proposal
    club.execute(table, "bob", "agree")
    assert table.match.ply >= ply
    assert table.proposal is None
    assert club.log.count(UndoRequested) == club.log.count(MoveUndone) == 1


def order_and_cancel(club: Club, table: Table) -> bool:
    """Give Ann a standing order that the game offers, if there is one."""
    offered = standing_orders.offers(table, 0)
    if not offered:
        return False
    offer, before = offered[0], len(table.match.entries)
    amount = {} if offer.low is None else {"amount": str(offer.low)}
    club.execute(table, "ann", "order", seat="0", kind=offer.kind, about=offer.about, **amount)
    assert club.log.count(OrdersChanged) or len(table.match.entries) > before
    if table.orders[0].orders:
        club.execute(table, "ann", "cancel-order", seat="0")
    assert not table.orders[0].orders
    return True


@pytest.mark.parametrize("game", GAMES)
def test_whole_game(game: str) -> None:
    club, rng = Club(game), random.Random(game)
    table = begin(club, game)
    views, undone, ordered, rendered = MatchViews(table.match), False, False, 0
    while table.phase == PLAYING:
        take_turn(club, table, rng)
        if table.phase != PLAYING:
            break
        if not undone and table.match.ply > 15 and table.last_choice([0]) is not None:
            undo_by_consent(club, table)
            undone = True
        ordered = ordered or order_and_cancel(club, table)
        if table.match.ply >= RENDER_EVERY * rendered and table.human_to_move is not None:
            rendered += 1
            mine = render(club, table, views, table.chairs[table.human_to_move].user)
            assert 'data-turn="1"' in mine
            assert 'name="move"' in mine
            assert 'data-turn=""' in render(club, table, views, None)
    assert table.match.over
    assert undone
    assert rendered
    assert ordered or game == "northern"  # which has no standing orders
    assert (table.phase, club.log.count(GameEnded)) == (ENDED, 1)
    assert club.log.count(MoveMade) == sum(e.kind != "undo" for e in table.match.entries)
    assert "View result" in render(club, table, views, "ann")
    if seating.may_invite(table):
        fresh = club.storage.load(seating.rematch(club.service, table, "ann", invite=True))
        kinds = [chair.kind for chair in fresh.chairs]
        assert kinds == [HUMAN, HUMAN, OPEN, *[BOT] * (len(kinds) - 3)]
    viewpoint = find_viewpoint(table, "ann", None)
    step = build_step_page(views, table.names, viewpoint, table.match.ply // 2)
    assert TEMPLATES.get_template("_step.html").render(**vars(step))
    stored = club.storage.load(table.id)
    assert stored.match.state.pack() == table.match.state.pack()
    assert visible_record(stored, None, None).moves == table.match.record().moves
