"""The result of a game in a few words, for a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def place(rank: int, seats: int) -> str:
    return f"{PLACES[rank]} of {seats}"


def describe_ending(
    chairs: Sequence[Mapping[str, Any]], ranks: Mapping[int, int], me: str | None
) -> str:
    """Return text such as `you won` or `you came 2nd of 3, Casey won`.

    With several seats, the best one counts.
    """
    mine = [ranks[c["seat"]] for c in chairs if c["person"] == me and c["seat"] in ranks]
    winners = [c["name"] for c in chairs if ranks.get(c["seat"]) == 0]
    if mine and min(mine) == 0:
        return "you won" if len(winners) == 1 else "shared win"
    won = f"{' and '.join(winners)} won" if winners else "no winner"
    return f"you came {place(min(mine), len(chairs))}, {won}" if mine else won
