"""Find English texts in pages and sentences that are in the pseudo-locale."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from html.parser import HTMLParser

from roundhouse.core.rule import INTERPRETED
from roundhouse.core.translation import PSEUDO
from roundhouse.play import registry
from roundhouse.play.lesson import get_lesson

SHOWN = ("title", "aria-label", "placeholder", "alt", "data-confirm", "data-done", "label")
# Their content is code, or what a user has written.
CODE = ("style", "script", "textarea", "code", "pre", "kbd")
# Words that are the same in every language: names of the site, of bots, of keys and of formats.
WORDS = {
    *("Roundhouse", "Ada", "Brunel", "Casey", "Dora", "Pseudo", "beta", "Bot"),
    *("Esc", "Enter", "Tab", "API", "QR", "JSON", "SVG", "TOML", "Discord", "Slack", "Webhook"),
}
# Keys of a board file whose values are names, as are the keys of its tables.
NAME_KEYS = {"name", "label", "title", "note", "short", "id"}
WORD = re.compile(r"(?<!\w)[A-Za-z]{3,}(?!\w)")
NOTATION = re.compile(r"https?://\S+|\b[a-z]+-\d")  # addresses, and words of moves
PLAIN_VOWEL = re.compile(r"[aeiouAEIOU]")


class _Texts(HTMLParser):
    """Collects the texts and the shown attributes of a page that are in its language."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._left_out: list[str] = []  # the open element that is left out, and equal ones in it

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._left_out:
            self._left_out += [tag] if tag == self._left_out[0] else []
            return
        values = dict(attrs)
        if tag in CODE or values.get("lang", PSEUDO) != PSEUDO:
            self._left_out.append(tag)
        else:
            self.texts += [value for name, value in attrs if name in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        if self._left_out and tag == self._left_out[0]:
            self._left_out.pop()

    def handle_data(self, data: str) -> None:
        if not self._left_out:
            self.texts.append(data)


def find_english(html: str) -> set[str]:
    """Return the English texts of a page, at most 100 characters and `#` in place of numbers."""
    parser = _Texts()
    parser.feed(html)
    texts = (" ".join(text.split()) for text in parser.texts)
    return {re.sub(r"\d+", "#", text)[:100] for text in texts if _has_english_word(text)}


def _has_english_word(text: str) -> bool:
    words = (word for word in WORD.findall(NOTATION.sub("", text)) if PLAIN_VOWEL.search(word))
    return any(word not in _proper_names() for word in words)


@cache
def _proper_names() -> set[str]:
    """Return the words of the names of games, places and players of lessons."""
    result = set(WORDS)
    for meta in registry.games():
        result.update(re.findall(r"\w+", meta.title))
        result.update(_list_names(registry.load(meta.id, speed=INTERPRETED).board_file.data))
        lesson = get_lesson(meta.id)
        result.update(lesson.names if lesson else ())
    return result


def _list_names(value: object, key: str = "") -> Iterator[str]:
    """Yield the words of the names in a board file."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _list_names(each, name)
            yield from re.findall(r"\w+", name) if isinstance(each, Mapping) else ()
    elif isinstance(value, list):
        for each in value:
            yield from _list_names(each, key)
    elif isinstance(value, str) and key in NAME_KEYS:
        yield from re.findall(r"\w+", value)
