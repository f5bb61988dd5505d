"""Triton kernels of the policy over legal actions; one program per decision.

A program reads the vectors of its legal actions in blocks, and sums up their softmax as it goes, so
no logit is written to memory. Torch for GPUs contains Triton.
"""

from __future__ import annotations

import torch
import triton
import triton.language as tl
from torch import Tensor

from roundhouse.train.network import EMBEDDING_SIZE

BLOCK = 16  # legal actions at a time
SCALE = EMBEDDING_SIZE**-0.5
NOISE_STRIDE = 512  # random numbers of a decision; more than legal actions


@triton.jit
def _block_logits(query, vectors, actions, is_legal, size: tl.constexpr, scale: tl.constexpr):
    """Return the vectors and the logits of a block of actions."""
    columns = tl.arange(0, size)
    block = tl.load(
        vectors + actions[:, None] * size + columns[None, :], mask=is_legal[:, None], other=0.0
    ).to(tl.float32)
    logits = tl.sum(block * query[None, :], 1) * scale
    return block, tl.where(is_legal, logits, float("-inf"))


@triton.jit(do_not_specialize=["draw"])
def _sample(
    query_pointer,
    embeddings,
    legal,
    legal_stride,
    counts,
    choices,
    log_probs,
    seed_pointer,
    draw,
    rows_per_network,
    network_stride,
    size: tl.constexpr,
    block: tl.constexpr,
    scale: tl.constexpr,
    noise_stride: tl.constexpr,
):
    row = tl.program_id(0)
    count = tl.load(counts + row).to(tl.int32)
    query = tl.load(query_pointer + row * size + tl.arange(0, size)).to(tl.float32)
    seed = tl.load(seed_pointer) + draw
    vectors = embeddings + (row // rows_per_network) * network_stride
    highest = float("-inf")
    total = 0.0
    best = float("-inf")
    best_logit = 0.0
    best_index = 0
    for start in range(0, count, block):
        index = start + tl.arange(0, block)
        is_legal = index < count
        actions = tl.load(legal + row.to(tl.int64) * legal_stride + index, mask=is_legal, other=0)
        _, logits = _block_logits(query, vectors, actions.to(tl.int32), is_legal, size, scale)
        peak = tl.maximum(highest, tl.max(logits, 0))
        total = total * tl.exp(highest - peak) + tl.sum(tl.exp(logits - peak), 0)
        highest = peak
        uniform = tl.rand(seed, row * noise_stride + index)
        uniform = tl.minimum(tl.maximum(uniform, 1e-9), 1.0 - 1e-7)
        noisy = tl.where(is_legal, logits - tl.log(-tl.log(uniform)), float("-inf"))
        peak = tl.max(noisy, 0)
        where = tl.argmax(noisy, 0)
        logit = tl.sum(tl.where(tl.arange(0, block) == where, logits, 0.0), 0)
        is_better = peak > best
        best = tl.where(is_better, peak, best)
        best_logit = tl.where(is_better, logit, best_logit)
        best_index = tl.where(is_better, start + where, best_index)
    tl.store(choices + row, best_index)
    tl.store(log_probs + row, best_logit - highest - tl.log(total))


@triton.jit
def _evaluate(
    query_pointer,
    embeddings,
    legal,
    legal_stride,
    counts,
    choices,
    rows,
    log_probs,
    entropies,
    log_totals,
    size: tl.constexpr,
    block: tl.constexpr,
    scale: tl.constexpr,
):
    program = tl.program_id(0)
    row = tl.load(rows + program)
    count = tl.load(counts + row).to(tl.int32)
    choice = tl.load(choices + row)
    query = tl.load(query_pointer + program * size + tl.arange(0, size)).to(tl.float32)
    highest = float("-inf")
    total = 0.0
    weighted = 0.0  # sum of exp(logit) * logit
    chosen = 0.0
    for start in range(0, count, block):
        index = start + tl.arange(0, block)
        is_legal = index < count
        actions = tl.load(legal + row * legal_stride + index, mask=is_legal, other=0)
        _, logits = _block_logits(query, embeddings, actions.to(tl.int32), is_legal, size, scale)
        peak = tl.maximum(highest, tl.max(logits, 0))
        shrink = tl.exp(highest - peak)
        powers = tl.exp(logits - peak)
        total = total * shrink + tl.sum(powers, 0)
        weighted = weighted * shrink + tl.sum(tl.where(is_legal, powers * logits, 0.0), 0)
        highest = peak
        chosen += tl.sum(tl.where(index == choice, logits, 0.0), 0)
    log_total = highest + tl.log(total)
    tl.store(log_probs + program, chosen - log_total)
    tl.store(entropies + program, log_total - weighted / total)
    tl.store(log_totals + program, log_total)


@triton.jit
def _differentiate(
    query_pointer,
    embeddings,
    legal,
    legal_stride,
    counts,
    choices,
    rows,
    entropies,
    log_totals,
    log_prob_gradients,
    entropy_gradients,
    query_gradients,
    embedding_gradients,
    size: tl.constexpr,
    block: tl.constexpr,
    scale: tl.constexpr,
):
    program = tl.program_id(0)
    row = tl.load(rows + program)
    count = tl.load(counts + row).to(tl.int32)
    choice = tl.load(choices + row)
    columns = tl.arange(0, size)
    query = tl.load(query_pointer + program * size + columns).to(tl.float32)
    entropy = tl.load(entropies + program)
    log_total = tl.load(log_totals + program)
    log_prob_gradient = tl.load(log_prob_gradients + program)
    entropy_gradient = tl.load(entropy_gradients + program)
    query_gradient = tl.zeros([size], tl.float32)
    for start in range(0, count, block):
        index = start + tl.arange(0, block)
        is_legal = index < count
        actions = tl.load(legal + row * legal_stride + index, mask=is_legal, other=0).to(tl.int32)
        vectors, logits = _block_logits(query, embeddings, actions, is_legal, size, scale)
        log_probs = tl.where(is_legal, logits - log_total, 0.0)
        probs = tl.where(is_legal, tl.exp(log_probs), 0.0)
        is_chosen = tl.where(index == choice, 1.0, 0.0)
        gradients = log_prob_gradient * (is_chosen - probs)
        gradients -= entropy_gradient * probs * (log_probs + entropy)
        gradients = gradients * scale
        query_gradient += tl.sum(vectors * gradients[:, None], 0)
        tl.atomic_add(
            embedding_gradients + actions[:, None] * size + columns[None, :],
            gradients[:, None] * query[None, :],
            mask=is_legal[:, None],
            sem="relaxed",
        )
    tl.store(query_gradients + program * size + columns, query_gradient)


def sample_choices(
    query: Tensor, embeddings: Tensor, legal: Tensor, count: Tensor, seed: Tensor, draw: int
) -> tuple[Tensor, Tensor]:
    """Sample an action per row; see `legal_policy.py`."""
    rows = len(query)
    choice = torch.empty(rows, dtype=torch.int64, device=query.device)
    log_prob = torch.empty(rows, dtype=torch.float32, device=query.device)
    _sample[(rows,)](
        query.contiguous(),
        embeddings,
        legal,
        legal.stride(0),
        count,
        choice,
        log_prob,
        seed,
        draw,
        rows // len(embeddings),
        embeddings.stride(0),
        size=EMBEDDING_SIZE,
        block=BLOCK,
        scale=SCALE,
        noise_stride=NOISE_STRIDE,
        num_warps=1,
    )
    return choice, log_prob


def evaluate_choices(
    query: Tensor, embeddings: Tensor, legal: Tensor, count: Tensor, choice: Tensor, rows: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Return log-probabilities, entropies, and logarithms of the softmax's totals."""
    log_prob, entropy, log_total = torch.empty(3, len(rows), device=query.device).unbind()
    _evaluate[(len(rows),)](
        query.contiguous(),
        embeddings,
        legal,
        legal.stride(0),
        count,
        choice,
        rows,
        log_prob,
        entropy,
        log_total,
        size=EMBEDDING_SIZE,
        block=BLOCK,
        scale=SCALE,
        num_warps=1,
    )
    return log_prob, entropy, log_total


def differentiate_choices(
    query: Tensor,
    embeddings: Tensor,
    legal: Tensor,
    count: Tensor,
    choice: Tensor,
    rows: Tensor,
    *results_and_gradients: Tensor,
) -> tuple[Tensor, Tensor]:
    """Return the gradients of queries and embeddings.

    The last arguments are the entropies and the totals that `evaluate_choices` returned, and the
    gradients of the log-probabilities and of the entropies.
    """
    query_gradient = torch.empty_like(query, memory_format=torch.contiguous_format)
    embedding_gradient = torch.zeros(embeddings.shape, device=query.device)
    _differentiate[(len(rows),)](
        query.contiguous(),
        embeddings,
        legal,
        legal.stride(0),
        count,
        choice,
        rows,
        *results_and_gradients,
        query_gradient,
        embedding_gradient,
        size=EMBEDDING_SIZE,
        block=BLOCK,
        scale=SCALE,
        num_warps=1,
    )
    return query_gradient, embedding_gradient
