"""Self-play with PPO on a CPU: progress, options and checkpoints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse.bots.net.weights import FOLDER, read_weights
from roundhouse.core.rule import COMPILED
from roundhouse.play import registry
from roundhouse.train.config import PPOParams

pytestmark = [pytest.mark.slow, pytest.mark.heavy]

UPDATES = 20


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Run Torch in one thread: the network is small, so threads would mostly wait."""
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("one_thread")
def test_short_training_beats_random_players_and_resumes(tmp_path: Path) -> None:
    """Takes about ten seconds after the rules are compiled."""
    from roundhouse.train.ppo_trainer import PPOTrainer

    game = registry.open_game("northern", None, {"variant": "single"}, COMPILED)
    params = PPOParams(
        num_envs=256, num_steps=16, minibatch_size=1024, eval_interval=1000, snapshot_interval=8
    )
    trainer = PPOTrainer(game, tmp_path, "cpu", params, fixed=["variant"])
    assert trainer.measure(games=256)["win_ratio_random"] < 1.3
    for _ in range(UPDATES):
        trainer.train_step()
    trainer.save()
    assert trainer.measure(games=256)["win_ratio_random"] > 1.4
    resumed = PPOTrainer(game, tmp_path, "cpu", params, fixed=["variant"])
    assert resumed.progress.updates == UPDATES
    assert len(resumed.snapshots) == 2
    assert read_weights(tmp_path / "weights.npz").fits(game)


@pytest.mark.usefixtures("one_thread")
def test_options_that_are_not_fixed_vary(tmp_path: Path) -> None:
    """Half of the games use the defaults, the rest other seat counts and options.

    The weights fit exactly the options that occurred.
    """
    from roundhouse.train.ppo_trainer import PPOTrainer
    from roundhouse.train.rollout import TensorEnv

    params = PPOParams(num_envs=240, num_steps=1, minibatch_size=64)
    game = registry.open_game("union", None, {"deck": "even"}, COMPILED)
    trainer = PPOTrainer(game, tmp_path, "cpu", params, fixed=["deck"])
    assert isinstance(trainer.env, TensorEnv)
    kinds = Counter(
        (trainer.env.batch.position(i).py_state.stuck_cards, seats)
        for i, seats in enumerate(trainer.env.seats.tolist())
    )
    keep, replace = 0, 1
    others = [(keep, 2), (replace, 3), (keep, 5), (replace, 6), (replace, 4)]
    assert kinds == {(keep, 4): 120, **dict.fromkeys(others, 24)}
    trainer.save()
    weights = read_weights(tmp_path / "weights.npz")
    assert weights.fits(registry.open_game("union", None, {"deck": "even"}))
    assert weights.fits(
        registry.open_game("union", None, {"deck": "even", "stuck_cards": "replace"})
    )
    assert not weights.fits(registry.open_game("union", None, {}))


@pytest.mark.usefixtures("one_thread")
def test_checkpoint_of_an_earlier_version_resumes(tmp_path: Path) -> None:
    """Checkpoints of earlier versions have other names for parameters and the curve."""
    import torch

    from roundhouse.train.ppo_trainer import PPOTrainer
    from roundhouse.train.stored_names import LAYERS

    game = registry.open_game("northern", None, {"variant": "single"}, COMPILED)
    params = PPOParams(num_envs=16, num_steps=1, minibatch_size=64)
    trainer = PPOTrainer(game, tmp_path, "cpu", params, fixed=["variant"])
    trainer.save()
    assert set(read_weights(tmp_path / "weights.npz").arrays) == set(
        read_weights(FOLDER / "northern.npz").arrays
    )
    checkpoint = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    layers = {name.partition(".")[0] for name in checkpoint["network"]}
    assert layers == {*LAYERS, "blocks"}
    del checkpoint["ppo"]
    checkpoint["plan"] = {"games": 16, "lasting": 0.95}
    checkpoint["progress"]["curve"] = [{"seconds": 1.0, "policy": 0.1, "random": 1.5}]
    torch.save(checkpoint, tmp_path / "checkpoint.pt")
    resumed = PPOTrainer(game, tmp_path, "cpu", params, fixed=["variant"])
    assert resumed.progress.curve == [{"seconds": 1.0, "policy_loss": 0.1, "win_ratio_random": 1.5}]
    for earlier, later in zip(
        trainer.network.parameters(), resumed.network.parameters(), strict=True
    ):
        assert torch.equal(earlier, later)


