"""Messages in the current language: lookups, plurals, the reader's wording, the pseudo-locale."""

from __future__ import annotations

import threading
from contextvars import copy_context
from pathlib import Path

import pytest

from roundhouse.core import translation
from roundhouse.core.catalogue import compile_catalogue, read_catalogue
from roundhouse.core.pseudo_locale import write_pseudo
from roundhouse.core.text import address_reader, capitalize_first, insert_names, quantity
from roundhouse.core.translation import (
    current_language,
    find_language,
    translate,
    translate_plural,
    use_language,
)

GAINS = "{who} gains {number}"
LAYS = "{who} lays track to {city}: {gains}"


@pytest.mark.parametrize(
    ("preferences", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("es,fr;q=0.5,en;q=0.4", "fr"),
        ("en;q=0.1,de;q=0", "en"),
        ("de;q=abc,fr", "fr"),
        ("", "en"),
        ("xx", "en"),
        (",;;=", "en"),
    ],
)
def test_language_of_a_list(
    preferences: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation, "INCOMPLETE_LANGUAGES", set[str]())
    assert find_language(preferences) == language


def test_incomplete_language_is_not_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "INCOMPLETE_LANGUAGES", {"de"})
    assert find_language("de,fr;q=0.5") == "fr"
    assert find_language("de") == "en"


def test_unknown_message_stays_english() -> None:
    with use_language("de"):
        assert translate("{n} unknown {{thing}}", n=3) == "3 unknown {thing}"
        assert translate_plural("{n} unknown", "{n} unknowns", 1) == "1 unknown"
        assert not translation.is_translated("{n} unknown")


def test_plurals_and_units() -> None:
    with use_language("de"):
        assert translate_plural("{n} small cube", "{n} small cubes", 1) == "1 kleiner Würfel"
        assert translate_plural("{n} small cube", "{n} small cubes", 1201) == "1201 kleine Würfel"
        assert quantity(3, "cubes") == "3 Würfel"
        assert quantity(5, "$M") == "5\xa0Mio.\xa0$"
    assert quantity(1, "cubes") == "1 cube"


def test_reader_is_addressed_inside_of_a_sentence() -> None:
    names = ["Ann", "Bob", "Cal"]
    with use_language("de"):
        gains = ", ".join(translate(GAINS, who=f"@{seat}", number=2) for seat in (0, 2))
        text = translate(LAYS, who="@1", city="Fargo", gains=gains)
        assert insert_names(text, names) == (
            "Bob legt Gleis nach Fargo: Ann gewinnt 2, Cal gewinnt 2"
        )
        for_bob = insert_names(address_reader(text, 1), names)
        assert for_bob == "Du legst Gleis nach Fargo: Ann gewinnt 2, Cal gewinnt 2"
        for_cal = insert_names(address_reader(text, 2), names)
        assert for_cal == "Bob legt Gleis nach Fargo: Ann gewinnt 2, du gewinnst 2"
        assert capitalize_first(translate(GAINS, who="@1", number=1)).count("@1") == 2


@pytest.mark.parametrize(
    ("language", "seats", "texts"),
    [
        (
            "de",
            "@0 und @1",
            ("Du und Bob habt die Runde gewonnen", "Ann und du habt die Runde gewonnen"),
        ),
        ("fr", "@0 et @1", ("Manche gagnée par vous et Bob", "Manche gagnée par Ann et vous")),
    ],
)
def test_reader_is_addressed_as_one_of_several(
    language: str, seats: str, texts: tuple[str, str]
) -> None:
    names = ["Ann", "Bob", "Cal"]
    with use_language(language):
        text = translate("{winners} won the round", winners=seats)
        for seat in (0, 1):
            assert insert_names(address_reader(text, seat), names) == texts[seat]
        others = insert_names(address_reader(text, 2), names)
        assert others == insert_names(text, names)
        assert others in ("Ann und Bob haben die Runde gewonnen", "Manche gagnée par Ann et Bob")


def test_english_grammar_stays() -> None:
    text = translate(GAINS, who="@0", number=2)
    assert text == "@0 gains 2"
    assert address_reader(text, 0) == "@0You gain 2"


def test_name_with_control_characters_does_not_hang() -> None:
    assert insert_names("\x01 is \x01here", ["Ann"]) == "\x01 is \x01here"


def test_threads_keep_the_language_of_their_context() -> None:
    seen: list[str] = []
    with use_language("fr"):
        context = copy_context()
    for run in (
        lambda: context.run(lambda: seen.append(current_language())),
        lambda: seen.append(current_language()),
    ):
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    assert seen == ["fr", "en"]


def test_pseudo_locale_keeps_placeholders() -> None:
    text = write_pseudo("Move {ply} of <b>@2</b>")
    assert "{ply}" in text
    assert "<b>@2</b>" in text
    assert text.startswith("⟦")
    assert len(text) > 1.2 * len("Move {ply} of <b>@2</b>")


def test_translation_with_an_unknown_placeholder_is_left_out(tmp_path: Path) -> None:
    source = tmp_path / "de.po"
    source.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "Good {name}"\nmsgstr "Gut {name}"\n\n'
        'msgid "Bad {name}"\nmsgstr "Schlecht {nam}"\n\n'
        '#, fuzzy\nmsgid "Unsure"\nmsgstr "Unsicher"\n',
        "utf-8",
    )
    assert read_catalogue(compile_catalogue(source)).messages == {"Good {name}": "Gut {name}"}
