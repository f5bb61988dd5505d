"""Names that look alike, by Unicode's confusable characters and scripts."""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from importlib import resources

from confusable_homoglyphs.categories import alias

MARK = "\u200e"  # the data puts this mark around letters that are written from right to left
# Beyond the Unicode data: letters of any case count as the same, so `i` looks like `l` as `I` does.
_MORE = str.maketrans({"i": "l", "!": "l", "$": "s"})
_PAIRS = (("vv", "w"),)
_COMMON = {"COMMON", "INHERITED"}
# Scripts that are written together (Unicode Technical Standard 39, "highly restrictive").
_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)


def skeletons(name: str) -> frozenset[str]:
    """Return the visual skeletons of a name; two names that look alike share one.

    There are two, because a capital may look like another letter than its small letter.
    """
    return frozenset((skeleton(name), skeleton(name.casefold())))


def skeleton(text: str) -> str:
    """Return what a text looks like, without case, marks, spaces and punctuation."""
    plain = _replace(unicodedata.normalize("NFKD", text)).casefold()
    plain = _replace(unicodedata.normalize("NFKD", plain)).translate(_MORE)
    folded = "".join(c for c in plain if c.isalnum())
    for several, one in _PAIRS:
        folded = folded.replace(several, one)
    return folded or unicodedata.normalize("NFKC", text).casefold()


def mixes_scripts(name: str) -> bool:
    """Return whether the letters come from scripts that are not written together."""
    scripts = {alias(c) for c in name if c.isalnum()} - _COMMON
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


def _replace(text: str) -> str:
    return text.translate(_prototypes())


@cache
def _prototypes() -> dict[int, str]:
    """Return what stands for each character that looks like another one.

    The data lists the pairs in both directions. A character has one prototype; a prototype stands
    for many characters, and only a prototype may have several letters.
    """
    file = resources.files("confusable_homoglyphs") / "confusables.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    pairs = {text: [other["c"] for other in others] for text, others in data.items()}
    result = {}
    for text, others in pairs.items():
        character, prototype = text.strip(MARK), others[0].strip(MARK)
        is_prototype = len(others) > 1 or len(character) != 1
        same_rank = len(pairs[others[0]]) == 1 and len(prototype) == 1
        if not is_prototype and not (same_rank and prototype > character):
            result[ord(character)] = prototype
    return result
