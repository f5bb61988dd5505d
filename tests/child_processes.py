"""Child processes that end with the tests, even if the tests are killed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence

Word = str | os.PathLike[str]


def bind_to_parent(command: Sequence[Word], signal: str = "KILL") -> list[Word]:
    """Return a command whose process gets a signal when the thread that starts it ends.

    Linux only; elsewhere, the process outlives tests that are killed.
    """
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", signal, *command] if setpriv else [*command]
