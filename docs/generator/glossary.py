"""The page of terms, from `glossary.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

from docs.generator.markdown import head, sentence

SOURCE = Path(__file__).parent / "glossary.toml"
INTRO = "The words that the code, the interface and this documentation use."


def page() -> str:
    """Return the page: a section for each group, its terms in alphabetical order."""
    text = head("Glossary", INTRO)
    for group, terms in tomllib.loads(SOURCE.read_text(encoding="utf-8")).items():
        text += f"\n## {group}\n\n"
        for term in sorted(terms, key=str.lower):
            text += f"- **{term}**: {sentence(terms[term])}\n"
    return text
