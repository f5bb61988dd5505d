"""The third speed: the same rules inside a CUDA kernel (numba-cuda).

A kernel calls the rules that are compiled for the CPU as they are: numba-cuda compiles them again
for the card. At this speed a driver is a kernel of one thread on arrays of the host, which are
copied there and back: slow, and all that `roundhouse conformance --speed cuda` needs to compare
the card with the other speeds field by field. Many games at once are `research.Batch`'s affair.

Without a card `ptx` compiles a kernel all the same, so that a rule that no GPU can run is found
on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.rule import COMPILED, Binder

CAPABILITY = (9, 0)  # what `ptx` compiles for


class NoCuda(RoundhouseError, RuntimeError):
    """There is no card, or no library for it."""


def cuda_module() -> Any:
    """numba.cuda, if it and a card are there."""
    try:
        from numba import cuda
    except ImportError:
        raise NoCuda("the speed `cuda` needs numba-cuda: pip install 'roundhouse[cuda]'") from None
    found: Any = cuda
    if not found.is_available():
        raise NoCuda("the speed `cuda` needs an NVIDIA card and its driver; none was found")
    return found


class CudaBinder(Binder):
    """Binds drivers to one GPU thread."""

    def __init__(self, names: Mapping[str, Any], package: str) -> None:
        super().__init__(names, COMPILED, package)
        self.cuda = cuda_module()
        self._rules = Binder(names, COMPILED, package)  # what a driver calls is no launcher

    def __call__(self, function: Callable[..., Any]) -> Any:
        if function not in self._bound:
            self._bound[function] = self._launcher(function)
        return self._bound[function]

    def cold(self) -> bool:
        return False

    def _launcher(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Call a driver on the card: host arrays go there and come back."""
        bound = self._rules(function)
        tells = function.__annotations__.get("return") not in (None, "None")

        def telling(result: Any, *given: Any) -> None:
            result[0] = bound(*given)

        def silent(result: Any, *given: Any) -> None:
            bound(*given)

        kernel = self.cuda.jit(telling if tells else silent)

        def launch(*given: Any) -> Any:
            result = np.zeros(1, np.int64)
            kernel[1, 1](result, *given)
            return int(result[0]) if tells else None

        return launch


def ptx(kernel: Callable[..., Any], *given: Any) -> str:
    """A kernel's PTX for these arguments, on any machine that has the library."""
    import sys

    import numba
    from numba import cuda

    compiler: Any = cuda
    typeof: Any = numba.typeof

    class Card:
        compute_capability = CAPABILITY

    # The dispatcher of a nested function asks for the present card; here it is a made-up one.
    places: list[Any] = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("numba") and "get_current_device" in vars(module)
    ]
    before = [module.get_current_device for module in places]
    for module in places:
        module.get_current_device = Card
    try:
        signature = numba.types.void(*(typeof(value) for value in given))
        made, _ = compiler.compile_ptx(kernel, signature, cc=CAPABILITY)
    finally:
        for module, function in zip(places, before, strict=True):
            module.get_current_device = function
    return str(made)
