"""The puzzle file while the maker adds to it.

Its header lists the games that were processed, so that an interrupted run can continue and a later
run can add puzzles.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundhouse.core.errors import RoundhouseError
from roundhouse.lab.puzzles.settings import PuzzleSettings
from roundhouse.play import registry
from roundhouse.play.puzzles import format_puzzles, load_puzzles

MAX_GAMES = 100_000  # of a run; the games of a merged file have numbers above
# Keys of the header that agree in files that are merged.
SAME_WHEN_MERGED = ("puzzles", "game", "rules", "board", "options")
# The counts in the header, and the fields of `GameYield` that they add up.
COUNTS = {
    "decisions": "decisions",
    "looked_at": "searched",
    "sifted": "candidates",
    "confirmed": "confirmed",
    "seconds": "seconds",
}


class ForeignPuzzles(RoundhouseError, ValueError):
    """The file was made with other parameters."""


@dataclass(frozen=True)
class GameYield:
    """The record and the puzzles of one game, as stored, and the counts."""

    number: int
    record: dict[str, Any]
    puzzles: list[dict[str, Any]]
    decisions: int
    searched: int  # decisions that got filter searches
    candidates: int  # of these, the decisions that passed them
    confirmed: int  # of these, the decisions that long searches confirmed
    seconds: float


class PuzzleFile:
    """A puzzle file, rewritten completely after each game."""

    def __init__(self, path: Path, settings: PuzzleSettings) -> None:
        self.path = path
        self._header = _header(settings)
        self.game_numbers: set[int] = set()
        self._rest: dict[str, Any] = {}  # of the header: what was dropped and merged
        self._entries: list[dict[str, Any]] = []
        self._counts = dict.fromkeys(COUNTS, 0.0)
        if path.exists():
            self._read()

    @property
    def count(self) -> int:
        """The number of puzzles."""
        return sum("id" in entry and not entry.get("retired") for entry in self._entries)

    def add(self, game: GameYield) -> None:
        """Add the puzzles of a game."""
        self.game_numbers.add(game.number)
        if game.puzzles:
            self._entries += [game.record, *game.puzzles]
        for name, field in COUNTS.items():
            self._counts[name] += getattr(game, field)
        self._write()

    def _read(self) -> None:
        load_puzzles(self.path)  # raises an error if the file is invalid
        first, *lines = self.path.read_text(encoding="utf-8").splitlines()
        header = json.loads(first)
        if any(header.get(key) != value for key, value in self._header.items()):
            raise ForeignPuzzles(
                f"{self.path} was made for another game, other rules or with other parameters; "
                "use another file, or move this one away to start again"
            )
        self.game_numbers = set(header.get("games", ()))
        self._rest = {key: header[key] for key in ("dropped", "merged") if key in header}
        self._counts |= header.get("counts", {})
        self._entries = [json.loads(line) for line in lines]

    def _write(self) -> None:
        counts = {name: round(self._counts[name]) for name in COUNTS}
        games = {"games": sorted(self.game_numbers), "counts": counts}
        header = {**self._header, **games, **self._rest}
        self._entries.sort(key=lambda entry: (entry["record"], entry.get("ply", -1)))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        _replace_file(self.path, header, self._entries)


def drop(path: Path, ids: Collection[str]) -> None:
    """Remove puzzles that failed a check; the header lists them as dropped.

    Their games remain in the header, so that new puzzles come from other games.
    """
    load_puzzles(path)  # raises an error if the file is invalid
    header, *entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    remaining = [entry for entry in entries if entry.get("id") not in ids]
    needed = {entry["record"] for entry in remaining if "id" in entry}
    header["dropped"] = sorted({*header.get("dropped", ()), *ids})
    _replace_file(path, header, [entry for entry in remaining if entry["record"] in needed])


def merge(path: Path, other: Path) -> int:
    """Add the puzzles of another file for the same rules; return their number.

    The header of the other file is kept under `merged`. Its games get new numbers; ids stay.
    """
    mine, theirs = load_puzzles(path), load_puzzles(other)
    header, *entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    added_header, *added = map(json.loads, other.read_text(encoding="utf-8").splitlines())
    if any(header.get(key) != added_header.get(key) for key in SAME_WHEN_MERGED):
        raise ForeignPuzzles(f"{other} is for another game, board, other rules or options")
    if doubles := sorted(mine.by_id.keys() & theirs.by_id.keys()):
        raise ForeignPuzzles(f"{other} has puzzles that {path} has: {', '.join(doubles[:3])}")
    part = {key: value for key, value in added_header.items() if key not in SAME_WHEN_MERGED}
    header.setdefault("merged", []).append(part)
    offset = MAX_GAMES * len(header["merged"])
    renumbered = [entry | {"record": entry["record"] + offset} for entry in added]
    _replace_file(path, header, entries + renumbered)
    return len(theirs.puzzles)


def limit_share(path: Path, max_share: float) -> int:
    """Retire puzzles of the commonest level until none has more than this share.

    Of that level, the puzzles go first whose themes are commonest, now or at the beginning. Return
    their number.
    """
    puzzles = list(load_puzzles(path).puzzles)
    first = Counter((puzzle.difficulty, puzzle.themes) for puzzle in puzzles)
    retired: set[str] = set()
    while puzzles:
        levels = Counter(puzzle.difficulty for puzzle in puzzles)
        level, count = levels.most_common(1)[0]
        if count <= max(1, max_share * len(puzzles)):
            break
        same_level = [puzzle for puzzle in puzzles if puzzle.difficulty == level]
        themes = Counter(puzzle.themes for puzzle in same_level)
        rank = {one.id: (themes[one.themes], first[level, one.themes]) for one in same_level}
        surplus = max(same_level, key=lambda one: (*rank[one.id], one.gap, one.id))
        puzzles.remove(surplus)
        retired.add(surplus.id)
    header, *entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    marked = [e | {"retired": True} if e.get("id") in retired else e for e in entries]
    _replace_file(path, header, marked)
    return len(retired)


def regrade(path: Path, levels: Mapping[str, str]) -> int:
    """Write the level of each puzzle, given by its id; return how many changed."""
    load_puzzles(path)
    header, *entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    changed = 0
    for entry in entries:
        level = levels.get(entry.get("id"))  # None: a game, or a retired puzzle
        if level and entry["difficulty"] != level:
            entry["difficulty"] = level
            changed += 1
    _replace_file(path, header, entries)
    return changed


def _replace_file(path: Path, header: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    temporary = path.with_suffix(".part")  # so that no incomplete file is ever visible
    temporary.write_text(format_puzzles(header, entries), encoding="utf-8")
    temporary.replace(path)


def _header(settings: PuzzleSettings) -> dict[str, Any]:
    meta = registry.meta(settings.game)
    return {
        "game": settings.game,
        "rules": meta.rules,
        "board": registry.default_board(settings.game).digest,
        "options": dict(meta.check_options(dict(settings.options))),
        "parameters": settings.as_data(),
    }
