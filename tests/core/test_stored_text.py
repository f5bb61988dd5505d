"""Texts that are stored: written in the language of the reader."""

from __future__ import annotations

import pytest

from roundhouse.core.formats import format_money
from roundhouse.core.standing_orders import AMOUNT
from roundhouse.core.stored_text import translate_stored
from roundhouse.core.translation import (
    STORED,
    translate,
    translate_in_context,
    translate_plural,
    use_language,
)


def bid() -> str:
    return translate("Bid up to {money} for {lot}", money=format_money(AMOUNT), lot="MoPac")


def end() -> str:
    why = translate("You are out of that auction.")
    return translate("Your order has ended: {order}. {why}", order=bid(), why=why)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Your order has ended: Bid up to $12 for MoPac. You are out of that auction."),
        (
            "de",
            "Dein Auftrag ist beendet: Bis zu 12\xa0$ für MoPac bieten. "
            "Du bist aus dieser Versteigerung ausgestiegen.",
        ),
    ],
)
def test_text_with_texts_is_written_in_the_language_of_the_reader(language: str, text: str) -> None:
    with use_language(STORED):
        stored = end()
    with use_language(language):
        assert translate_stored(stored.replace(AMOUNT, "12")) == text
        assert text == end().replace(AMOUNT, "12")


def test_all_kinds_of_messages() -> None:
    def write() -> list[str]:
        return [
            translate("You"),
            translate_in_context("reader inside of a sentence", "you"),
            translate_plural("{n} small cube", "{n} small cubes", 2),
            format_money("5", "M"),
        ]

    with use_language(STORED):
        stored = write()
    with use_language("fr"):
        assert [translate_stored(text) for text in stored] == write()
        assert translate_stored(f"- {stored[2]} / {stored[3]}") == "- {2} / {3}".format(*write())


def test_other_texts_stay() -> None:
    assert translate_stored("Bid up to $5 for MoPac") == "Bid up to $5 for MoPac"
    with use_language(STORED):
        stored = translate("Unknown {name}", name='\x0f"\x0e')
    assert translate_stored(stored) == 'Unknown \x0f"\x0e'
