"""Long texts with a file for each language: rules, and documentation for players.

A translation stands beside the English text: `RULES.de.md` beside `RULES.md`. A table keeps the
digest of the English text that each translation was made from, so that an outdated one is found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from roundhouse.core.translation import SOURCES

RULES = ("RULES.md", "RULES_SHORT.md")
# Pages of the documentation; a folder ends in "/".
PAGES_FOR_PLAYERS = ("index.md", "tutorials/first-game.md", "how-to/play/", "games/")
DIGESTS = "core/locale/long_texts.tsv"
HEADER = """\
# The English texts that translations were made from: the file of a translation, a tab, and a digest
# of the English text. Written by `roundhouse translations confirm`.
"""


def is_for_players(page: str) -> bool:
    """Return whether a page such as `games/union.md` is translated."""
    return any(
        page.startswith(each) if each.endswith("/") else page == each for each in PAGES_FOR_PLAYERS
    )


def name_translation(name: str, language: str) -> str:
    """Return the file name of a translation: `RULES.de.md` for `RULES.md`."""
    return f"{name.removesuffix('.md')}.{language}.md"


@dataclass(frozen=True)
class LongTexts:
    """The long texts of the sources and of the documentation."""

    sources: Path
    docs: Path  # exists in a clone only

    def list_english(self, package: str = "") -> list[Path]:
        """Return the English texts in a folder such as `games/union` or `docs`."""
        games = [path.parent for path in sorted(self.sources.glob("games/*/meta.py"))]
        texts = [(folder, folder / name) for folder in games for name in RULES]
        pages = [path for path in sorted(self.docs.rglob("*.md")) if path.suffixes == [".md"]]
        texts += [
            (self.docs, path)
            for path in pages
            if is_for_players(path.relative_to(self.docs).as_posix())
        ]
        return [
            path for folder, path in texts if path.is_file() and folder.as_posix().endswith(package)
        ]

    def find_problems(self, language: str, package: str = "") -> Iterator[str]:
        """Yield the translations that are missing, new, or older than the English text."""
        digests = self._read_digests()
        for path in self.list_english(package):
            translation = path.with_name(name_translation(path.name, language))
            name = self._name(translation)
            if not translation.is_file():
                yield f"{name} is missing"
            elif name not in digests:
                yield f"{name} is not confirmed"
            elif digests[name] != _digest(path):
                yield f"{name} is older than the English text"

    def confirm(self, language: str, package: str = "") -> int:
        """Note that translations agree with the English texts; return how many."""
        digests, count = self._read_digests(), 0
        for path in self.list_english(package):
            translation = path.with_name(name_translation(path.name, language))
            if translation.is_file():
                digests[self._name(translation)] = _digest(path)
                count += 1
        rows = [f"{name}\t{digest}\n" for name, digest in sorted(digests.items())]
        (self.sources / DIGESTS).write_text(HEADER + "".join(rows), encoding="utf-8")
        return count

    def _read_digests(self) -> dict[str, str]:
        path = self.sources / DIGESTS
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        rows = (line.partition("\t") for line in lines if not line.startswith("#"))
        return {name: digest for name, _, digest in rows}

    def _name(self, path: Path) -> str:
        is_page = self.docs in path.parents
        return path.relative_to(self.docs.parent if is_page else self.sources).as_posix()


LONG_TEXTS = LongTexts(SOURCES, SOURCES.parents[1] / "docs")


def _digest(path: Path) -> str:
    text = path.read_text(encoding="utf-8")  # with the same line ends on every system
    return hashlib.sha256(text.encode()).hexdigest()[:16]
