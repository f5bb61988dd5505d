"""The journal of a long run, which lets an interrupted run continue.

Every game is appended when it ends.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from roundhouse.core.backends.compile_cache import sources_digest
from roundhouse.core.errors import RoundhouseError
from roundhouse.lab.schedule import GameResult, Matchup, SearchStats, play_all
from roundhouse.play import registry


class ForeignJournal(RoundhouseError, ValueError):
    """The file is not a journal, or another version of Roundhouse wrote it."""


class Journal:
    """A file with a header that identifies the version, then one line per game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._results: dict[Matchup, GameResult] = {}
        head = json.dumps({"program": sources_digest(*registry.packages())})
        if path.exists():
            self._read(head)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(head + "\n", encoding="utf-8")

    def _read(self, head: str) -> None:
        first, *lines = self.path.read_text(encoding="utf-8").split("\n")
        if first != head:
            raise ForeignJournal(
                f"{self.path} contains games of another version of Roundhouse; use another folder, "
                "or delete the file to play the games again"
            )
        incomplete = lines.pop() if lines else ""  # the text after the last newline
        for number, line in enumerate(lines, 2):
            try:
                result = _parse_result(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise ForeignJournal(
                    f"{self.path}: line {number} is not a game; use another folder or delete it"
                ) from None
            self._results[result.matchup] = result
        if incomplete:
            complete = "\n".join([first, *lines, ""])
            self.path.write_text(complete, encoding="utf-8")

    def find_results(self, matchups: Sequence[Matchup]) -> list[GameResult]:
        """Return the results of the matchups that are in the journal."""
        return [self._results[matchup] for matchup in matchups if matchup in self._results]

    def add(self, result: GameResult) -> None:
        """Append a game to the file."""
        self._results[result.matchup] = result
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")


@dataclass(frozen=True)
class Execution:
    """Where games are played, with which journal."""

    jobs: int = 0  # processes; 0 means one per core
    ray_address: str | None = None
    journal: Journal | None = None
    progress: Callable[[int, int], None] | None = None


DEFAULT_EXECUTION = Execution()


def play_rest(matchups: Sequence[Matchup], execution: Execution) -> list[GameResult]:
    """Play the matchups that are not in the journal; return all results by number."""
    journal = execution.journal
    results = journal.find_results(matchups) if journal else []
    finished = {result.matchup for result in results}
    remaining = [matchup for matchup in matchups if matchup not in finished]
    for result in play_all(remaining, execution.jobs, execution.ray_address):
        results.append(result)
        if journal:
            journal.add(result)
        if execution.progress:
            execution.progress(len(results), len(matchups))
    return sorted(results, key=lambda result: result.matchup.number)


def _parse_stats(data: dict[str, Any] | None) -> SearchStats | None:
    return None if data is None else SearchStats(tuple(data["visits"]), tuple(data["values"]))


def _parse_result(data: dict[str, Any]) -> GameResult:
    matchup = data.pop("matchup")
    options = tuple((str(name), str(value)) for name, value in matchup.pop("options"))
    bots = tuple(matchup.pop("bots"))
    for name in ("ranks", "scores", "chosen", "seconds"):
        data[name] = tuple(data[name])
    data["search_stats"] = tuple(tuple(map(_parse_stats, seat)) for seat in data["search_stats"])
    return GameResult(Matchup(bots=bots, options=options, **matchup), **data)
