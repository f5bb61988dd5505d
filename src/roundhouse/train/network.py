"""The network: what a seat sees -> each seat's share of the win, and a liking for each action.

Plain layers without normalisation, so that a few lines of compiled code play it (bots/net): a wide
input layer, residual blocks, and two heads. Seats are counted from the one that looks.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from roundhouse.bots.net.factors import NONE, factors
from roundhouse.bots.net.network import EVEN
from roundhouse.core.contract import MOST_SEATS
from roundhouse.core.game import Game
from roundhouse.core.observation import size

WIDTH = 128
BLOCKS = 2
LIKING = 64  # numbers in which state and action meet
NEVER = -1e9


class Block(nn.Module):
    """Adds something to what comes in; nothing at first."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: Tensor) -> Tensor:
        added: Tensor = self.second(torch.relu(self.first(torch.relu(x))))
        return x + added


class Network(nn.Module):
    """Of one game, for all its seat counts and options."""

    def __init__(
        self, game: Game, width: int = WIDTH, blocks: int = BLOCKS, advised: bool = True
    ) -> None:
        """`advised`: it is told what the room's own advice says, and begins with that."""
        super().__init__()
        self.width, self.depth = width, blocks
        made_of = factors(game.codec)
        self.enter = nn.Linear(size(game.room.observation), width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.share = nn.Linear(width, MOST_SEATS)
        self.liking = nn.Linear(width, LIKING)
        self.gain = nn.Linear(width, 1)  # how much the room's own advice counts
        self.vectors = nn.Embedding(made_of.count, LIKING, padding_idx=NONE)
        nn.init.normal_(self.vectors.weight, std=0.5)
        with torch.no_grad():
            self.vectors.weight[NONE] = 0.0
            self.liking.weight.mul_(0.1)
            self.share.weight.mul_(0.1)
            self.gain.weight.zero_()
            self.gain.bias.fill_(1.0 if advised else 0.0)
        self.table: Tensor
        self.register_buffer("table", torch.from_numpy(made_of.table).long(), persistent=False)

    def trunk(self, seen: Tensor) -> Tensor:
        x = self.enter(seen)
        for block in self.blocks:
            x = block(x)
        return torch.relu(x)

    def actions(self) -> Tensor:
        """The vector of every action."""
        found: Tensor = self.vectors(self.table).sum(1)
        return found

    def forward(
        self,
        seen: Tensor,
        legal: Tensor,
        count: Tensor,
        seats: Tensor,
        priors: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Log-shares of the seats from the one that looks on, and the logits of the legal actions
        (`legal` holds `count` of them a row; the rest of a row is never chosen). `priors` are
        what the room's own advice says of them."""
        x = self.trunk(seen)
        taken = torch.arange(MOST_SEATS, device=seen.device) < seats[:, None]
        shares = torch.log_softmax(self.share(x).float().masked_fill(~taken, NEVER), 1)
        all_logits = self.liking(x) @ self.actions().T / LIKING**0.5
        logits = all_logits.gather(1, legal.long()).float()
        if priors is not None:
            logits = logits + self.gain(x) * told(priors, count)
        place = torch.arange(legal.shape[1], device=seen.device)
        return shares, logits.masked_fill(place >= count[:, None], NEVER)


def told(priors: Tensor, count: Tensor) -> Tensor:
    """The room's advice as the network is told it."""
    return torch.log((1.0 - EVEN) * priors + EVEN / count[:, None])


def facts(network: Network) -> dict[str, Any]:
    weights = sum(parameter.numel() for parameter in network.parameters())
    return {"width": network.width, "blocks": network.depth, "weights": weights}
