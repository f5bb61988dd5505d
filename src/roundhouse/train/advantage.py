"""Generalized advantage estimation (GAE) for every seat.

The value of every seat is known at every decision, whichever seat makes it. So the recursion runs
for all seats over all decisions: a move changes the prospects of the other seats, too.
"""

from __future__ import annotations

import torch
from torch import Tensor


def to_absolute_seats(values: Tensor, player: Tensor, seats: Tensor) -> Tensor:
    """Return values by seat from values counted from the seat to act."""
    index = torch.arange(values.shape[-1], device=values.device)
    offset = (index - player[..., None]) % seats[..., None]
    return values.gather(-1, offset) * (index < seats[..., None])


def to_relative_seats(values: Tensor, player: Tensor, seats: Tensor) -> Tensor:
    """Return values counted from the seat to act from values by seat."""
    index = torch.arange(values.shape[-1], device=values.device)
    seat = (index + player[..., None]) % seats[..., None]
    return values.gather(-1, seat) * (index < seats[..., None])


def compute_advantages(
    values: Tensor, next_values: Tensor, rewards: Tensor, dones: Tensor, gae_lambda: float
) -> Tensor:
    """Return advantages by time, game and seat; the discount is 1."""
    advantages = torch.zeros_like(values)
    last_advantage = torch.zeros_like(next_values)
    for t in reversed(range(len(values))):
        nonterminal = (~dones[t]).float()[:, None]
        td_error = rewards[t] + next_values * nonterminal - values[t]
        last_advantage = td_error + gae_lambda * nonterminal * last_advantage
        advantages[t] = last_advantage
        next_values = values[t]
    return advantages
