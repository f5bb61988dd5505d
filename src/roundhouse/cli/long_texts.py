"""Long texts with a file for each language: rules, and documentation for players.

A translation stands beside the English text: `RULES.de.md` beside `RULES.md`. A table keeps the
digest of the English text that each translation was made from, so that an outdated one is found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from roundhouse.core.translation import SOURCES

DOCS = SOURCES.parents[1] / "docs"  # in a clone only
DIGESTS = SOURCES / "core" / "locale" / "long_texts.tsv"
HEADER = """\
# The English texts that translations were made from: a file below src/roundhouse or in the repository,
# and a digest of its English text. Written by `roundhouse translations confirm`.
"""
RULES = ("RULES.md", "RULES_SHORT.md")
# Of the documentation; a folder ends in "/".
PAGES_FOR_PLAYERS = ("index.md", "tutorials/first-game.md", "how-to/play/", "games/")


def is_for_players(page: str) -> bool:
    """Return whether a page of the documentation, such as `games/union.md`, is translated."""
    return any(
        page.startswith(each) if each.endswith("/") else page == each for each in PAGES_FOR_PLAYERS
    )


def name_translation(name: str, language: str) -> str:
    """Return the file name of a translation: `RULES.de.md` for `RULES.md`."""
    return f"{name.removesuffix('.md')}.{language}.md"


def list_texts(package: str = "") -> list[Path]:
    """Return the English texts in package folders, or in the documentation, that end so."""
    folders = [path.parent for path in sorted(SOURCES.glob("games/*/meta.py"))]
    texts = [folder / name for folder in folders for name in RULES]
    pages = [path for path in sorted(DOCS.rglob("*.md")) if path.suffixes == [".md"]]
    texts += [path for path in pages if is_for_players(path.relative_to(DOCS).as_posix())]
    return [
        path
        for path in texts
        if path.is_file() and _folder_of(path).as_posix().endswith(package or "")
    ]


def find_problems(language: str, package: str = "") -> tuple[int, list[str]]:
    """Return how many long texts there are, and what is missing or older than its source."""
    texts, digests = list_texts(package), _read_digests()
    return len(texts), list(_find_problems(texts, language, digests))


def confirm(language: str, package: str = "") -> int:
    """Note that the translations in a package agree with the English texts; count them."""
    digests, count = _read_digests(), 0
    for path in list_texts(package):
        translation = path.with_name(name_translation(path.name, language))
        if translation.is_file():
            digests[_name(translation)] = _digest(path)
            count += 1
    rows = [f"{name}\t{digest}\n" for name, digest in sorted(digests.items())]
    DIGESTS.write_text(HEADER + "".join(rows), encoding="utf-8")
    return count


def _find_problems(texts: list[Path], language: str, digests: dict[str, str]) -> Iterator[str]:
    for path in texts:
        translation = path.with_name(name_translation(path.name, language))
        name = _name(translation)
        if not translation.is_file():
            yield f"missing: {name}"
        elif name not in digests:
            yield f"not confirmed: {name}"
        elif digests[name] != _digest(path):
            yield f"older than the English text: {name}"


def _read_digests() -> dict[str, str]:
    lines = DIGESTS.read_text(encoding="utf-8").splitlines() if DIGESTS.is_file() else []
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {row[0]: row[-1] for row in rows if row[0]}


def _folder_of(path: Path) -> Path:
    return DOCS if DOCS in path.parents else path.parent


def _name(path: Path) -> str:
    base = DOCS.parent if DOCS in path.parents else SOURCES
    return path.relative_to(base).as_posix()


def _digest(path: Path) -> str:
    text = path.read_text(encoding="utf-8")  # line ends are the same on every system
    return hashlib.sha256(text.encode()).hexdigest()[:16]
