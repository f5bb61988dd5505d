"""What a table stores, read in other languages: standing orders, choices, damage; winners."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.table.memory import Club

from roundhouse.core.translation import PSEUDO, use_language
from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.early_choices import find_choice
from roundhouse.table.errors import Clash
from roundhouse.table.presentation.endings import announce_winners, headline, summary
from roundhouse.table.presentation.markup import NamesForReader
from roundhouse.table.standing_orders import offers, orders_of
from roundhouse.table.table import Table

USERS = ("ann", "bob", "cem")


def begin(game: str) -> tuple[Club, Table]:
    club = Club()
    chairs = [Chair(n, HUMAN, user.title(), user) for n, user in enumerate(USERS)]
    return club, club.create(game, chairs)


def give_order(club: Club, table: Table, seat: int, kind: str, amount: int | None) -> None:
    about = next(offer.about for offer in offers(table, seat) if offer.kind == kind)
    fields = {"seat": seat, "kind": kind, "about": about, "amount": amount}
    club.execute(table, USERS[seat], "order", **fields)


def move(club: Club, table: Table, words: str) -> None:
    club.execute(table, USERS[table.turn], "move", ply=table.match.ply, move=words)


def test_orders_are_read_in_the_language_of_the_reader() -> None:
    club, table = begin("texas")
    first, second = table.turn, (table.turn + 1) % 3
    with use_language("fr"):
        give_order(club, table, second, "bid-up-to", 9)
    assert orders_of(table, second).orders[0].words == "Bid up to $9 for GHH"
    with use_language("de"):
        german = orders_of(table, second).orders[0].words
        assert german == "Bis zu 9\xa0$ für GHH bieten"
        move(club, table, "bid 5")
        move(club, table, "pass")
        assert table.turn == first
        move(club, table, "bid 10")  # ends the order of the other player
    message = orders_of(table, second).message
    assert message.startswith("Your order has ended: Bid up to $9 for GHH. ")
    with use_language("de"):
        message = orders_of(table, second).message
        assert message.startswith(f"Dein Auftrag ist beendet: {german}. ")
    with use_language(PSEUDO):
        assert "order" not in orders_of(table, second).message


def test_end_of_all_orders_is_read_in_the_language_of_the_reader() -> None:
    club, table = begin("texas")
    second = (table.turn + 1) % 3
    give_order(club, table, second, "bid-up-to", 9)
    club.execute(table, USERS[second], "hand-over", seat=second)
    assert orders_of(table, second).message.startswith("A bot took over your seat")
    with use_language("fr"):
        assert orders_of(table, second).message.startswith("Un bot a pris votre place")


def test_order_of_an_older_version_is_shown_as_it_was_stored() -> None:
    club, table = begin("texas")
    give_order(club, table, 0, "pass-until", None)
    order = replace(table.orders[0].orders[0], words="Pass every auction")
    table.orders[0] = replace(table.orders[0], orders=(order,), message="It has ended.")
    with use_language("de"):
        assert orders_of(table, 0).orders[0].words == "Pass every auction"
        assert orders_of(table, 0).message == "It has ended."


def test_choice_before_the_turn_is_read_in_the_language_of_the_reader() -> None:
    club, table = begin("union")
    state = table.game.choose_early(table.match.state, 2)
    assert state is not None
    words = table.game.text(state.legal()[0])
    fields = {"ply": table.match.ply, "move": words, "seat": 2}
    club.execute(table, "cem", "move", **fields)
    texts = {}
    for language in ("en", "de", "fr"):
        with use_language(language):
            choice = find_choice(orders_of(table, 2))
            assert choice is not None
            texts[language] = choice.words
    assert texts["en"].startswith("Reveal ")
    assert len(set(texts.values())) == 3


def test_damage_is_told_in_the_language_of_the_reader() -> None:
    club, table = begin("northern")
    for _ in range(3):
        move(club, table, table.game.text(table.match.state.legal()[0]))
    stored = club.storage.tables[table.id]
    del stored.match.entries[1]
    with use_language("de"):
        damaged = club.storage.load(table.id)
    with pytest.raises(Clash, match="This match is damaged"):
        damaged.check_playing()
    with use_language("fr"), pytest.raises(Clash, match="Cette partie est endommagée"):
        damaged.check_playing()


@pytest.mark.parametrize(
    ("language", "reader", "title"),
    [
        ("en", 0, "You and Cem share the win"),
        ("en", None, "Ann and Cem share the win"),
        ("de", 0, "Du und Cem teilt euch den Sieg"),
        ("de", 2, "Ann und du teilt euch den Sieg"),
        ("de", 1, "Du wurdest 3."),
        ("de", None, "Ann und Cem teilen sich den Sieg"),
        ("fr", 0, "Victoire partagée : vous et Cem"),
        ("fr", None, "Victoire partagée : Ann et Cem"),
    ],
)
def test_reader_is_one_of_several_winners(language: str, reader: int | None, title: str) -> None:
    names = NamesForReader(("Ann", "Bob", "Cem"), reader)
    with use_language(language):
        assert headline((0, 2, 0), names).striptags() == title
        announced = announce_winners((0, 2, 0), names).striptags()
        assert announced == title or reader == 1
        assert "{" not in summary((0, 2, 0), (5, 3, 5), names, "cubes")
