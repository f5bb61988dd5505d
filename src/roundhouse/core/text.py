"""Text for players: lists, counts, money and the names and letters of seats.

`@2` in a prompt or a log sentence stands for the name of seat 2; `insert_names` replaces it. In
other languages than English, a text may offer one wording for the reader and one for the others;
`address_reader` and `insert_names` choose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from roundhouse.core.formats import format_money
from roundhouse.core.translation import (
    ENGLISH,
    MIDDLE,
    OPEN,
    choose_alternatives,
    current_language,
    translate,
    translate_in_context,
    translate_plural,
)

SEAT_LETTERS = "ABCDEF"  # one for each seat, up to `MAX_SEATS`
# A seat, with the word that stands for its name: `@2`, or `@2[du]` in control characters.
WORD, WORD_END = "\x05", "\x06"
_SEAT = re.compile(r"@(\d)(?:\x05([^\x06]*)\x06)?")
# The reader's seat, at the start of a sentence or not, with the verb that follows it.
_READER = r"(^|[.!?] )?@{seat}(?:('s)| ([a-z]+s)(?=[ :;,.]|$))?"
_READER_ALONE = r"(^|[.!?] )?@{seat}(?!\x05)"
# A second verb of the same subject, as in "buys a share and becomes president".
_SECOND_VERB = re.compile(r"(@\d[Yy]ou [^.:;,@]*? and )(becomes|collects|gets|starts)\b")
_IRREGULAR_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_BEGIN = re.compile(r"(?:\x01\d\x02)+")


def insert_names(text: str, names: Sequence[str]) -> str:
    """Replace `@2` and the like with the names of the seats."""

    def name(match: re.Match[str]) -> str:
        seat = int(match.group(1))
        if match.group(2) is not None:
            return match.group(2)
        return names[seat] if seat < len(names) else match.group(0)

    return _SEAT.sub(name, choose_alternatives(text, None))


def address_reader(text: str, seat: int) -> str:
    """Write a text in the second person for the player in a seat.

    `@2 builds` becomes `@2You build`: the word that stands for the name follows the seat. In other
    languages the text itself offers the second person, and the word is in control characters.
    """
    if current_language() != ENGLISH:
        return _address_in_translation(choose_alternatives(text, seat), seat)

    def address(match: re.Match[str]) -> str:
        begin, possessive, verb = match.groups()
        word = "you" if begin is None else "You"
        suffix = "r" if possessive else f" {_conjugate(verb)}" if verb else ""
        return f"{begin or ''}@{seat}{word}{suffix}"

    addressed = re.sub(_READER.format(seat=seat), address, text)
    return _SECOND_VERB.sub(lambda m: m[1] + _conjugate(m[2]), addressed)


def _address_in_translation(text: str, seat: int) -> str:
    begins = translate_in_context("reader at the start of a sentence", "You")
    inside = translate_in_context("reader inside of a sentence", "you")

    def address(match: re.Match[str]) -> str:
        word = inside if match[1] is None else begins
        return f"{match[1] or ''}@{seat}{WORD}{word}{WORD_END}"

    return re.sub(_READER_ALONE.format(seat=seat), address, text)


def _conjugate(verb: str) -> str:
    if verb in _IRREGULAR_VERBS:
        return _IRREGULAR_VERBS[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb[:-1]


def count(n: int, thing: str, plural: str = "") -> str:
    """Return a number with its noun: `1 rail`, `3 rails`, `2 cities`.

    The noun is a constant, from which the catalogues get `{n} rail` and `{n} rails`.
    """
    return translate_plural(f"{{n}} {thing}", f"{{n}} {plural or thing + 's'}", n)


def quantity(amount: int, unit: str) -> str:
    """Return an amount with its unit: $96M, 1 cube, 4 cubes, 1 round won."""
    before, number, after = split_quantity(amount, unit)
    return before + number + after


def split_quantity(amount: int, unit: str) -> tuple[str, str, str]:
    """Return what is before an amount, the amount, and what is after it."""
    if unit.startswith("$"):
        before, _amount, after = format_money("\0", unit[1:]).partition("\0")
    else:
        many = f"{{n}} {unit}".strip()
        text = translate_plural(f"{{n}} {singular(unit)}".strip(), many, amount, n="\0")
        before, _amount, after = text.partition("\0")
    return before, str(amount), after


def unit_name(unit: str) -> str:
    """Return a unit without an amount: `cubes`, `$M`."""
    if current_language() == ENGLISH:
        return unit
    before, _amount, after = split_quantity(2, unit)
    return (before + after).strip()


def singular(unit: str) -> str:
    """Return the unit of one: `cube` for `cubes`; units such as VP stay the same."""
    noun, _, rest = unit.partition(" ")
    return " ".join([noun.removesuffix("s"), rest]).strip() if unit.islower() else unit


def with_article(word: str) -> str:
    """Return a word with its article: `a coin`, `an iron`."""
    if current_language() == ENGLISH:
        return f"{'an' if word[0] in 'aeiouAEIOU' else 'a'} {word}"
    return translate_in_context("with article", word)


def join_words(parts: Iterable[str], none: str | None = None, conjunction: str = "and") -> str:
    """Join words as in a sentence: `a`, `a and b`, `a, b and c`."""
    *most, last = tuple(parts) or (translate("nothing") if none is None else none,)
    if not most:
        return last
    first = ", ".join(most)
    if conjunction == "or":
        return translate("{first} or {last}", first=first, last=last)
    return translate("{first} and {last}", first=first, last=last)


def format_signed(amount: int) -> str:
    """Return an amount of money with its sign: `+$3`, `−$3`."""
    return ("+" if amount >= 0 else "−") + format_money(str(abs(amount)))


def capitalize_first(text: str) -> str:
    """Capitalize the first letter and leave the others unchanged."""
    if not text.startswith(OPEN):
        return text[:1].upper() + text[1:]
    # Of both wordings.
    begin = _BEGIN.match(text)
    at = begin.end() if begin else 0
    text = text[:at] + capitalize_first(text[at:])
    other = text.find(MIDDLE, at)
    return text[: other + 1] + capitalize_first(text[other + 1 :])
