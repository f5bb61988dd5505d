"""A batch of games feeding a Torch network, on a GPU without any copy, or on the CPU.

    python examples/batch_torch.py northern --device cuda --games 65536 --steps 200

The network is untrained: what is shown is the way of the data. It looks at the observations of all
games, gives each legal action a number, and an action is drawn by them.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import torch

from roundhouse.research import Batch


def field(batch: Any, name: str, device: str) -> torch.Tensor:
    """A field of the batch as a tensor that shares its memory."""
    if device == "cuda":
        tensor: torch.Tensor = batch.torch(name)
        return tensor
    return torch.from_numpy(getattr(batch, name))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="northern")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cuda")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=65536)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)

    torch.manual_seed(asked.seed)
    batch = Batch(asked.game, asked.seats, asked.games, asked.device, seed=asked.seed)
    network = torch.nn.Sequential(
        torch.nn.Linear(batch.observation.shape[1], 256),
        torch.nn.ReLU(),
        torch.nn.Linear(256, batch.actions),
    ).to(asked.device)
    ended, begun = 0, time.perf_counter()
    with torch.no_grad():
        for _ in range(asked.steps):
            scores = network(field(batch, "observation", asked.device))
            scores[field(batch, "mask", asked.device) == 0] = -torch.inf
            actions = torch.distributions.Categorical(logits=scores).sample().to(torch.int32)
            batch.step(actions if asked.device == "cuda" else actions.numpy())
            ended += int(field(batch, "done", asked.device).sum())
    rate = asked.games * asked.steps / (time.perf_counter() - begun)
    print(f"{rate:,.0f} decisions/s, {ended} games ended")
    return ended


if __name__ == "__main__":
    main()
