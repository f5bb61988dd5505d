"""The page of observations, number by number."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from docs.generator.markdown import head

from roundhouse.core.meta import Meta
from roundhouse.core.observation import Feature, places, size
from roundhouse.play import registry

INTRO = """
`observe(seat)` returns the observation of a seat, which every environment passes on: an array of
`float32`. The tables below list its entries.

- The size depends only on the game, not on the number of seats or the options. Entries of unused
  seats are 0.
- **By seat** means: the observing seat first, then the seat to its left, and so on.
- An entry is an integer times its **scale**, which brings it to about -1 to 1.
- An observation contains no hidden information: it does not change when the information hidden from
  the seat is redealt.
"""


def page() -> str:
    """Return the page."""
    return head("Observations, number by number", INTRO) + "".join(
        _section(meta, tuple(registry.definition(meta.id).observation)) for meta in registry.games()
    )


def _section(meta: Meta, features: tuple[Feature, ...]) -> str:
    rows = "\n".join(_rows(features))
    return (
        f"\n## {meta.title}\n\n`{meta.id}`: {size(features)} numbers.\n\n"
        f"| entries | name | contents | scale |\n|---|---|---|---|\n{rows}\n"
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
