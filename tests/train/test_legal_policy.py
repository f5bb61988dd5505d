"""The policy over legal actions: Triton kernels equal Torch on a processor."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.heavy]

ACTIONS, ROWS, MAX_LEGAL = 50, 12, 40


def test_kernels_equal_torch() -> None:
    """Triton's interpreter must be chosen before Triton is imported, so a process runs it."""
    pytest.importorskip("triton")
    env = {**os.environ, "TRITON_INTERPRET": "1"}
    subprocess.run([sys.executable, __file__], env=env, check=True)


def compare_kernels() -> None:
    import torch

    from roundhouse.train import policy_kernels
    from roundhouse.train.legal_policy import evaluate_choices
    from roundhouse.train.network import EMBEDDING_SIZE, legal_logits

    torch.manual_seed(1)
    embeddings = torch.randn(ACTIONS, EMBEDDING_SIZE)
    query = 3 * torch.randn(ROWS, EMBEDDING_SIZE)
    count = torch.randint(2, MAX_LEGAL, (ROWS,))
    legal = torch.stack([torch.randperm(ACTIONS)[:MAX_LEGAL] for _ in range(ROWS)]).short()
    choice = (torch.rand(ROWS) * count).long()
    rows = torch.tensor([3, 1, 4, 1, 5, 9])
    inputs = query[rows].requires_grad_(), embeddings.clone().requires_grad_()
    expected = evaluate_choices(*inputs, legal, count, choice, rows)
    gradients = torch.randn(2, len(rows)).unbind()
    torch.autograd.backward(expected, gradients)
    columns = query[rows], embeddings, legal, count, choice, rows
    *results, log_total = policy_kernels.evaluate_choices(*columns)
    torch.testing.assert_close(tuple(results), tuple(expected), atol=1e-4, rtol=1e-4)
    derived = policy_kernels.differentiate_choices(*columns, results[1], log_total, *gradients)
    torch.testing.assert_close(derived, tuple(x.grad for x in inputs), atol=1e-4, rtol=1e-4)

    two_networks = torch.stack([embeddings, 2 * embeddings])
    seed = torch.tensor(7)
    choice, log_prob = policy_kernels.sample_choices(
        query, two_networks, legal.int(), count, seed, 0
    )
    assert (choice < count).all()
    halves = zip(query.chunk(2), two_networks, legal.chunk(2), count.chunk(2), strict=True)
    log_probs = torch.cat([torch.log_softmax(legal_logits(*half), 1) for half in halves])
    torch.testing.assert_close(log_prob, log_probs.gather(1, choice[:, None])[:, 0])

    samples = 400
    query = query[:1].expand(samples, -1) / 6
    legal, count = legal[:1].expand(samples, -1).int(), torch.full((samples,), 3)
    choice, _ = policy_kernels.sample_choices(query, embeddings[None], legal, count, seed, 1)
    probs = torch.softmax(legal_logits(query[:1], embeddings, legal[:1], count[:1]), 1)[0, :3]
    torch.testing.assert_close(choice.bincount(minlength=3) / samples, probs, atol=0.1, rtol=0)


if __name__ == "__main__":
    compare_kernels()
