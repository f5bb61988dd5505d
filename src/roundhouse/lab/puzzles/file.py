"""The file of puzzles while it is being made: it says which games have been looked at, so that a
run that was cut short goes on where it was, and one that wants more goes on from there."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundhouse.core.errors import RoundhouseError
from roundhouse.lab.puzzles.settings import PuzzleSettings
from roundhouse.play import registry
from roundhouse.play.puzzles import load_book, write_book

COUNTS = ("decisions", "looked_at", "sifted", "confirmed", "seconds")


class ForeignPuzzles(RoundhouseError, ValueError):
    """What is in the file was made with other parameters."""


@dataclass(frozen=True)
class Yield:
    """What a game gave: its record as far as needed, and its puzzles, as data; and the counts."""

    number: int
    record: dict[str, Any]
    puzzles: list[dict[str, Any]]
    decisions: int
    looked_at: int  # decisions that got a search of their own
    sifted: int  # ... and passed the cheap ones
    confirmed: int  # ... and the long ones
    seconds: float


class PuzzleFile:
    """Written anew, whole, after each game."""

    def __init__(self, path: Path, settings: PuzzleSettings) -> None:
        self.path = path
        self._head = _head(settings)
        self.done: set[int] = set()
        self._dropped: list[str] = []
        self._entries: list[dict[str, Any]] = []
        self._counts = dict.fromkeys(COUNTS, 0.0)
        if path.exists():
            self._read()

    @property
    def count(self) -> int:
        return sum("id" in entry for entry in self._entries)

    def add(self, done: Yield) -> None:
        """Put in what a game gave."""
        self.done.add(done.number)
        if done.puzzles:
            self._entries += [done.record, *done.puzzles]
        for name in COUNTS:
            self._counts[name] += getattr(done, name)
        self._write()

    def _read(self) -> None:
        load_book(self.path)  # it is one, or says why not
        first, *lines = self.path.read_text(encoding="utf-8").splitlines()
        head = json.loads(first)
        if any(head.get(key) != value for key, value in self._head.items()):
            raise ForeignPuzzles(
                f"{self.path} was made for another game, other rules or with other parameters: "
                "take another file, or move that one away to begin anew"
            )
        self.done = set(head.get("games", ()))
        self._dropped = list(head.get("dropped", ()))
        self._counts |= head.get("counts", {})
        self._entries = [json.loads(line) for line in lines]

    def _write(self) -> None:
        counts = {name: round(self._counts[name]) for name in COUNTS}
        head = {**self._head, "games": sorted(self.done), "counts": counts}
        if self._dropped:
            head["dropped"] = self._dropped
        self._entries.sort(key=lambda entry: (entry["record"], entry.get("ply", -1)))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        _put(self.path, head, self._entries)


def drop(path: Path, ids: Collection[str]) -> None:
    """Take puzzles that did not stand a check out of a file, whose head then names them. Their
    games count as looked at: more puzzles come from others."""
    load_book(path)  # it is one, or says why not
    head, *entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    kept = [entry for entry in entries if entry.get("id") not in ids]
    needed = {entry["record"] for entry in kept if "id" in entry}
    head["dropped"] = sorted({*head.get("dropped", ()), *ids})
    _put(path, head, [entry for entry in kept if entry["record"] in needed])


def regrade(path: Path, grades: Mapping[str, str]) -> int:
    """Write down anew which level finds each puzzle; says how many changed."""
    load_book(path)
    head, *entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    changed = 0
    for entry in entries:
        if "id" in entry and entry["difficulty"] != grades[entry["id"]]:
            entry["difficulty"] = grades[entry["id"]]
            changed += 1
    _put(path, head, entries)
    return changed


def _put(path: Path, head: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    beside = path.with_suffix(".part")  # a file is whole, or not there
    beside.write_text(write_book(head, entries), encoding="utf-8")
    beside.replace(path)


def _head(settings: PuzzleSettings) -> dict[str, Any]:
    box = registry.meta(settings.game)
    return {
        "game": settings.game,
        "rules": box.rules,
        "board": registry.own_board(settings.game).digest,
        "options": dict(box.check_options(dict(settings.options))),
        "parameters": settings.as_data(),
    }
