"""The examples run, shortened by their arguments."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from roundhouse.core.backends.cuda import NoCuda, cuda_module

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_random_agents_in_pettingzoo(game: str) -> None:
    totals = example("pettingzoo_random").main([game, "--games", "1"])
    assert sum(totals.values()) == pytest.approx(0.0)


@pytest.mark.slow  # its opponents search, which is slow interpreted
def test_a_random_learner_in_gymnasium(game: str) -> None:
    assert -1.0 <= example("gymnasium_random").main([game, "--steps", "30"]) <= 1.0


def test_random_play_in_openspiel(game: str) -> None:
    returns = example("openspiel_random").main([f"roundhouse_{game}"])
    assert sum(returns) == pytest.approx(0.0)


def test_openspiels_search_in_texas(scale: int) -> None:
    requests = ["texas", "--simulations", str(3 * scale), "--opponent", "greedy"]
    assert sum(example("openspiel_mcts").main(requests)) == pytest.approx(0.0)


@pytest.mark.slow
@pytest.mark.heavy
@pytest.mark.filterwarnings("ignore")  # of Torch
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_a_batch_feeds_torch(device: str) -> None:
    pytest.importorskip("torch", reason="no Torch: pip install 'roundhouse-games[learn]'")
    if device == "cuda":
        try:
            cuda_module()
        except NoCuda as why:
            pytest.skip(str(why))
    # A game has about 100 decisions.
    requests = ["northern", "--device", device, "--games", "64", "--steps", "160"]
    assert example("batch_torch").main(requests) > 0


@pytest.mark.slow
@pytest.mark.heavy
@pytest.mark.filterwarnings("ignore")  # of the learning libraries
def test_learning_northern(scale: int) -> None:
    """A few seconds suffice to beat random bots more often than is fair."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib: pip install 'roundhouse-games[learn]'")
    seconds = 12.0 if scale == 1 else 120.0
    _, after = example("maskable_ppo").main(["--seconds", str(seconds), "--games", "60"])
    assert after > (0.5 if scale == 1 else 0.9)
