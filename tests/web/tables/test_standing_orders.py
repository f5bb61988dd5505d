"""Standing orders at tables: carried out with the previous move, and private."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from tests.web.conftest import Server, guest_client, new_table
from tests.web.table_setup import create_table, execute, move

from roundhouse.core.standing_orders import Order
from roundhouse.table.errors import NotYours, Refusal
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings

USERS = ("ann", "bob", "cat")


@pytest.fixture
def texas(services: Services) -> str:
    """A table of Texas at its first auction."""
    return create_table(services, *USERS, game="texas")


def to_act(services: Services, table: str) -> int:
    with services.tables.at(table) as result:
        return result.turn


def order(services: Services, table: str, seat: int, kind: str, amount: int | None = None) -> None:
    with services.tables.at(table) as result:
        offers = {o.kind: o for o in result.game.list_orders(result.match.state, seat)}
    execute(
        services,
        table,
        USERS[seat],
        "order",
        seat=seat,
        kind=kind,
        about=offers[kind].about,
        amount=amount,
    )


def moves(services: Services, table: str) -> list[tuple[int, str]]:
    with services.tables.at(table) as outcome:
        return [(result.entry.seat, result.entry.words) for result in outcome.match.line]


def test_orders_bid_and_pass_in_an_auction(services: Services, texas: str) -> None:
    first = to_act(services, texas)
    second, third = (first + 1) % 3, (first + 2) % 3
    order(services, texas, second, "bid-up-to", 9)
    order(services, texas, third, "pass-this")
    before = len(moves(services, texas))
    move(services, texas, USERS[first], "bid 5")
    assert moves(services, texas)[before:] == [(first, "bid 5"), (second, "bid 6"), (third, "pass")]
    move(services, texas, USERS[first], "bid 9")  # above the ordered amount
    result = moves(services, texas)[before + 3 :]
    assert result[:2] == [(first, "bid 9"), (second, "pass")]
    with services.tables.at(texas) as outcome:
        assert outcome.turn != second or not outcome.orders[second].orders
        assert outcome.orders[second].orders == ()
        assert "That auction is over" in outcome.orders[second].message


def test_order_on_the_own_turn_is_carried_out_at_once(services: Services, texas: str) -> None:
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
    move(after, texas, USERS[first], "bid 5")
    assert moves(after, texas)[-1] == (second, "bid 6")
    after.storage.database.close()


def test_invalid_orders_are_refused(services: Services, texas: str) -> None:
    seat = to_act(services, texas)
    me = USERS[seat]
    with services.tables.at(texas) as result:
        offer = result.game.list_orders(result.match.state, seat)[0]
    good: dict[str, Any] = {"seat": seat, "kind": offer.kind, "about": offer.about}
    for wrong in (
        {"amount": None},
        {"amount": 0},
        {"amount": 100_000},
        {"amount": 5, "kind": "win"},
        {"amount": 5, "about": "the moon"},
    ):
        with pytest.raises(Refusal):
            execute(services, texas, me, "order", **{**good, **wrong})
    with pytest.raises(NotYours):
        execute(services, texas, USERS[(seat + 1) % 3], "order", **good, amount=5)
    with services.tables.at(texas) as result:
        assert not result.orders


def test_orders_can_be_cancelled(services: Services, texas: str) -> None:
    first = to_act(services, texas)
    second = (first + 1) % 3
    order(services, texas, second, "bid-up-to", 9)
    order(services, texas, second, "pass-until")
    execute(services, texas, USERS[second], "cancel-order", seat=second, number=0)
    with services.tables.at(texas) as result:
        assert [o.kind for o in result.orders[second].orders] == ["pass-until"]
    with pytest.raises(Refusal, match="standing order no longer exists"):
        execute(services, texas, USERS[second], "cancel-order", seat=second, number=5)
    execute(services, texas, USERS[second], "cancel-order", seat=second, number=None)
    move(services, texas, USERS[first], "bid 5")
    assert to_act(services, texas) == second


def test_undo_ends_all_orders(services: Services, texas: str) -> None:
    first = to_act(services, texas)
    third = (first + 2) % 3
    order(services, texas, third, "bid-up-to", 30)
    move(services, texas, USERS[first], "bid 5")
    execute(services, texas, USERS[first], "undo")
    with services.tables.at(texas) as result:
        assert result.orders[third].orders == ()
        assert "undone" in result.orders[third].message


def test_handing_over_a_seat_ends_its_orders(services: Services, texas: str) -> None:
    first = to_act(services, texas)
    third = (first + 2) % 3
    order(services, texas, third, "bid-up-to", 30)
    execute(services, texas, USERS[third], "hand-over", seat=third)
    with services.tables.at(texas) as result:
        assert result.orders[third].orders == ()


def test_error_in_an_order_does_not_stop_the_table(
    services: Services, texas: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = to_act(services, texas)
    second = (first + 1) % 3
    order(services, texas, second, "bid-up-to", 30)
    with services.tables.at(texas) as result:

        def raise_error(position: object, seat: int, order: Order) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(result.game, "carry_out", raise_error)
        execute(services, texas, USERS[first], "move", result, ply=result.match.ply, move="bid 5")
        assert result.turn == second
        assert "could not be followed" in result.orders[second].message


# What other players see


def _responses(client: httpx.Client, table: str) -> dict[str, str]:
    """Return all responses about the table, without its revision and tokens."""
    results = {}
    for where in ("", "/view", "/choices", "/log", "/record", "/orders", "/replay"):
        results[where] = client.get(f"/api/tables/{table}{where}").text
    page = client.get(f"/t/{table}", headers={"accept": "text/html"}).text
    page = re.sub(r'data-revision="\d+"|value="[0-9a-f]{32}"|content="[0-9a-f]{32}"', "", page)
    results["page"] = page
    return results


def test_orders_are_visible_only_to_their_owner(server: Server) -> None:
    with (
        guest_client(server, "Ann") as ann,
        guest_client(server, "Bob") as bob,
        guest_client(server, "Cat") as cat,
        guest_client(server, "Eve") as eve,
    ):
        table = new_table(ann, "me", "open", "open", game="texas", listed=True)
        here = f"/api/tables/{table['id']}"
        for seat, who in ((1, bob), (2, cat)):
            who.post(f"{here}/join", json={"invite": table["seats"][seat]["invite"]})
        seat = (ann.get(here).json()["turn"] + 1) % 3
        visitors = [ann, bob, cat]
        mine = visitors.pop(seat)
        others = [*visitors, eve]
        offers = mine.get(f"{here}/orders").json()["offers"]
        offer = next(o for o in offers if o["kind"] == "bid-up-to")
        before = [_responses(who, table["id"]) for who in others]
        arguments = {"seat": seat, "kind": "bid-up-to", "about": offer["about"], "amount": 13}
        assert mine.post(f"{here}/order", json=arguments).status_code == 200
        assert [_responses(who, table["id"]) for who in others] == before
        data = mine.get(f"{here}/orders").json()
        assert [(o["kind"], o["amount"]) for o in data["orders"]] == [("bid-up-to", 13)]
        assert "Bid up to $13" in data["orders"][0]["words"]
        for who in others:  # nor by asking for the seat's orders
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
