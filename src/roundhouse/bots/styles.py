"""Playing styles: variants of a level that are about equally strong.

A style sets a few search parameters that change what the seat values besides its share of the win
(search/utility.py). Styles know nothing about the game. The levels in `LEVELS_WITH_STYLES` have all
of them, under names such as `medium-cautious`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from roundhouse.bots.levels import LEVELS, Level
from roundhouse.core.translation import mark

LEVELS_WITH_STYLES = ("medium", "hard")


@dataclass(frozen=True)
class Style:
    """A playing style."""

    name: str
    label: str
    description: str
    params: tuple[tuple[str, float], ...]  # search parameters it overrides

    def at(self, level: Level) -> Level:
        """Return a level with this style."""
        return replace(
            level,
            name=f"{level.name}-{self.name}",
            label=f"{level.label}, {self.label}",
            description=f"{level.description} {self.description}",
            params=self.params,
            style=self.label,
            base_level=level.name,
        )


STYLES = (
    Style(
        "cautious",
        mark("cautious"),
        mark("Prefers a small safe gain to a risky large one."),
        (("risk_exponent", 0.3), ("margin_weight", 0.3)),
    ),
    Style(
        "greedy",
        mark("greedy"),
        mark("Takes what it can get soon and ignores what the others get."),
        (("own_value_weight", 0.4),),
    ),
    Style(
        "spoiler",
        mark("spoiler"),
        mark("Tries to stop whoever is in the lead from winning."),
        (("leader_penalty", 0.3),),
    ),
)
STYLED_LEVELS = {
    styled.name: styled
    for name in LEVELS_WITH_STYLES
    for styled in (style.at(LEVELS[name]) for style in STYLES)
}
