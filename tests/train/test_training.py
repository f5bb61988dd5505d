"""Training on a CPU: what is learned in a minute beats chance, and goes on where it was cut off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse.bots.net.weights import read
from roundhouse.core.rule import COMPILED
from roundhouse.play import registry

pytestmark = [pytest.mark.slow, pytest.mark.heavy]

UPDATES = 20


@pytest.fixture
def one_thread() -> Iterator[None]:
    """The network is small: threads would wait for each other for longer than they reckon."""
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("one_thread")
def test_a_short_training_beats_random_players(tmp_path: Path) -> None:
    """In single rounds, at all seat counts: ten seconds, when the rules have been compiled."""
    from roundhouse.train.trainer import Plan, Trainer

    game = registry.open_game("northern", None, {"variant": "single"}, COMPILED)
    plan = Plan(games=256, steps=16, minibatch=1024, look=1000, snapshot=8)
    trainer = Trainer(game, tmp_path, "cpu", plan, fixed=["variant"])
    assert trainer.look(games=256)["random"] < 1.3  # of a fair share
    for _ in range(UPDATES):
        trainer.learn()
    trainer.keep()
    assert trainer.look(games=256)["random"] > 1.4
    again = Trainer(game, tmp_path, "cpu", plan, fixed=["variant"])
    assert again.progress.updates == UPDATES
    assert len(again.old) == 2
    assert read(tmp_path / "weights.npz").fits(game)


@pytest.mark.usefixtures("one_thread")
def test_options_that_are_not_fixed_are_changed(tmp_path: Path) -> None:
    """Half of the games are as usual; every other number of seats and every option has its part;
    and the network says for which options it may be used."""
    from roundhouse.train.trainer import Plan, Trainer

    plan = Plan(games=240, steps=1, minibatch=64)
    game = registry.open_game("union", None, {"deck": "even"}, COMPILED)
    trainer = Trainer(game, tmp_path, "cpu", plan, fixed=["deck"])
    laid = [(t.batch.game.options["stuck_cards"], t.number, t.n) for t in trainer.tables]
    assert laid[0] == ("keep", 4, 120)
    assert {(stuck, seats) for stuck, seats, _ in laid[1:]} == {
        ("keep", 2), ("replace", 3), ("keep", 5), ("replace", 6), ("replace", 4)
    }  # fmt: skip
    assert {n for _, _, n in laid[1:]} == {24}
    assert all(t.batch.game.options["deck"] == "even" for t in trainer.tables)
    trainer.keep()
    written = read(tmp_path / "weights.npz")
    assert written.fits(registry.open_game("union", None, {"deck": "even"}))
    assert written.fits(
        registry.open_game("union", None, {"deck": "even", "stuck_cards": "replace"})
    )
    assert not written.fits(registry.open_game("union", None, {}))
