"""The policy over legal actions: samples, and log-probabilities for learning.

A logit is the dot product of the vector of the state, the query, with the vector of the action. On
a GPU, Triton kernels (`policy_kernels.py`) read only the vectors of legal actions and keep no
logits in memory. On a processor, one matrix product for all actions is faster.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from roundhouse.train.network import legal_logits


def sample_choices(
    query: Tensor, embeddings: Tensor, legal: Tensor, count: Tensor, seed: Tensor, draw: int
) -> tuple[Tensor, Tensor]:
    """Sample an action per row with the Gumbel-max trick.

    Args:
        query: The vectors of the states, of several networks with the same number of rows each.
        embeddings: By network, the vectors of the actions.
        legal: The legal actions of each row; only the first `count` are valid.
        count: The number of legal actions.
        seed: The seed on a GPU, in its memory; a processor uses Torch's generator.
        draw: The number of these samples, different for each call with one seed.

    Returns:
        The index in `legal` of each sample, and its log-probability.
    """
    if query.is_cuda:
        from roundhouse.train import policy_kernels

        return policy_kernels.sample_choices(query, embeddings, legal, count, seed, draw)
    width = int(count.max())
    logits = torch.cat(
        [
            legal_logits(rows, vectors, actions, counts)
            for rows, vectors, actions, counts in zip(
                query.chunk(len(embeddings)),
                embeddings,
                legal[:, :width].chunk(len(embeddings)),
                count.chunk(len(embeddings)),
                strict=True,
            )
        ]
    )
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)))
    choice = (logits + noise).argmax(1)
    return choice, torch.log_softmax(logits, 1).gather(1, choice[:, None])[:, 0]


def evaluate_choices(
    query: Tensor, embeddings: Tensor, legal: Tensor, count: Tensor, choice: Tensor, rows: Tensor
) -> tuple[Tensor, Tensor]:
    """Return the log-probabilities of choices and the entropies, with gradients.

    Args:
        query: The vectors of the states of these rows.
        embeddings: The vectors of the actions.
        legal: The legal actions of every row; only the first `count` are valid.
        count: The number of legal actions of every row.
        choice: The index in `legal` of the choice of every row.
        rows: Which rows.
    """
    if query.is_cuda:
        log_prob, entropy = KernelPolicy.apply(query, embeddings, legal, count, choice, rows)
        return log_prob, entropy
    counts = count[rows]
    logits = legal_logits(query, embeddings, legal[rows, : int(counts.max())], counts)
    log_probs = torch.log_softmax(logits, 1)
    entropy = -(log_probs.exp() * log_probs).sum(1)
    return log_probs.gather(1, choice[rows][:, None].long())[:, 0], entropy


class KernelPolicy(torch.autograd.Function):
    """`evaluate_choices` with Triton kernels."""

    @staticmethod
    def forward(ctx: Any, query: Tensor, embeddings: Tensor, *columns: Tensor) -> Any:
        """Return log-probabilities and entropies; keep what the gradient needs."""
        from roundhouse.train import policy_kernels

        embeddings = embeddings.to(query.dtype).contiguous()
        log_prob, entropy, log_total = policy_kernels.evaluate_choices(query, embeddings, *columns)
        ctx.save_for_backward(query, embeddings, *columns, entropy, log_total)
        return log_prob, entropy

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Any:
        """Return the gradients of queries and embeddings."""
        from roundhouse.train import policy_kernels

        log_prob_gradient, entropy_gradient = gradients
        query_gradient, embedding_gradient = policy_kernels.differentiate_choices(
            *ctx.saved_tensors, log_prob_gradient.contiguous(), entropy_gradient.contiguous()
        )
        return query_gradient, embedding_gradient, None, None, None, None
