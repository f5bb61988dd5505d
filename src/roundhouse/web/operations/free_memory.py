"""Free memory of the C library: keep little of it, and return it to the system.

glibc keeps a heap for each of many threads. Drawings and answers of 50 to 200 KB come and go there
between small blocks that stay, which leaves gaps that no later block fits. So large blocks are
mapped on their own, threads share two heaps, and gaps are returned each minute. Other C libraries
lack these functions, and nothing happens.
"""

from __future__ import annotations

import ctypes
import sys

# The numbers of mallopt(3), and their values.
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
MAX_HEAPS = 2
MAPPED_BYTES = 64 * 1024  # blocks of this size are mapped on their own
MAX_FREE_BYTES = 1024 * 1024  # at the end of a heap


def limit_free_memory() -> None:
    """Bound the free memory that the C library keeps; call this before threads start."""
    mallopt = _function("mallopt")
    if mallopt is not None:
        mallopt(M_ARENA_MAX, MAX_HEAPS)
        mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES)
        mallopt(M_TRIM_THRESHOLD, MAX_FREE_BYTES)


def return_free_memory() -> None:
    """Return free memory to the system."""
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


def _function(name: str) -> ctypes._NamedFuncPointer | None:
    """Return a function of the C library, or None if it has none of this name."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
