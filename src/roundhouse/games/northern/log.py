"""The log of Northern Pacific: what a move did, in a sentence."""

from __future__ import annotations

from roundhouse.core.view import End, nothing_hidden
from roundhouse.games.northern.actions import INVEST_LARGE, INVEST_SMALL, LAY
from roundhouse.games.northern.state import SINGLE, STANDARD, Board, Position, State

redact = nothing_hidden


def end(position: Position) -> End:
    s = position.twin
    if s.variant == STANDARD:
        return End("rounds", "the last round is over")
    if s.variant == SINGLE:
        return End("round", "the only round is over")
    if max(s.wins) < position.board.wins_needed:
        return End("cap", "nobody has won enough rounds in all the rounds there are")
    return End("won", "enough rounds have been won")


def sentence(before: Position, action: int, after: Position, seat: int | None) -> str:
    """The log's line for an action, as `seat` may read it."""
    s: State = before.twin
    board: Board = before.board
    cities = before.game.board_file.data["city"]
    if action < LAY:
        size, city = ("small", action - INVEST_SMALL)
        if action >= INVEST_LARGE:
            size, city = ("large", action - INVEST_LARGE)
        return f"@{s.turn} invests a {size} cube in {cities[city]['name']}"
    city = action - LAY
    said = f"@{s.turn} lays track to {cities[city]['name']}"
    gained = gains(s, board, city)
    if gained:
        said += ": " + ", ".join(f"@{who} gains {n}" for who, n in gained)
    if city == board.end:
        said += f"; round {s.round_number} ends"
    return said


def gains(s: State, board: Board, city: int) -> list[tuple[int, int]]:
    """Who gets how many new cubes when the track reaches a city."""
    each = [
        s.small_at[city][seat] * board.bonus_small + s.large_at[city][seat] * board.bonus_large
        for seat in range(s.seats)
    ]
    return [(seat, n) for seat, n in enumerate(each) if n]
