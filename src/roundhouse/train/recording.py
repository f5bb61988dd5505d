"""CUDA graphs: kernels are launched together, as launching each takes too long.

A recorded function reads and writes tensors at fixed addresses. It runs as usual at first, so that
everything is compiled and allocated, is then recorded, and is replayed from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import torch

R = TypeVar("R")
CALLS_BEFORE = 2  # calls before the recording


class Recording(Generic[R]):
    """A function that is recorded on a GPU, and called on a processor.

    The result of a call is overwritten by the next one.
    """

    def __init__(self, function: Callable[[], R], device: str) -> None:
        self._function, self._is_recorded = function, device != "cpu"
        self._stream: Any = torch.cuda.Stream() if self._is_recorded else None
        self._calls = 0
        self._graph: Any = None
        self._result: R

    def __call__(self) -> R:
        """Run the function."""
        if not self._is_recorded:
            return self._function()
        if self._graph is None:
            self._calls += 1
            if self._calls <= CALLS_BEFORE:
                return self._run_beside()
            torch.cuda.synchronize()
            self._graph = torch.cuda.CUDAGraph()
            # Other threads, such as those of libraries, may allocate memory meanwhile.
            with torch.cuda.graph(
                self._graph, stream=self._stream, capture_error_mode="thread_local"
            ):
                self._result = self._function()
        self._graph.replay()
        return self._result

    def _run_beside(self) -> R:
        """Run the function in the stream of the recording."""
        self._stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self._stream):
            result = self._function()
        torch.cuda.current_stream().wait_stream(self._stream)
        return result
