"""docs/observations.md: what each number of an observation is, as the rooms declare it.

python -m roundhouse.research.observation_page > docs/observations.md
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from roundhouse.core.meta import Meta
from roundhouse.core.observation import Feature, places, size
from roundhouse.play import registry

HEAD = """# Observations, number by number

What `observe(seat)` gives and every environment passes on: an array of `float32`, through the eyes
of one seat. This page is made from the code (`python -m roundhouse.research.observation_page`) and
checked against it by the tests.

- The size depends on the game alone: it is the same for every number of seats and every option.
  Places of seats that are not taken are 0.
- **By seat** means: one's own first, then the seat to the left, and so on round the table.
- A number is the game's own whole number times its **scale**, which brings it to about -1 to 1.
- Nothing is in it that the seat may not know: dealing again what the seat cannot know changes none
  of the numbers.
"""


def page() -> str:
    """The whole page, Markdown."""
    return HEAD + "".join(
        _section(meta, tuple(registry.room(meta.id).observation)) for meta in registry.games()
    )


def _section(meta: Meta, features: tuple[Feature, ...]) -> str:
    rows = "\n".join(_rows(features))
    return (
        f"\n## {meta.title}\n\n`{meta.id}`: {size(features)} numbers.\n\n"
        f"| places | name | what | scale |\n|---|---|---|---|\n{rows}\n"
    )


def _rows(features: tuple[Feature, ...]) -> Iterator[str]:
    where = places(features)
    for feature in features:
        first, end = where[feature.name]
        place = str(first) if end == first + 1 else f"{first} to {end - 1}"
        about = feature.about.replace("|", "\\|")
        yield f"| {place} | `{feature.name}` | {about} | {_scale(feature.scale)} |"


def _scale(scale: float) -> str:
    if scale == 1.0:
        return ""
    exact = Fraction(scale).limit_denominator(100_000)
    return f"{exact.numerator}/{exact.denominator}"


if __name__ == "__main__":
    print(page(), end="")
