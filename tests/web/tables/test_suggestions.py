"""Good first choices: shown to learners, never in a game that may be rated."""

from __future__ import annotations

import pytest
from tests.web.table_setup import move

from roundhouse.play import registry
from roundhouse.table.chairs import BOT, HUMAN, Chair
from roundhouse.table.presentation.table_context import TableContext, ViewRequest
from roundhouse.table.service import TableRequest
from roundhouse.web.accounts.sessions import User
from roundhouse.web.services import Services
from roundhouse.web.tables.table_page import table_context


def look(services: Services, table: str, user: str, seat: int | None = None) -> TableContext:
    with services.tables.at(table) as result:
        return table_context(services, result, ViewRequest(user, seat))


def seat_user(services: Services, user: str, game: str = "rails") -> str:
    """Create a table where one user plays all seats; Rails up to the first placement."""
    seats = registry.meta(game).seats[0]
    chairs = [Chair(seat, HUMAN, f"Ann {seat}", user) for seat in range(seats)]
    table = services.tables.create(TableRequest(user, game, chairs))
    for _ in range(40):
        with services.tables.at(table) as result:
            view = result.match.state.view(result.turn)
        if view["phase"] in ("worker", "over") or game != "rails":
            return table
        move(services, table, user, view["choices"][0]["move"])
    raise AssertionError("no worker is ever placed")


def find_turn(services: Services, table: str) -> int:
    with services.tables.at(table) as result:
        return result.turn


def new_guest(services: Services) -> User:
    return services.users.create_guest(services.signer.new_token())


@pytest.fixture
def guest(services: Services) -> User:
    return new_guest(services)


def test_guest_sees_reasons_on_their_turn(services: Services, guest: User) -> None:
    table = seat_user(services, guest.id)
    page = look(services, table, guest.id, find_turn(services, table))
    assert 1 <= len(page.suggestions) <= 3
    first = [offer.moves[0] for offer in page.offers.groups[0].offers]
    assert first[: len(page.suggestions)] == list(page.suggestions)


def test_others_see_no_suggestions(services: Services, guest: User) -> None:
    table = seat_user(services, guest.id)
    waiting = 1 - find_turn(services, table)
    assert look(services, table, guest.id, waiting).suggestions == {}
    assert look(services, table, new_guest(services).id).suggestions == {}


def test_account_sees_them_only_after_a_hint(services: Services, guest: User) -> None:
    services.register(guest, "Ann", "steam engine")
    table = seat_user(services, guest.id)
    seat = find_turn(services, table)
    assert not look(services, table, guest.id, seat).suggests
    services.social.results.mark_unrated(table, "a hint was given")
    assert look(services, table, guest.id, seat).suggestions


def test_spectators_of_bots_see_no_suggestions(services: Services, guest: User) -> None:
    chairs = [Chair(seat, BOT, "Bot", level="random") for seat in range(2)]
    table = services.tables.create(TableRequest(guest.id, "rails", chairs))
    assert not look(services, table, guest.id).suggests


def test_no_suggestions_among_players(services: Services, guest: User) -> None:
    other = new_guest(services)
    chairs = [Chair(n, HUMAN, "Ann", user.id) for n, user in enumerate((guest, other))]
    table = services.tables.create(TableRequest(guest.id, "rails", chairs))
    assert not look(services, table, guest.id).suggests


def test_game_without_suggestions_offers_none(services: Services, guest: User) -> None:
    table = seat_user(services, guest.id, game="southern")
    assert not look(services, table, guest.id).suggests
