"""Text for players: lists, counts, money and the names and letters of seats.

`@2` in a prompt or a log sentence stands for the name of seat 2; `insert_names` replaces it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

SEAT_LETTERS = "ABCDEF"  # one for each seat, up to `MAX_SEATS`
_SEAT = re.compile(r"@(\d)")
# The reader's seat, at the start of a sentence or not, with the verb that follows it.
_READER = r"(^|[.!?] )?@{seat}(?:('s)| ([a-z]+s)(?=[ :;,.]|$))?"
# A second verb of the same subject, as in "buys a share and becomes president".
_SECOND_VERB = re.compile(r"(@\d[Yy]ou [^.:;,@]*? and )(becomes|collects|gets|starts)\b")
_IRREGULAR_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def insert_names(text: str, names: Sequence[str]) -> str:
    """Replace `@2` and the like with the names of the seats."""

    def name(match: re.Match[str]) -> str:
        seat = int(match.group(1))
        return names[seat] if seat < len(names) else match.group(0)

    return _SEAT.sub(name, text)


def address_reader(text: str, seat: int) -> str:
    """Write a text in the second person for the player in a seat.

    `@2 builds` becomes `@2You build`: the word that stands for the name follows the seat.
    """

    def address(match: re.Match[str]) -> str:
        begin, possessive, verb = match.groups()
        word = "you" if begin is None else "You"
        suffix = "r" if possessive else f" {_conjugate(verb)}" if verb else ""
        return f"{begin or ''}@{seat}{word}{suffix}"

    addressed = re.sub(_READER.format(seat=seat), address, text)
    return _SECOND_VERB.sub(lambda m: m[1] + _conjugate(m[2]), addressed)


def _conjugate(verb: str) -> str:
    if verb in _IRREGULAR_VERBS:
        return _IRREGULAR_VERBS[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb[:-1]


def count(n: int, thing: str, plural: str = "") -> str:
    """Return a number with its noun: `1 rail`, `3 rails`, `2 cities`."""
    return f"{n} {thing if n == 1 else plural or thing + 's'}"


def quantity(amount: int, unit: str) -> str:
    """Return an amount with its unit: $96M, 1 cube, 4 cubes, 1 round won."""
    if unit.startswith("$"):
        return f"${amount}{unit[1:]}"
    return f"{amount} {singular(unit) if amount == 1 else unit}".strip()


def singular(unit: str) -> str:
    """Return the unit of one: `cube` for `cubes`; units such as VP stay the same."""
    noun, _, rest = unit.partition(" ")
    return " ".join([noun.removesuffix("s"), rest]).strip() if unit.islower() else unit


def with_article(word: str) -> str:
    """Return a word with its article: `a coin`, `an iron`."""
    return f"{'an' if word[0] in 'aeiouAEIOU' else 'a'} {word}"


def join_words(parts: Iterable[str], none: str = "nothing", conjunction: str = "and") -> str:
    """Join words as in a sentence: `a`, `a and b`, `a, b and c`."""
    *most, last = tuple(parts) or (none,)
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def format_signed(amount: int) -> str:
    """Return an amount of money with its sign: `+$3`, `−$3`."""
    return f"+${amount}" if amount >= 0 else f"−${-amount}"


def capitalize_first(text: str) -> str:
    """Capitalize the first letter and leave the others unchanged."""
    return text[:1].upper() + text[1:]
