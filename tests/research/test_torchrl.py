"""TorchRL's check of its PettingZoo wrapper; skipped if TorchRL is not installed."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("torchrl", reason="no TorchRL: pip install 'roundhouse-games[learn]'")

# TorchRL and its dependencies emit warnings when they load.
pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.filterwarnings("ignore")]


@pytest.mark.filterwarnings("ignore")
def test_specs(game: str, seats: int, options: dict[str, Any]) -> None:
    from torchrl.envs import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    from roundhouse.research import pettingzoo_env

    env = PettingZooWrapper(pettingzoo_env.env(game, seats=seats, **options), use_mask=True)
    check_env_specs(env, seed=1)
    rollout = env.rollout(20)
    assert rollout.batch_size[0] > 1
    together = pettingzoo_env.parallel_env(game, seats=seats, **options)
    check_env_specs(PettingZooWrapper(together, use_mask=True), seed=1)
