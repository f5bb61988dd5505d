"""How much better a move turned out than expected, for each seat.

Every seat's expected share is known at every decision, whoever makes it, so the usual recursion
runs for all seats over all decisions: whoever acts, the others' prospects change, too.
"""

from __future__ import annotations

import torch
from torch import Tensor


def absolute(shares: Tensor, player: Tensor, seats: Tensor) -> Tensor:
    """Shares counted from the seat that looks -> shares by seat."""
    places = torch.arange(shares.shape[-1], device=shares.device)
    seat = (places - player[..., None]) % seats[..., None]
    found = shares.gather(-1, seat)
    return found * (places < seats[..., None])


def relative(shares: Tensor, player: Tensor, seats: Tensor) -> Tensor:
    """The other way round."""
    places = torch.arange(shares.shape[-1], device=shares.device)
    found = shares.gather(-1, (places + player[..., None]) % seats[..., None])
    return found * (places < seats[..., None])


def advantages(values: Tensor, after: Tensor, won: Tensor, done: Tensor, lasting: float) -> Tensor:
    """By time, game and seat. `values` before each decision, `after` the last one, `won` the shares
    of games that ended with it (0 elsewhere); `lasting` is lambda."""
    found = torch.zeros_like(values)
    carried = torch.zeros_like(after)
    following = after
    for t in reversed(range(len(values))):
        goes_on = (~done[t]).float()[:, None]
        surprise = won[t] + following * goes_on - values[t]
        carried = surprise + lasting * goes_on * carried
        found[t] = carried
        following = values[t]
    return found
