from __future__ import annotations

from roundhouse.core.text import address_reader, insert_names, with_article


def test_names_replace_seats() -> None:
    assert insert_names("@0 pays @1 $3", ["Ann", "Bo"]) == "Ann pays Bo $3"


def test_seat_without_a_name_is_kept() -> None:
    assert insert_names("@5 and me@home", ["Ann"]) == "@5 and me@home"


def test_seats_inside_names_are_not_replaced() -> None:
    assert insert_names("@0 and @1", ["@1", "Bo"]) == "@1 and Bo"


def test_articles() -> None:
    assert (with_article("coin"), with_article("Engineer")) == ("a coin", "an Engineer")


def test_texts_address_their_reader() -> None:
    examples = {
        "@0 lays track: @0 gains 1, @1 gains 2": "@0You lay track: @0you gain 1, @1 gains 2",
        "@1 passes; @0 has the card": "@1 passes; @0you have the card",
        "@0 buys it and becomes president": "@0You buy it and become president",
        "@0 lobbies a senator": "@0You lobby a senator",
        "@0 passes": "@0You pass",
        "@0's cubes are lost": "@0Your cubes are lost",
        "One bid each. @0 bids last": "One bid each. @0You bid last",
        "@1 and @0 tied with 2": "@1 and @0you tied with 2",
        "@0 took back a move": "@0You took back a move",
    }
    for text, expected in examples.items():
        assert address_reader(text, 0) == expected
        assert address_reader(text, 3) == text
