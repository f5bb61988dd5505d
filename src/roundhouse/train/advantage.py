"""Generalized advantage estimation (GAE) for every seat.

The value of every seat is known at every decision, whichever seat makes it. So the recursion runs
for all seats over all decisions: a move changes the prospects of the other seats, too.
"""

from __future__ import annotations

import torch
from torch import Tensor


def to_absolute_seats(values: Tensor, player: Tensor, seats: Tensor) -> Tensor:
    """Return values by seat from values counted from the seat to act.

    Args:
        values: Values counted from the seat to act on, in the last dimension.
        player: The seat to act.
        seats: The number of seats in the game.

    Returns:
        Values by seat; 0 for seats that are not in the game.
    """
    index = torch.arange(values.shape[-1], device=values.device)
    offset = (index - player[..., None]) % seats[..., None]
    return values.gather(-1, offset) * (index < seats[..., None])


def to_relative_seats(values: Tensor, player: Tensor, seats: Tensor) -> Tensor:
    """Return values counted from the seat to act from values by seat.

    Args:
        values: Values by seat, in the last dimension.
        player: The seat to act.
        seats: The number of seats in the game.

    Returns:
        Values counted from the seat to act on; 0 for seats that are not in the game.
    """
    index = torch.arange(values.shape[-1], device=values.device)
    seat = (index + player[..., None]) % seats[..., None]
    return values.gather(-1, seat) * (index < seats[..., None])


def compute_advantages(
    values: Tensor, next_values: Tensor, rewards: Tensor, dones: Tensor, gae_lambda: float
) -> Tensor:
    """Return the advantage of every seat at every decision; the discount is 1.

    Args:
        values: Values before each decision, by time, game and seat.
        next_values: Values after the last decision, by game and seat.
        rewards: Shares of the win of games that ended with the decision; 0 elsewhere.
        dones: Which games ended with the decision, by time and game.
        gae_lambda: Decay of the TD errors, from 0 to 1.

    Returns:
        Advantages by time, game and seat.
    """
    advantages = torch.zeros_like(values)
    last_advantage = torch.zeros_like(next_values)
    for t in reversed(range(len(values))):
        nonterminal = (~dones[t]).float()[:, None]
        td_error = rewards[t] + next_values * nonterminal - values[t]
        last_advantage = td_error + gae_lambda * nonterminal * last_advantage
        advantages[t] = last_advantage
        next_values = values[t]
    return advantages
