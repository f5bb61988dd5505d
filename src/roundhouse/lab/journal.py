"""The journal of a long run: each game is written down when it is over, so that a run that was cut
short goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.rule import sources_digest
from roundhouse.lab.fixtures import Fixture, Played, Thought, play_all
from roundhouse.play import registry


class ForeignJournal(RoundhouseError, ValueError):
    """The journal is not of this program, or of another version of it."""


class Journal:
    """A file with a line for each game; the first says which version of the program played."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._played: dict[Fixture, Played] = {}
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
                f"{self.path} holds games of another version of the program: take another folder, "
                "or delete that file to play them again"
            )
        torn = lines.pop() if lines else ""  # what is not ended by a newline was cut short
        for number, line in enumerate(lines, 2):
            try:
                played = _played(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise ForeignJournal(f"{self.path}, line {number}: not a game") from None
            self._played[played.fixture] = played
        if torn:
            whole = "\n".join([first, *lines, ""])
            self.path.write_text(whole, encoding="utf-8")

    def known(self, fixtures: Sequence[Fixture]) -> list[Played]:
        """Those of the fixtures that have been played."""
        return [self._played[fixture] for fixture in fixtures if fixture in self._played]

    def add(self, played: Played) -> None:
        """Write a game down, at once."""
        self._played[played.fixture] = played
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(played)) + "\n")


def play_rest(
    fixtures: Sequence[Fixture],
    journal: Journal | None,
    *,
    jobs: int = 0,
    ray_address: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Played]:
    """Play the fixtures, but for what is in the journal; all of them, in the order of their
    numbers, whatever order the games were finished in."""
    done = journal.known(fixtures) if journal else []
    before = {played.fixture for played in done}
    left = [fixture for fixture in fixtures if fixture not in before]
    for played in play_all(left, jobs, ray_address):
        done.append(played)
        if journal:
            journal.add(played)
        if progress:
            progress(len(done), len(fixtures))
    return sorted(done, key=lambda played: played.fixture.number)


def _thought(data: dict[str, Any] | None) -> Thought | None:
    return None if data is None else Thought(tuple(data["visits"]), tuple(data["values"]))


def _played(data: dict[str, Any]) -> Played:
    fixture = data.pop("fixture")
    options = tuple((str(name), str(value)) for name, value in fixture.pop("options"))
    bots = tuple(fixture.pop("bots"))
    for several in ("ranks", "scores", "chosen", "seconds"):
        data[several] = tuple(data[several])
    data["thoughts"] = tuple(tuple(map(_thought, seat)) for seat in data["thoughts"])
    return Played(Fixture(bots=bots, options=options, **fixture), **data)
