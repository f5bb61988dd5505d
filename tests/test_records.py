"""Every record in `tests/games/<game>/` replays to its result.

A bug report becomes a record in `records`. If a record no longer replays, the rules have changed:
increase `rules` in the game's meta and keep the older version playable, as described in
docs/how-to/develop/change-rules.md. The game's invariants are checked after every move.
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
def test_record_replays_to_its_result(path: Path) -> None:
    record = Record.load(path)
    game = record.load_game(speed=INTERPRETED)
    positions = record.replay(game)
    before = next(positions)
    assert game.find_violations(None, "", before.py_state) == []
    for move, after in zip(record.moves, positions, strict=True):
        violations = game.find_violations(before.py_state, move.words, after.py_state)
        assert not violations, f"{move}: {'; '.join(violations)}"
        before = after.clone()
    assert before.over
    assert record.result == outcome(before)
