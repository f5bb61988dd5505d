"""Every record in `tests/games/<game>/` replays to its result: a bug report is one in `records`.

A record that stops replaying means that the rules have changed: then `rules` in the room's meta
goes up, and the room keeps what the older versions need (docs/add-a-game.md). The laws of the
game watch every move, as a referee would.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.play.record import Record, outcome

GAMES = Path(__file__).parent / "games"
FILES = sorted(GAMES.glob("*/*/*.game"))


def test_every_game_has_records() -> None:
    with_records = {path.parts[-3] for path in FILES if path.parent.name == "records"}
    assert with_records == {meta.id for meta in registry.games()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_record(path: Path) -> None:
    record = Record.load(path)
    game = record.load_game(speed=INTERPRETED)
    positions = record.replay(game)
    before = next(positions)
    assert game.broken(None, "", before.twin) == []
    for move, after in zip(record.moves, positions, strict=True):
        broken = game.broken(before.twin, move.words, after.twin)
        assert not broken, f"{move}: {'; '.join(broken)}"
        before = after.clone()
    assert before.over
    assert record.result == outcome(before)
