"""Metadata of a game. Importing it imports nothing else of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from roundhouse.core.errors import BadOption, BadSeats
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _

STAGES = (mark("alpha"), mark("beta"), mark("stable"))


@dataclass(frozen=True)
class Option:
    """A choice that is made before the game; the first value is the default."""

    title: str
    values: Mapping[str, str]  # value -> its meaning

    @property
    def default(self) -> str:
        """The default value."""
        return next(iter(self.values))


@dataclass(frozen=True)
class IntroCard:
    """Five lines for a new player, without notation."""

    goal: str  # how to win
    turn: str  # what happens in a turn
    tools: str  # what a player does in it, or pays with
    end: str  # when the game ends
    missed: str  # what beginners often miss

    @property
    def lines(self) -> tuple[str, ...]:
        """The five lines in reading order."""
        return (self.goal, self.turn, self.tools, self.end, self.missed)


@dataclass(frozen=True)
class Meta:
    """The metadata of a game."""

    id: str
    title: str
    order: int  # position in the list of games
    seats: tuple[int, ...]
    rules: int  # the newest version of the rules; stored in every record
    stage: str  # alpha, beta or stable
    tagline: str
    minutes: tuple[int, int]  # shortest and longest usual duration
    unit: str  # unit of the scores: "cubes", "$", "VP"
    credits: str
    card: IntroCard
    secrets: bool = False  # whether seats have private information
    chance: bool = True  # whether the game has chance states
    older: tuple[int, ...] = ()  # older versions of the rules that are still playable, ascending
    options: Mapping[str, Option] = field(default_factory=dict)
    themes: Mapping[str, str] = field(default_factory=dict)  # verb or phase -> puzzle theme

    @property
    def versions(self) -> tuple[int, ...]:
        """The playable versions of the rules, newest last."""
        return (*self.older, self.rules)

    @property
    def usual_seats(self) -> int:
        """The number of seats nearest to four."""
        return min(self.seats, key=lambda seats: abs(seats - 4))

    def check_rules(self, version: int | None) -> int:
        """Return the version, or the newest for None; raise BadOption if it is unknown."""
        if version is None:
            return self.rules
        if version not in self.versions:
            allowed = ", ".join(map(str, self.versions))
            raise BadOption(
                _(
                    "{game} has no version {version} of the rules; it has: {allowed}",
                    game=self.title,
                    version=version,
                    allowed=allowed,
                )
            )
        return version

    def check_seats(self, seats: int) -> None:
        """Raise BadSeats unless the game has this number of seats."""
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            values = {"game": self.title, "low": low, "high": high, "seats": seats}
            raise BadSeats(_("{game} is for {low} to {high} seats, not {seats}", **values))

    def check_options(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Return the value of every option; raise BadOption for an unknown one."""
        for name in options:
            if name not in self.options:
                names = ", ".join(self.options) or _("none")
                raise BadOption(
                    _(
                        "{game} has no option {name}; it has: {names}",
                        game=self.title,
                        name=repr(name),
                        names=names,
                    )
                )
        values = {}
        for name, option in self.options.items():
            values[name] = options.get(name, option.default)
            if values[name] not in list(option.values):  # a list: the value may be unhashable
                names = ", ".join(option.values)
                raise BadOption(
                    _(
                        "option {name} is one of {names}, not {value}",
                        name=repr(name),
                        names=names,
                        value=repr(values[name]),
                    )
                )
        return values

    def theme_words(self, theme: str) -> str:
        """Return the display name of a verb or phase."""
        words = self.themes.get(theme)
        return _(words) if words else theme.replace("_", " ").replace("-", " ")

    def option_numbers(self, values: Mapping[str, str]) -> list[int]:
        """Return the option values as indices, in the order of `options`."""
        return [list(o.values).index(values[name]) for name, o in self.options.items()]
