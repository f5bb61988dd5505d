"""The factor for the size of tests; `make research` sets it above 1."""

from __future__ import annotations

import os

SCALE = int(os.environ.get("RESEARCH_SCALE", "1"))
