"""The log of Northern Pacific: what a move did, and how the game ended."""

from __future__ import annotations

from roundhouse.core.text import count
from roundhouse.core.view import End, Event, ScorePart, nothing_hidden
from roundhouse.games.northern.actions import INVEST_LARGE, INVEST_SMALL, LAY
from roundhouse.games.northern.names import city_name
from roundhouse.games.northern.rules import anybody_won
from roundhouse.games.northern.state import SINGLE, STANDARD, Board, Position, State

redact = nothing_hidden


def end(position: Position) -> End:
    s, board = position.twin, position.board
    if s.variant == STANDARD:
        return End("rounds", f"the game ends after {count(board.rounds, 'round')}")
    if s.variant == SINGLE:
        if anybody_won(s):
            return End("round", "the only round is over")
        return End(
            "game",
            f"the only round is over and nobody holds more than {count(board.game_wins, 'cube')}: "
            "the game wins",
        )
    needed = count(board.wins_needed, "round")
    if max(s.wins) >= board.wins_needed:
        return End("won", f"the first to win {needed} wins the match")
    return End("cap", f"after {count(s.round_number, 'round')} nobody has won {needed}")


def sentence(before: Position, action: int, after: Position, seat: int | None) -> str:
    """The log's line for an action, as `seat` may read it."""
    s, board = before.twin, before.board
    if action < INVEST_LARGE:
        return f"@{s.turn} invests a small cube in {city_name(before, action - INVEST_SMALL)}"
    if action < LAY:
        return f"@{s.turn} invests a large cube in {city_name(before, action - INVEST_LARGE)}"
    city = action - LAY
    said = f"@{s.turn} lays track to {city_name(before, city)}"
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


def events(before: Position, action: int, after: Position, seat: int | None) -> tuple[Event, ...]:
    """What deserves a card of its own."""
    if not after.over:
        return ()
    scores = after.scores()
    rows = tuple((n, scores[n], "") for n in range(after.seats))
    return (Event("The end", end(after).sentence, rows, after.game.meta.unit),)


def breakdown(position: Position) -> tuple[ScorePart, ...]:
    """Where the points came from."""
    return (ScorePart(position.game.meta.unit, tuple(position.scores())),)
