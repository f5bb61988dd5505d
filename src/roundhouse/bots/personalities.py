"""Personalities: levels that play about as well as each other, and not alike.

A personality is a few settings of the search that say what the seat wants besides its share of the
win (search/temper.py). None of them knows which game is played. Each level in the middle has all of
them, under names of its own: `medium-cautious`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from roundhouse.bots.levels import LEVELS, Level

MIDDLE = ("medium", "hard")


@dataclass(frozen=True)
class Personality:
    """What a personality is, for people and for the search."""

    name: str
    label: str
    description: str
    nature: tuple[tuple[str, float], ...]

    def at(self, level: Level) -> Level:
        """A level of this personality."""
        return replace(
            level,
            name=f"{level.name}-{self.name}",
            label=f"{level.label}, {self.label}",
            description=f"{level.description} {self.description}",
            nature=self.nature,
            bent=self.label,
            plain=level.name,
        )


PERSONALITIES = (
    Personality(
        "cautious",
        "cautious",
        "Would rather have a little for sure than a chance of much.",
        (("risk", 0.3), ("margin", 0.3)),
    ),
    Personality(
        "greedy",
        "greedy",
        "Takes what it can get soon, and does not mind what the others get.",
        (("haste", 0.4),),
    ),
    Personality(
        "spoiler",
        "spoiler",
        "Would rather see anybody win than whoever is in the lead.",
        (("spite", 0.3),),
    ),
)
CHARACTERS = {
    made.name: made
    for level in MIDDLE
    for made in (personality.at(LEVELS[level]) for personality in PERSONALITIES)
}
