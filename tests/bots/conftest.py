from __future__ import annotations

import pytest

from roundhouse import Game, load


@pytest.fixture(scope="session")
def northern() -> Game:
    """Interpreted: these tests are about behaviour, and compiling takes longer than they do."""
    return load("northern", speed="interpreted")
