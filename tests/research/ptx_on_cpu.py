"""A kernel's PTX, run by the CPU thread after thread (see ptx_to_c.py). Needs a C compiler."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

from tests.research.ptx_to_c import translate


class Kernel:
    """PTX that can be called."""

    def __init__(self, ptx: str, folder: Path) -> None:
        text, self._many = translate(ptx)
        source, library = folder / "kernel.c", folder / "kernel.so"
        source.write_text(text, encoding="utf-8")
        flags = ["-O1", "-w", "-fPIC", "-shared", "-fno-strict-aliasing", "-fwrapv"]
        subprocess.run(["cc", *flags, "-o", str(library), str(source)], check=True)
        self._library: Any = ctypes.CDLL(str(library))
        self._library.entry.argtypes = [ctypes.c_uint64] * self._many
        self._library.allow.argtypes = [ctypes.c_uint64, ctypes.c_uint64]

    def __call__(self, threads: int, *given: Any) -> None:
        """Run so many threads with these arrays and numbers; a bad address fails."""
        numbers: list[int] = []
        self._library.forget()
        for value in given:
            if isinstance(value, int):
                numbers.append(value)
                continue
            self._library.allow(value.ctypes.data, value.nbytes)
            # As Numba hands arrays over: two pointers that nobody reads, items, bytes of one, data.
            numbers += [0, 0, value.size, value.itemsize, value.ctypes.data]
            numbers += [*value.shape, *value.strides]
        assert len(numbers) == self._many
        for name, count in (("NTID", 64), ("TID", 0), ("CTAID", 0)):
            ctypes.c_uint32.in_dll(self._library, name).value = count
        for thread in range(threads):
            ctypes.c_uint32.in_dll(self._library, "TID").value = thread % 64
            ctypes.c_uint32.in_dll(self._library, "CTAID").value = thread // 64
            self._library.entry(*numbers)
            line = self._library.fault_line()
            assert line == 0, f"thread {thread}: a bad address in line {line} of the PTX"
