"""How soon bots answer: the tempos that can be chosen when a table is laid.

A bot has mostly thought enough after some hundredths of a second. Its move is then held back, so
that people can follow: for as long as the table's tempo says, the thinking counted in. Nothing may
show in that time but what everybody at the table can tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import log2

from roundhouse.web.errors import Refusal

SHORTEST, LONGEST = 0.3, 3.0  # seconds
BRISKLY = (0.8, 1.2)
STEP = 0.4  # of what is above the shortest, where a turn that has begun is gone on with
MANY = 32  # choices: more are not harder to look through
# What makes a decision hard, for one who answers like a person. Together 1.
WIDTH, DOUBT, LUCK = 0.45, 0.35, 0.2


@dataclass(frozen=True)
class Decision:
    """What everybody at the table can tell of a decision, and a number from 0 to 1 drawn for it."""

    choices: int = 1
    goes_on: bool = False  # a further step of a turn
    secret: bool = False  # what its bot is in doubt about is nobody else's business
    luck: float = 0.5


FORCED = Decision()


def luck(table: str, ply: int) -> float:
    """From 0 to 1, the same whenever it is asked for the same ply of the same table."""
    drawn = sha256(f"{table} {ply}".encode()).digest()
    return int.from_bytes(drawn[:4], "big") / 2**32


Answering = Callable[[Decision, float], float]


@dataclass(frozen=True)
class Tempo:
    """`seconds` is when a bot answers, from when it was to act: given the decision, and how much in
    doubt the bot was (0: none, 1: two moves were worth the same to it)."""

    key: str
    title: str
    words: str
    seconds: Answering


def _briskly(decision: Decision, doubt: float) -> float:
    low, high = BRISKLY
    return _stepped(low + (high - low) * decision.luck, decision)


def _like_a_person(decision: Decision, doubt: float) -> float:
    width = min(1.0, log2(max(1, decision.choices)) / log2(MANY))
    known = 0.5 if decision.secret else min(1.0, max(0.0, doubt))
    if decision.choices <= 1:
        known = 0.0
    hard = WIDTH * width + DOUBT * known + LUCK * decision.luck
    return _stepped(SHORTEST + (LONGEST - SHORTEST) * hard, decision)


def _stepped(seconds: float, decision: Decision) -> float:
    if not decision.goes_on:
        return seconds
    return SHORTEST + STEP * (seconds - SHORTEST)


AT_ONCE = Tempo("at-once", "At once", f"after {SHORTEST:g} s", lambda decision, doubt: SHORTEST)
BRISK = Tempo("briskly", "Briskly", "after about a second", _briskly)
PERSON = Tempo(
    "person",
    "Like a person",
    f"after {SHORTEST:g} to {LONGEST:g} s, longer where it is hard to decide",
    _like_a_person,
)
TEMPOS = {tempo.key: tempo for tempo in (AT_ONCE, BRISK, PERSON)}
USUAL = BRISK
# Where nobody plays: bots among themselves in a tournament. It cannot be chosen.
NO_PAUSE = Tempo("none", "Without a pause", "as soon as they can", lambda decision, doubt: 0.0)


def tempo_named(key: str) -> Tempo:
    """What was chosen; empty: the usual one."""
    if not key:
        return USUAL
    if key not in TEMPOS:
        raise Refusal(f"A tempo is one of {', '.join(TEMPOS)}, not {key[:20]!r}.")
    return TEMPOS[key]


def tempo_kept(key: str | None) -> Tempo:
    """What was kept of a table; one of a release before has the usual tempo."""
    return NO_PAUSE if key == NO_PAUSE.key else TEMPOS.get(key or "", USUAL)
