"""Standing orders at real tables: carried out with the move before them, seen by nobody else."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from tests.web.conftest import Server, guest, new_table
from tests.web.laying import do, laid, move

from roundhouse.core.orders import Order
from roundhouse.web.errors import NotYours, Refusal
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings

PEOPLE = ("ann", "bob", "cat")


@pytest.fixture
def texas(services: Services) -> str:
    """The first auction, and whoever is to open it."""
    return laid(services, *PEOPLE, game="texas")


def to_act(services: Services, table: str) -> int:
    with services.tables.at(table) as found:
        return found.turn


def order(services: Services, table: str, seat: int, kind: str, amount: int | None = None) -> None:
    with services.tables.at(table) as found:
        offers = {o.kind: o for o in found.game.orders(found.match.state, seat)}
    do(
        services,
        table,
        PEOPLE[seat],
        "order",
        seat=seat,
        kind=kind,
        about=offers[kind].about,
        amount=amount,
    )


def moves(services: Services, table: str) -> list[tuple[int, str]]:
    with services.tables.at(table) as found:
        return [(made.entry.seat, made.entry.words) for made in found.match.line]


def test_an_auction_by_orders(services: Services, texas: str) -> None:
    first = to_act(services, texas)
    second, third = (first + 1) % 3, (first + 2) % 3
    order(services, texas, second, "bid-up-to", 9)
    order(services, texas, third, "pass-this")
    before = len(moves(services, texas))
    move(services, texas, PEOPLE[first], "bid 5")
    assert moves(services, texas)[before:] == [(first, "bid 5"), (second, "bid 6"), (third, "pass")]
    move(services, texas, PEOPLE[first], "bid 9")  # more than was ordered
    made = moves(services, texas)[before + 3 :]
    assert made[:2] == [(first, "bid 9"), (second, "pass")]
    with services.tables.at(texas) as found:
        assert found.turn != second or not found.orders[second].orders
        assert found.orders[second].orders == ()
        assert "That auction is over" in found.orders[second].said


def test_an_order_given_when_it_is_ones_turn_is_carried_out_at_once(
    services: Services, texas: str
) -> None:
    first = to_act(services, texas)
    order(services, texas, first, "bid-up-to", 7)
    assert moves(services, texas)[-1][0] == first
    assert moves(services, texas)[-1][1].startswith("bid")
    assert to_act(services, texas) != first


def test_orders_survive_a_restart(services: Services, texas: str) -> None:
    first = to_act(services, texas)
    second = (first + 1) % 3
    order(services, texas, second, "bid-up-to", 9)
    after = Services.build(Settings(data=services.settings.data))
    move(after, texas, PEOPLE[first], "bid 5")
    assert moves(after, texas)[-1] == (second, "bid 6")
    after.store.close()


def test_what_cannot_be_ordered_is_refused(services: Services, texas: str) -> None:
    seat = to_act(services, texas)
    me = PEOPLE[seat]
    with services.tables.at(texas) as found:
        offer = found.game.orders(found.match.state, seat)[0]
    good: dict[str, Any] = {"seat": seat, "kind": offer.kind, "about": offer.about}
    for wrong in (
        {"amount": None},
        {"amount": 0},
        {"amount": 100_000},
        {"amount": 5, "kind": "win"},
        {"amount": 5, "about": "the moon"},
    ):
        with pytest.raises(Refusal):
            do(services, texas, me, "order", **{**good, **wrong})
    with pytest.raises(NotYours):
        do(services, texas, PEOPLE[(seat + 1) % 3], "order", **good, amount=5)
    with services.tables.at(texas) as found:
        assert not found.orders


def test_orders_are_taken_back(services: Services, texas: str) -> None:
    first = to_act(services, texas)
    second = (first + 1) % 3
    order(services, texas, second, "bid-up-to", 9)
    order(services, texas, second, "pass-until")
    do(services, texas, PEOPLE[second], "cancel-order", seat=second, number=0)
    with services.tables.at(texas) as found:
        assert [o.kind for o in found.orders[second].orders] == ["pass-until"]
    with pytest.raises(Refusal, match="no such standing order"):
        do(services, texas, PEOPLE[second], "cancel-order", seat=second, number=5)
    do(services, texas, PEOPLE[second], "cancel-order", seat=second, number=None)
    move(services, texas, PEOPLE[first], "bid 5")
    assert to_act(services, texas) == second


def test_going_back_ends_all_orders(services: Services, texas: str) -> None:
    first = to_act(services, texas)
    third = (first + 2) % 3
    order(services, texas, third, "bid-up-to", 30)
    move(services, texas, PEOPLE[first], "bid 5")
    do(services, texas, PEOPLE[first], "undo")
    with services.tables.at(texas) as found:
        assert found.orders[third].orders == ()
        assert "went back" in found.orders[third].said


def test_a_bot_in_the_seat_ends_its_orders(services: Services, texas: str) -> None:
    first = to_act(services, texas)
    third = (first + 2) % 3
    order(services, texas, third, "bid-up-to", 30)
    do(services, texas, PEOPLE[third], "hand-over", seat=third, level="random")
    with services.tables.at(texas) as found:
        assert found.orders[third].orders == ()


def test_a_fault_of_a_rooms_orders_stops_nobody(
    services: Services, texas: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = to_act(services, texas)
    second = (first + 1) % 3
    order(services, texas, second, "bid-up-to", 30)
    with services.tables.at(texas) as found:

        def fails(position: object, seat: int, order: Order) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(found.game, "carry_out", fails)
        do(services, texas, PEOPLE[first], "move", found, ply=found.match.ply, move="bid 5")
        assert found.turn == second
        assert "could not be carried out" in found.orders[second].said


# As others see it


def _answers(client: httpx.Client, table: str) -> dict[str, str]:
    """Everything somebody else is shown, less the number that says that something has changed."""
    found = {}
    for where in ("", "/view", "/choices", "/log", "/record", "/orders", "/replay"):
        found[where] = client.get(f"/api/tables/{table}{where}").text
    page = client.get(f"/t/{table}", headers={"accept": "text/html"}).text
    page = re.sub(r'data-revision="\d+"|value="[0-9a-f]{32}"|content="[0-9a-f]{32}"', "", page)
    found["page"] = page
    return found


def test_nobody_else_sees_an_order(server: Server) -> None:
    with (
        guest(server, "Ann") as ann,
        guest(server, "Bob") as bob,
        guest(server, "Cat") as cat,
        guest(server, "Eve") as eve,
    ):
        table = new_table(ann, "me", "open", "open", game="texas", listed=True)
        here = f"/api/tables/{table['id']}"
        for seat, who in ((1, bob), (2, cat)):
            who.post(f"{here}/join", json={"invite": table["seats"][seat]["invite"]})
        seat = (ann.get(here).json()["turn"] + 1) % 3
        people = [ann, bob, cat]
        mine = people.pop(seat)
        others = [*people, eve]
        offers = mine.get(f"{here}/orders").json()["offers"]
        offer = next(o for o in offers if o["kind"] == "bid-up-to")
        before = [_answers(who, table["id"]) for who in others]
        given = {"seat": seat, "kind": "bid-up-to", "about": offer["about"], "amount": 13}
        assert mine.post(f"{here}/order", json=given).status_code == 200
        assert [_answers(who, table["id"]) for who in others] == before
        kept = mine.get(f"{here}/orders").json()
        assert [(o["kind"], o["amount"]) for o in kept["orders"]] == [("bid-up-to", 13)]
        assert "Bid up to $13" in kept["orders"][0]["words"]
        for who in others:  # not even when they ask for it
            refused = who.get(f"{here}/orders", params={"seat": seat})
            assert refused.status_code == 403
        assert eve.get(f"{here}/orders").json() == {
            "seat": None,
            "orders": [],
            "said": "",
            "offers": [],
        }
        for who in others:
            assert who.post(f"{here}/cancel-order", json={"seat": seat}).status_code == 403
