"""What is printed on the box of a game. Loading one loads nothing else of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from roundhouse.core.errors import BadOption, BadSeats


@dataclass(frozen=True)
class Option:
    """A choice made before the game; the first value is the default."""

    title: str
    values: Mapping[str, str]  # value -> what it means, for people

    @property
    def default(self) -> str:
        return next(iter(self.values))


@dataclass(frozen=True)
class Card:
    """Five lines for a new player, in plain words and no notation."""

    goal: str  # how one wins
    turn: str  # what a turn is
    tools: str  # what one does in it, or what one pays with
    end: str  # when the game is over
    missed: str  # the one thing beginners miss

    @property
    def lines(self) -> tuple[str, ...]:
        return (self.goal, self.turn, self.tools, self.end, self.missed)


@dataclass(frozen=True)
class Meta:
    """One game's box."""

    id: str
    title: str
    order: int  # where it stands among the others
    seats: tuple[int, ...]
    rules: int  # the newest version of the rules; in every record
    stage: str  # alpha, beta or stable
    tagline: str
    minutes: tuple[int, int]
    unit: str  # what scores count: "cubes", "$", "VP"
    credits: str
    card: Card  # what a new player is told first
    secrets: bool = False  # whether seats know different things
    chance: bool = True  # whether anything is left to chance
    older: tuple[int, ...] = ()  # versions of the rules that can still be played, ascending
    options: Mapping[str, Option] = field(default_factory=dict)
    # What a decision may be about, in plain words: by the verb of a move and by the phase.
    themes: Mapping[str, str] = field(default_factory=dict)

    @property
    def versions(self) -> tuple[int, ...]:
        """The versions of the rules that this game can be played by, the newest last."""
        return (*self.older, self.rules)

    def check_rules(self, version: int | None) -> int:
        """The version itself, or the newest for None."""
        if version is None:
            return self.rules
        if version not in self.versions:
            known = ", ".join(map(str, self.versions))
            raise BadOption(f"{self.title} has no version {version} of the rules; it has: {known}")
        return version

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            allowed = f"{self.seats[0]} to {self.seats[-1]}"
            raise BadSeats(f"{self.title} is for {allowed} seats, not {seats}")

    def check_options(self, given: Mapping[str, Any]) -> dict[str, str]:
        """All options with their values, defaults filled in."""
        for name in given:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise BadOption(f"{self.title} has no option {name!r}; it has: {known}")
        chosen = {}
        for name, option in self.options.items():
            chosen[name] = given.get(name, option.default)
            if chosen[name] not in list(option.values):  # a list: what is given may be anything
                known = ", ".join(option.values)
                raise BadOption(f"option {name!r} is one of {known}, not {chosen[name]!r}")
        return chosen

    def theme_words(self, theme: str) -> str:
        """A verb or a phase as people say it; one without words of its own stands for itself."""
        return self.themes.get(theme) or theme.replace("_", " ").replace("-", " ")

    def option_numbers(self, chosen: Mapping[str, str]) -> list[int]:
        """The options as the rules get them: value numbers, in the order of the meta."""
        return [list(o.values).index(chosen[name]) for name, o in self.options.items()]
