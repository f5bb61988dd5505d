"""The page of observations; `roundhouse.research.observation_page` renders it."""

from __future__ import annotations

from docs.generator.markdown import NOTE

from roundhouse.research.observation_page import page as render


def page() -> str:
    """Return the page."""
    title, _, text = render().partition("\n")
    return f"{title}\n\n{NOTE}{text}"
