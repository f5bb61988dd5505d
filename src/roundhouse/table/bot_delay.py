"""Bot delays: how soon bots answer.

A bot's move is held back so that players can follow, for as long as the bot delay of the table
says. The delay depends only on what everyone at the table can see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import log2

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import Refusal

MIN_SECONDS, MAX_SECONDS = 0.3, 3.0  # seconds
NORMAL_RANGE = (0.8, 1.2)
STEP = 0.4  # part of the delay above the minimum, for further steps of a turn
MAX_CHOICES = 32  # choices beyond this count as equally hard
# Weights of what makes a decision hard; they add up to 1.
WIDTH, DOUBT, NOISE = 0.45, 0.35, 0.2


@dataclass(frozen=True)
class DelayContext:
    """What everyone can see of a decision, and a random number from 0 to 1."""

    choices: int = 1
    continues_turn: bool = False  # continues the same turn
    secret: bool = False  # the doubt of the bot would reveal its hand
    noise: float = 0.5


FORCED = DelayContext()


def compute_noise(table: str, ply: int) -> float:
    """Return a number from 0 to 1 that depends on the table and the ply only."""
    digest = sha256(f"{table} {ply}".encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**32


DelayFunction = Callable[[DelayContext, float], float]


@dataclass(frozen=True)
class BotDelay:
    """A bot delay.

    `seconds` returns when a bot answers, from the decision and the doubt of the bot (0: none, 1:
    two moves of equal value).
    """

    key: str
    title: str
    words: str
    seconds: DelayFunction


def _normal(decision: DelayContext, doubt: float) -> float:
    low, high = NORMAL_RANGE
    return _shorten_continuation(low + (high - low) * decision.noise, decision)


def _human_delay(decision: DelayContext, doubt: float) -> float:
    width = min(1.0, log2(max(1, decision.choices)) / log2(MAX_CHOICES))
    doubt_share = 0.5 if decision.secret else min(1.0, max(0.0, doubt))
    if decision.choices <= 1:
        doubt_share = 0.0
    hard = WIDTH * width + DOUBT * doubt_share + NOISE * decision.noise
    return _shorten_continuation(MIN_SECONDS + (MAX_SECONDS - MIN_SECONDS) * hard, decision)


def _shorten_continuation(seconds: float, decision: DelayContext) -> float:
    if not decision.continues_turn:
        return seconds
    return MIN_SECONDS + STEP * (seconds - MIN_SECONDS)


AT_ONCE = BotDelay(
    "at-once", mark("Instant"), mark("after 0.3 s"), lambda decision, doubt: MIN_SECONDS
)
BRISK = BotDelay("briskly", mark("Normal"), mark("after about a second"), _normal)
HUMAN = BotDelay(
    "person", mark("Human-like"), mark("after 0.3 to 3 s, longer for hard decisions"), _human_delay
)
BOT_DELAYS = {bot_delay.key: bot_delay for bot_delay in (AT_ONCE, BRISK, HUMAN)}
USUAL = BRISK
# For bots among themselves in a tournament; users cannot choose it.
NO_PAUSE = BotDelay(
    "none", mark("Without a pause"), mark("as soon as they can"), lambda decision, doubt: 0.0
)


def find_bot_delay(key: str) -> BotDelay:
    """Return the chosen bot delay; empty: the default."""
    if not key:
        return USUAL
    if key not in BOT_DELAYS:
        raise Refusal(
            _(
                "`tempo` must be one of {values}, not {value}.",
                values=", ".join(BOT_DELAYS),
                value=repr(key[:20]),
            )
        )
    return BOT_DELAYS[key]


def stored_bot_delay(key: str | None) -> BotDelay:
    """Return the bot delay of a stored table; unknown ones become the default."""
    return NO_PAUSE if key == NO_PAUSE.key else BOT_DELAYS.get(key or "", USUAL)
