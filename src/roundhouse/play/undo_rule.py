"""When a move may be undone without the consent of the other players."""

from __future__ import annotations

import random

from roundhouse.core.errors import IllegalAction
from roundhouse.play.match import MOVE, Match

MAX_REDEALS = 4  # redeals that are compared to find out whether a move revealed something


def undo_ply(match: Match, seat: int) -> int | None:
    """Return the ply to which a seat may undo without consent, or None.

    It is the ply of the seat's last chosen move. A seat may not undo another seat's move, a
    chance outcome, or a move that revealed hidden information.
    """
    for ply in range(match.ply - 1, -1, -1):
        entry = match.line[ply].entry
        if entry.seat != seat or _revealed(match, seat, ply):
            return None
        if entry.kind == MOVE:
            return ply
    return None


def _revealed(match: Match, seat: int, ply: int) -> bool:
    """Return whether the move at `ply` revealed hidden information to its seat.

    It did if the same move looks different in another state that is consistent with what the
    seat knew.
    """
    if not match.game.meta.secrets:
        return False
    after = match.state_at(ply + 1).view(seat)
    for attempt in range(MAX_REDEALS):
        redealt = match.state_at(ply).redeal(seat, random.Random(attempt))
        try:
            redealt.apply(match.line[ply].action)
        except IllegalAction:
            return True
        if redealt.view(seat) != after:
            return True
    return False
