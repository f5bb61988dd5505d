"""Every record in `tests/games/<game>/records` replays to its result: a bug report is a file here.

A record that stops replaying means that the rules have changed: then `rules` in the room's meta
goes up, and the records of the old version leave.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.play.record import Record, outcome

GAMES = Path(__file__).parent / "games"
FILES = sorted(GAMES.glob("*/records/*.game"))


def test_every_game_has_records() -> None:
    assert {path.parts[-3] for path in FILES} == {meta.id for meta in registry.games()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_record(path: Path) -> None:
    record = Record.load(path)
    game = record.load_game(speed=INTERPRETED)
    *_, last = record.replay(game)
    assert last.over
    assert record.result == outcome(last)
