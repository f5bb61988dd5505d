"""A match in words: the position, and what has changed since a seat's last move."""

from __future__ import annotations

from roundhouse.core.description import FULL, Section, name_seats, write_section
from roundhouse.core.translation import translate as _
from roundhouse.play.match import MOVE, Match


def describe_match(match: Match, seat: int | None, detail: str = FULL) -> str:
    """Describe a match's position, and what has changed since the seat's last move.

    A spectator, `seat` None, reads the last move. The detail "brief" leaves the board out.
    """
    text = match.game.describe(match.state.view(seat), detail, match.names)
    plies = [
        ply
        for ply, move in enumerate(match.line)
        if seat is None or (move.entry.seat == seat and move.entry.kind == MOVE)
    ]
    sentences = match.sentences(seat, plies[-1] if plies else 0)
    if not sentences:
        return text
    if seat is None:
        title = _("Last move")
    else:
        title = _("Your last move and what followed") if plies else _("Moves so far")
    changes = Section(title, tuple(sentence for _ply, sentence in sentences))
    return f"{text}\n\n{name_seats(write_section(changes), seat, match.names)}"
