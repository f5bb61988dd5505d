"""The log of Northern Pacific: what a move did, and how the game ended."""

from __future__ import annotations

from roundhouse.core.text import capital, count, listed
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
    """A round's end, and the end: what each seat had in hand, and what it left on the map."""
    s, then, seats = before.twin, after.twin, range(before.seats)
    if action < LAY or action - LAY != before.board.end:
        return ()
    rows = tuple((n, then.good[n] - s.good[n], _bad(then.bad[n] - s.bad[n])) for n in seats)
    text = "The track has reached " + city_name(before, before.board.end)
    winners = [f"@{n}" for n in seats if then.wins[n] > s.wins[n]]
    if s.variant != STANDARD:
        won = f"{listed(winners)} won the round" if winners else "nobody did well: the game won"
        text += f"; {won}"
    unit, lap = before.game.meta.unit, f"round {s.round_number}"
    made = [Event(f"{capital(lap)} is over", text, rows, unit, lap)]
    if after.over:
        scores = after.scores()
        tally = tuple((n, scores[n], _bad(then.bad[n])) for n in seats)
        made.append(Event("The end", capital(end(after).sentence), tally, unit))
    return tuple(made)


def _bad(cubes: int) -> str:
    return f"{count(cubes, 'cube')} left on the map" if cubes else ""


def breakdown(position: Position) -> tuple[ScorePart, ...]:
    """Hands are still as they were when the last round ended; the rest is of earlier rounds."""
    s, seats = position.twin, range(position.seats)
    parts = [
        ScorePart("large cubes in the last round", tuple(s.large[n] for n in seats)),
        ScorePart("small cubes in the last round", tuple(s.small[n] for n in seats)),
    ]
    if s.round_number > 1:
        earlier = tuple(s.good[n] - s.large[n] - s.small[n] for n in seats)
        parts.insert(0, ScorePart("cubes of earlier rounds", earlier))
    return tuple(parts)
