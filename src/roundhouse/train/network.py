"""The policy-value network: from an observation to values and priors.

Plain layers without normalization, so that a few lines of compiled code evaluate it (bots/net): a
wide input layer, residual blocks, and two heads. Seats are counted from the seat to act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from roundhouse.bots.net.network import NONE, UNIFORM_MIX, action_features
from roundhouse.core.constants import MAX_SEATS
from roundhouse.core.game import Game
from roundhouse.core.observation import size

WIDTH = 128
BLOCKS = 2
EMBEDDING_SIZE = 64  # of the dot product of state and action
MASKED = -1e9  # logit of what cannot be chosen


class ResidualBlock(nn.Module):
    """A residual block of two layers; the identity when it is new."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Return the input plus the residual."""
        residual: Tensor = self.second(torch.relu(self.first(torch.relu(x))))
        return x + residual


class PolicyValueNet(nn.Module):
    """The network of one game, for all its numbers of seats and options."""

    def __init__(
        self, game: Game, width: int = WIDTH, blocks: int = BLOCKS, use_priors: bool = True
    ) -> None:
        super().__init__()
        self.width, self.depth, self.use_priors = width, blocks, use_priors
        features = action_features(game.codec)
        self.input_layer = nn.Linear(size(game.definition.observation), width)
        self.blocks = nn.ModuleList(ResidualBlock(width) for _ in range(blocks))
        self.value_head = nn.Linear(width, MAX_SEATS)
        self.policy_head = nn.Linear(width, EMBEDDING_SIZE)
        self.prior_gain = nn.Linear(width, 1)  # weight of the heuristic's log-priors
        self.factor_embedding = nn.Embedding(features.count, EMBEDDING_SIZE)
        nn.init.normal_(self.factor_embedding.weight, std=0.5)
        with torch.no_grad():
            self.factor_embedding.weight[NONE] = 0.0
            self.policy_head.weight.mul_(0.1)
            self.value_head.weight.mul_(0.1)
            self.prior_gain.weight.zero_()
            self.prior_gain.bias.fill_(1.0 if use_priors else 0.0)
        self.factors: Tensor
        self.register_buffer("factors", torch.tensor(features.table), persistent=False)
        self.is_factor: Tensor
        is_factor = (torch.arange(features.count) != NONE).float()[:, None]
        self.register_buffer("is_factor", is_factor, persistent=False)
        self.rank = len(features.table[0])  # factors of an action

    def trunk(self, observation: Tensor) -> Tensor:
        """Return the activations that both heads read."""
        x = self.input_layer(observation)
        for block in self.blocks:
            x = block(x)
        return torch.relu(x)

    def action_embeddings(self) -> Tensor:
        """Return the embedding of every action: the sum over its factors."""
        vectors = self.factor_embedding.weight * self.is_factor
        # The gradient of `index_select` adds up without waiting for the GPU.
        return vectors.index_select(0, self.factors.flatten()).unflatten(0, (-1, self.rank)).sum(1)

    def heads(self, x: Tensor, seats: Tensor) -> tuple[Tensor, Tensor]:
        """Return log-values, seat to act first, and the vectors of the states."""
        return log_values(self.value_head(x), seats), self.policy_head(x)

    def forward(
        self,
        observation: Tensor,
        legal: Tensor,
        count: Tensor,
        seats: Tensor,
        priors: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Return log-values, seat to act first, and logits of the legal actions."""
        x = self.trunk(observation)
        values, query = self.heads(x, seats)
        logits = legal_logits(query, self.action_embeddings(), legal, count)
        if self.use_priors and priors is not None:
            logits = logits + self.prior_gain(x) * log_priors(priors, count)
        return values, logits


def legal_logits(query: Tensor, embeddings: Tensor, legal: Tensor, count: Tensor) -> Tensor:
    """Return the logits of the legal actions, computed for all actions."""
    logits = (query @ embeddings.T / EMBEDDING_SIZE**0.5).gather(1, legal.long()).float()
    index = torch.arange(legal.shape[1], device=legal.device)
    return logits.masked_fill(index >= count[:, None], MASKED)


class StackedNetworks:
    """Several networks of one shape, computed together without gradients.

    Attributes:
        embeddings: The vectors of all actions by network.
    """

    def __init__(self, networks: Sequence[PolicyValueNet], dtype: torch.dtype) -> None:
        self.networks, self._depth = networks, networks[0].depth
        states = [dict(network.named_parameters()) for network in networks]
        self._parameters = {
            name: torch.stack([state[name].detach() for state in states]).to(dtype)
            for name in states[0]
            if not name.startswith("factor_embedding")
        }
        vectors = [network.action_embeddings().detach() for network in networks]
        self.embeddings = torch.stack(vectors).to(dtype)

    def _layer(self, name: str, x: Tensor) -> Tensor:
        weight, bias = self._parameters[f"{name}.weight"], self._parameters[f"{name}.bias"]
        return torch.baddbmm(bias[:, None], x, weight.transpose(1, 2))

    def __call__(self, observation: Tensor, seats: Tensor) -> tuple[Tensor, Tensor]:
        """Return log-values and vectors of states; networks have equally many rows."""
        x = self._layer("input_layer", observation.unflatten(0, (len(self.networks), -1)))
        for block in range(self._depth):
            residual = self._layer(f"blocks.{block}.first", torch.relu(x))
            x = x + self._layer(f"blocks.{block}.second", torch.relu(residual))
        x = torch.relu(x)
        values = self._layer("value_head", x).flatten(0, 1)
        return log_values(values, seats), self._layer("policy_head", x).flatten(0, 1)


def log_values(values: Tensor, seats: Tensor) -> Tensor:
    """Return the logarithms of the shares of the seats that play."""
    in_game = torch.arange(MAX_SEATS, device=values.device) < seats[:, None]
    return torch.log_softmax(values.float().masked_fill(~in_game, MASKED), 1)


def log_priors(priors: Tensor, count: Tensor) -> Tensor:
    """Return log-priors after mixing in the uniform distribution."""
    return torch.log((1.0 - UNIFORM_MIX) * priors + UNIFORM_MIX / count[:, None])


def describe_network(network: PolicyValueNet) -> dict[str, Any]:
    """Return width, blocks and number of weights, for the facts in a weights file."""
    weights = sum(parameter.numel() for parameter in network.parameters())
    return {"width": network.width, "blocks": network.depth, "weights": weights}