@pytest.mark.usefixtures("one_thread")
def test_population_plays_and_stays_as_it_is(tmp_path: Path) -> None:
    """The learner begins with given weights and meets frozen networks; the card names both."""
    import torch

    from roundhouse.train.ppo_trainer import PPOTrainer

    game = registry.open_game("northern", None, {"variant": "single"}, COMPILED)
    params = PPOParams(num_envs=64, num_steps=8, minibatch_size=256, opponent_fraction=0.5)
    first = PPOTrainer(game, tmp_path / "first", "cpu", params, fixed=["variant"])
    first.save()
    weights = read_weights(tmp_path / "first" / "weights.npz")
    trainer = PPOTrainer(game, tmp_path / "second", "cpu", params, fixed=["variant"])
    trainer.start_from(weights, "first")
    trainer.add_to_population(weights, "first")
    [frozen] = trainer.population
    before = [parameter.clone() for parameter in frozen.parameters()]
    for mine, theirs in zip(trainer.network.parameters(), before, strict=True):
        assert torch.equal(mine, theirs)
    trainer.train_step()
    learner = trainer._rollout.learner_mask
    assert bool(learner[:, 32:].all())
    assert not bool(learner[:, :32].all())
    assert bool(learner[:, :32].any())
    for now, then in zip(frozen.parameters(), before, strict=True):
        assert torch.equal(now, then)
    changed = zip(trainer.network.parameters(), before, strict=True)
    assert not all(torch.equal(now, then) for now, then in changed)
    trainer.save()
    resumed = PPOTrainer(game, tmp_path / "second", "cpu", params, fixed=["variant"])
    resumed.add_to_population(weights, "first")
    facts = resumed.facts()
    assert (facts["start_weights"], facts["population"]) == ("first", ["first"])


@pytest.mark.usefixtures("one_thread")
def test_training_from_weights_must_beat_them(tmp_path: Path) -> None:
    """The network that a training begins with is the best so far, so there is an arena."""
    from roundhouse.train.config import SELF_PLAY, TrainConfig
    from roundhouse.train.self_play import run_self_play

    params = PPOParams(num_envs=64, num_steps=4, minibatch_size=256)
    config = TrainConfig(
        "texas",
        tmp_path,
        SELF_PLAY,
        seconds=0.1,
        iterations=4,
        arena_games=2,
        start_weights=FOLDER / "texas.npz",
        ppo=params,
    )
    lines: list[str] = []
    promoted = run_self_play(config, lines.append)
    assert any(line.startswith("arena: 2 games") for line in lines)
    facts = read_weights(tmp_path / ("weights.npz" if promoted else "weights.lost.npz")).metadata
    assert facts["start_weights"] == "texas.npz"


def test_population_refuses_networks_that_read_priors(tmp_path: Path) -> None:
    """Games of self-play do not compute the priors of the heuristic."""
    pytest.importorskip("torch")
    from roundhouse.train.ppo_trainer import PPOTrainer
    from roundhouse.train.requirements import TrainingError

    game = registry.open_game("northern", None, {}, COMPILED)
    params = PPOParams(num_envs=8, num_steps=1, minibatch_size=8)
    trainer = PPOTrainer(game, tmp_path, "cpu", params)
    with pytest.raises(TrainingError, match="reads the priors"):
        trainer.add_to_population(read_weights(FOLDER / "northern.npz"), "northern.npz")
    with pytest.raises(TrainingError, match="another game"):
        trainer.start_from(read_weights(FOLDER / "texas.npz"), "texas.npz")
