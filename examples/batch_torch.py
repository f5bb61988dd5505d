"""Play batched games with a Torch network, on the CPU or without copies on a GPU.

    python examples/batch_torch.py northern --device cuda --games 65536 --steps 200

The network is not trained; the example shows how the data flows. The network computes a logit for
each legal action from the observations of all games, and the actions are sampled from the logits.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import torch

from roundhouse.research import Batch


def field(batch: Any, name: str, device: str) -> torch.Tensor:
    """Return a field of the batch as a tensor that shares its memory."""
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
    args = parser.parse_args(arguments)

    torch.manual_seed(args.seed)
    batch = Batch(args.game, args.seats, args.games, args.device, seed=args.seed)
    network = torch.nn.Sequential(
        torch.nn.Linear(batch.observation.shape[1], 256),
        torch.nn.ReLU(),
        torch.nn.Linear(256, batch.actions),
    ).to(args.device)
    ended, start = 0, time.perf_counter()
    with torch.no_grad():
        for _ in range(args.steps):
            scores = network(field(batch, "observation", args.device))
            scores[field(batch, "mask", args.device) == 0] = -torch.inf
            actions = torch.distributions.Categorical(logits=scores).sample().to(torch.int32)
            batch.step(actions if args.device == "cuda" else actions.numpy())
            ended += int(field(batch, "done", args.device).sum())
    rate = args.games * args.steps / (time.perf_counter() - start)
    print(f"{rate:,.0f} decisions/s, {ended} games ended")
    return ended


if __name__ == "__main__":
    main()
