"""The folder of a training: what lies where, and whether it is of this game.

books/            what teachers played, a file of many games each (learning from searches)
checkpoint.pt     the network and its optimiser, to go on with (self-play)
curve.json        how it went, slice by slice or update by update
arena.json        how each network did against the last best one
weights.npz       the best network so far, as it is shipped
weights.lost.npz  the last one that did not win its fair share
card.md           the facts of weights.npz
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from roundhouse.bots.net import weights
from roundhouse.core.game import Game
from roundhouse.train import lesson_book
from roundhouse.train.needs import CannotTrain

SEARCH, SELF_PLAY = "search", "selfplay"
UNREADABLE = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)


class Folder:
    """Made if it is not there."""

    def __init__(self, path: Path) -> None:
        self.path, self.books = path, path / "books"
        self.weights, self.lost = path / "weights.npz", path / "weights.lost.npz"
        self.candidate = path / "weights.new.npz"  # until it is known whether it is kept
        self.checkpoint = path / "checkpoint.pt"
        self.card = path / "card.md"
        path.mkdir(parents=True, exist_ok=True)

    def check(self, game: Game, how: str) -> None:
        """Refuse to go on with another game's training, or one of the other kind."""
        other = {SEARCH: self.checkpoint, SELF_PLAY: self.books}[how]
        if other.exists():
            raise CannotTrain(
                f"{self.path} holds a training of the other kind ({other.name}): "
                "go on with that by --how, or name another folder"
            )
        for path in (self.weights, self.candidate):
            if path.exists() and not read_weights(path).fits(game):
                raise CannotTrain(
                    f"{path} is of another game, board or version of the rules: name another folder"
                )

    def list_of(self, name: str) -> list[dict[str, Any]]:
        """The entries of curve.json or arena.json; none if it is not there."""
        path = self.path / name
        if not path.exists():
            return []
        try:
            found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise CannotTrain(f"{path} cannot be read ({error}): mend it or remove it") from None
        return found

    def keep_list(self, name: str, entries: list[dict[str, Any]]) -> None:
        """Whole or not at all."""
        fresh = self.path / f"{name}.new"
        fresh.write_text(json.dumps(entries), encoding="utf-8")
        fresh.replace(self.path / name)

    def read_books(self, game: Game) -> list[lesson_book.Book]:
        """All that was played."""
        found = []
        for path in sorted(self.books.glob("*.npz")):
            try:
                book = lesson_book.read(path)
            except UNREADABLE as error:
                raise CannotTrain(f"{path} is damaged ({error}): remove it") from None
            if book.seen.shape[1] != len(game.scales):
                raise CannotTrain(f"{path} is of another game: remove it, or name another folder")
            found.append(book)
        return found

    def next_seed(self) -> int:
        """One that no book here was played with: what was cut off is not played again."""
        used = [path.stem.partition("-")[0] for path in self.books.glob("*-*.npz")]
        return 1 + max((int(seed) for seed in used if seed.isdigit()), default=0)


def read_weights(path: Path) -> weights.Weights:
    try:
        return weights.read(path)
    except UNREADABLE as error:
        raise CannotTrain(f"{path} is damaged ({error}): remove it") from None
