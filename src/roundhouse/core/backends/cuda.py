"""The speed `cuda`: the same rules inside a CUDA kernel (numba-cuda).

A driver runs as a kernel of one thread. Its arrays are copied to the GPU and back, which is slow
but enough for `roundhouse conformance --speed cuda` to compare the GPU with the other speeds.
`research.Batch` runs many games at once.

`ptx` compiles a kernel without a GPU, so that any machine can detect a rule that does not compile
for one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from roundhouse.core.backends.jit import JitBinder, JitEngine
from roundhouse.core.engine import Driver
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.rule import CUDA

CAPABILITY = (9, 0)  # compute capability that `ptx` compiles for


class NoCuda(RoundhouseError, RuntimeError):
    """There is no GPU, or numba-cuda is not installed."""


def cuda_module() -> Any:
    """Return numba.cuda; raise NoCuda if the library or a GPU is missing."""
    try:
        from numba import cuda
    except ImportError:
        raise NoCuda("`cuda` needs numba-cuda: pip install 'roundhouse-games[cuda]'") from None
    module: Any = cuda
    if not module.is_available():
        raise NoCuda("the speed `cuda` needs an NVIDIA GPU and its driver; none was found")
    return module


class CudaBinder(JitBinder):
    """Binds drivers to one GPU thread."""

    def __init__(self, names: Mapping[str, Any], package: str) -> None:
        super().__init__(names, package)
        self.cuda = cuda_module()
        self._rules = JitBinder(names, package)  # rules inside a kernel need no launcher

    def __call__(self, function: Callable[..., Any]) -> Any:
        if function not in self._bound:
            self._bound[function] = self._launcher(function)
        return self._bound[function]

    def _launcher(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that runs a driver on the GPU with arrays of the host."""
        bound = self._rules(function)
        has_result = function.__annotations__.get("return") not in (None, "None")

        def store_result(result: Any, *arguments: Any) -> None:
            result[0] = bound(*arguments)

        def ignore_result(result: Any, *arguments: Any) -> None:
            bound(*arguments)

        return self._launch(store_result if has_result else ignore_result, has_result)

    def entry(self, driver: Driver) -> Any:
        if driver not in self._entries:
            bound = self._rules(driver)

            def store_result(
                result: Any, boards: Any, scratches: Any, results: Any, states: Any, number: int
            ) -> None:
                result[0] = bound(boards[0], states[0], scratches[0], results, number)

            self._entries[driver] = self._launch(store_result, True)
        return self._entries[driver]

    def _launch(self, kernel: Callable[..., Any], has_result: bool) -> Callable[..., Any]:
        compiled = self.cuda.jit(kernel)

        def launch(*arguments: Any) -> Any:
            result = np.zeros(1, np.int64)
            compiled[1, 1](result, *arguments)
            return int(result[0]) if has_result else None

        return launch


class CudaEngine(JitEngine):
    """Runs drivers on the GPU, one at a time; a single state is an array of one."""

    speed = CUDA

    def make_binder(self, names: dict[str, Any]) -> CudaBinder:
        return CudaBinder(self.names(names), self.definition.package)

    def _announce(self) -> None:
        pass  # a GPU compiles for each process

    def unpack(self, data: bytes) -> Any:
        return self.load(data)

    def address(self, memory: Any) -> Any:
        return memory

    def copy(self, memory: Any) -> tuple[Any, Any]:
        copied = memory.copy()
        return copied, copied

    def make_context(self) -> Any:
        self.results = np.zeros(self.result_count, np.int64)  # kernels take no `array`
        return self.boards, self.scratches, self.results

    def entry(self, driver: Driver) -> Callable[[Any, int], int]:
        return partial(self.bind.entry(driver), *self.context)


ENGINE = CudaEngine


def ptx(kernel: Callable[..., Any], *arguments: Any) -> str:
    """Return a kernel's PTX for these arguments; needs numba-cuda but no GPU."""
    import sys

    import numba
    from numba import cuda

    compiler: Any = cuda
    typeof: Any = numba.typeof

    class StubDevice:
        compute_capability = CAPABILITY

    # The dispatcher of a nested function asks for the current device, so replace the lookup.
    modules: list[Any] = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("numba") and "get_current_device" in vars(module)
    ]
    originals = [module.get_current_device for module in modules]
    for module in modules:
        module.get_current_device = StubDevice
    try:
        signature = numba.types.void(*(typeof(value) for value in arguments))
        code, _ = compiler.compile_ptx(kernel, signature, cc=CAPABILITY)
    finally:
        for module, function in zip(modules, originals, strict=True):
            module.get_current_device = function
    return str(code)
