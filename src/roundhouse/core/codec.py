"""Conversion between actions (integers) and moves (words).

A game declares each verb with its first action number. The arguments of a verb are numbered like
digits in a mixed radix with fixed capacities. The rules compute actions from constants; the names
come from the board file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import reduce
from itertools import product

from roundhouse.core.errors import IllegalAction, UnknownMove
from roundhouse.core.translation import translate as _


@dataclass(frozen=True)
class Names:
    """The values of an argument: the names on this board, and their maximum number."""

    names: Sequence[str]
    capacity: int

    @classmethod
    def numbers(cls, count: int) -> Names:
        """Return the numbers 0 to count - 1, written as digits."""
        return cls([str(n) for n in range(count)], count)


@dataclass(frozen=True)
class Verb:
    """A verb and its arguments; `base` is the action of their first combination."""

    base: int
    word: str
    arguments: tuple[Names, ...] = ()

    @property
    def size(self) -> int:
        size = 1
        for argument in self.arguments:
            size *= argument.capacity
        return size


class Codec:
    """The words of every action of a game on one board."""

    def __init__(self, size: int, verbs: Sequence[Verb]) -> None:
        self.size = size
        self._words: list[str | None] = [None] * size
        for verb in verbs:
            if verb.base < 0 or verb.base + verb.size > size:
                raise ValueError(f"verb {verb.word!r} does not fit into {size} actions")
            for digits in product(*(range(len(a.names)) for a in verb.arguments)):
                index = 0
                for digit, argument in zip(digits, verb.arguments, strict=True):
                    if len(argument.names) > argument.capacity:
                        raise ValueError(f"verb {verb.word!r}: more names than its capacity")
                    index = index * argument.capacity + digit
                if self._words[verb.base + index] is not None:
                    raise ValueError(f"verb {verb.word!r} overlaps another")
                names = [a.names[d] for a, d in zip(verb.arguments, digits, strict=True)]
                self._words[verb.base + index] = " ".join([verb.word, *names])
        self._actions = {w: n for n, w in enumerate(self._words) if w is not None}
        if len(self._actions) != sum(w is not None for w in self._words):
            raise ValueError("two actions have the same words")

    def text(self, action: int) -> str:
        """Return the words of an action; raise IllegalAction if it has none."""
        words = self._words[action] if 0 <= action < self.size else None
        if words is None:
            raise IllegalAction(_("{action} is no action of this game", action=action))
        return words

    def parse(self, words: str) -> int:
        """Return the action that words name; raise UnknownMove with suggestions."""
        tidy = " ".join(words.split())
        try:
            return self._actions[tidy]
        except KeyError:
            near = get_close_matches(tidy[:80], self._actions, n=3)
            values = {"words": repr(tidy[:80])}
            message = _("{words} is no move of this game", **values)
            if near:
                values["near"] = reduce(_join, map(repr, near))
                message = _("{words} is no move of this game; did you mean {near}?", **values)
            raise UnknownMove(message) from None

    def actions(self) -> list[int]:
        """Return every action that has words, ascending."""
        return sorted(self._actions.values())


def _join(first: str, last: str) -> str:
    return _("{first} or {last}", first=first, last=last)
