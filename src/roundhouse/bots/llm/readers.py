"""Players that read only text: the interface, and simple ones that need no model.

The simple readers find the legal moves in the prompt. They measure how much the text alone says.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from roundhouse.bots.llm.settings import BYTES_PER_TOKEN, MAX_TOKENS, LlmSettings

LISTED_MOVE = re.compile(r"^- `([^`]+)`: (.*)$", re.M)
WARNING = -5.0  # points of a move with a warning
# What a consequence is worth: a pattern whose first group is a number, and a factor. The number
# of a pattern without a group is 1.
CONSEQUENCES = (
    (re.compile(r"(?<!Seat \d )\+\$?(\d+)"), 1.0),
    (re.compile(r"Seat \d \+(\d+)"), -0.5),
    (re.compile(r"Seat \d loses (\d+)"), 0.5),
    (re.compile(r"(\d+) VP"), 1.0),
    (re.compile(r"[Yy]ou get \$(\d+)"), 1.0),
    (re.compile(r"worth \$(\d+)"), 1.0),
    (re.compile(r"(?:Pays|Will pay) (\d+)"), 0.5),
    (re.compile(r"[Cc]ollect (\d+)"), 0.5),
    (re.compile(r"\$(\d+) per dividend"), 1.0),
    (re.compile(r"you keep \$(\d+)", re.I), 0.01),
    (re.compile(r"minimum bid|makes you president"), 2.0),
)


@dataclass(frozen=True)
class Message:
    """Part of a conversation with a player; its role is system, user or assistant."""

    role: str
    text: str


@dataclass(frozen=True)
class Answer:
    """What a player answered, and the tokens of the conversation and of the answer."""

    text: str
    prompt_tokens: int = 0
    answer_tokens: int = 0


class TextPlayer(Protocol):
    """A player that gets a conversation and answers."""

    def answer(self, messages: Sequence[Message], seconds: float) -> Answer:
        """Return an answer within some seconds; raise EndpointError if there is none."""
        ...

    def stop(self) -> None:
        """End a running `answer` soon, from another thread."""

    def hide_key(self, text: str) -> str:
        """Return a text without secrets of this player."""
        ...


class TextReader:
    """A text player that rates each move by its line and takes one of the best."""

    def __init__(self, rate: Callable[[int, str], float], rng: random.Random) -> None:
        self._rate, self._rng = rate, rng

    def answer(self, messages: Sequence[Message], seconds: float) -> Answer:
        """Return the move with the best line."""
        moves = LISTED_MOVE.findall(messages[-1].text)
        if not moves:
            return Answer("I see no list of moves.")
        rates = [self._rate(n, text) for n, (_, text) in enumerate(moves)]
        best = [move for (move, _), rate in zip(moves, rates, strict=True) if rate == max(rates)]
        text = f"Move: {self._rng.choice(best)}"
        prompt = sum(len(each.text) for each in messages)
        return Answer(text, prompt // BYTES_PER_TOKEN, len(text) // BYTES_PER_TOKEN)

    def stop(self) -> None:
        """Do nothing: a reader answers at once."""

    def hide_key(self, text: str) -> str:
        """Return the text: a reader has no secrets."""
        return text


def rate_consequences(text: str) -> float:
    """Rate the consequences of a move by the words that describe them."""
    points = WARNING if "Warning:" in text else 0.0
    for pattern, factor in CONSEQUENCES:
        for number in pattern.findall(text):
            points += factor * (int(number) if number.isdigit() else 1)
    return points


UNLIMITED = LlmSettings("reader", tokens=MAX_TOKENS)
READERS: dict[str, Callable[[int, str], float]] = {
    "random": lambda n, text: 0.0,
    "first": lambda n, text: -float(n),
    "greedy": lambda n, text: rate_consequences(text),
}
