"""How many times as much as `make test` asks for is asked for: `make research` sets it."""

from __future__ import annotations

import os

SCALE = int(os.environ.get("RESEARCH_SCALE", "1"))
