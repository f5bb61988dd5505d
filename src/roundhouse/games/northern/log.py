"""Log sentences, events and endings of Northern Pacific."""

from __future__ import annotations

from roundhouse.core.text import capitalize_first, count, join_words
from roundhouse.core.view import End, Event, ScorePart, nothing_hidden
from roundhouse.games.northern.actions import INVEST_LARGE, INVEST_SMALL, LAY
from roundhouse.games.northern.names import city_name
from roundhouse.games.northern.rules import has_round_winner
from roundhouse.games.northern.state import SINGLE, STANDARD, BoardLayout, State, StateLayout

redact = nothing_hidden


def end(state: State) -> End:
    """Return why the game ended."""
    s, board = state.py_state, state.board
    if s.variant == STANDARD:
        return End("rounds", f"the game ends after {count(board.rounds, 'round')}")
    if s.variant == SINGLE:
        if has_round_winner(s):
            return End("round", "the only round is over")
        return End(
            "game",
            f"the only round is over and no one has more than {count(board.game_wins, 'cube')}: "
            "the game wins",
        )
    needed = count(board.wins_needed, "round")
    if max(s.wins) >= board.wins_needed:
        return End("won", f"the first to win {needed} wins the match")
    return End("cap", f"after {count(s.round_number, 'round')} no one has won {needed}")


def sentence(before: State, action: int, after: State, seat: int | None) -> str:
    """Write the log sentence of an action, as `seat` may read it."""
    s, board = before.py_state, before.board
    if action < INVEST_LARGE:
        return f"@{s.turn} invests a small cube in {city_name(before, action - INVEST_SMALL)}"
    if action < LAY:
        return f"@{s.turn} invests a large cube in {city_name(before, action - INVEST_LARGE)}"
    city = action - LAY
    text = f"@{s.turn} lays track to {city_name(before, city)}"
    seat_gains = list_gains(s, board, city)
    if seat_gains:
        text += ": " + ", ".join(f"@{who} gains {n}" for who, n in seat_gains)
    if city == board.end:
        text += f"; round {s.round_number} ends"
    return text


def list_gains(s: StateLayout, board: BoardLayout, city: int) -> list[tuple[int, int]]:
    """Return each seat that gains cubes when the track reaches a city, and how many."""
    each = [
        s.small_at[city][seat] * board.bonus_small + s.large_at[city][seat] * board.bonus_large
        for seat in range(s.seats)
    ]
    return [(seat, n) for seat, n in enumerate(each) if n]


def events(before: State, action: int, after: State, seat: int | None) -> tuple[Event, ...]:
    """Return the event cards of a move: the end of a round and of the game."""
    s, then, seats = before.py_state, after.py_state, range(before.seats)
    if action < LAY or action - LAY != before.board.end:
        return ()
    rows = tuple((n, then.good[n] - s.good[n], _write_lost(then.bad[n] - s.bad[n])) for n in seats)
    text = "The track reached " + city_name(before, before.board.end)
    winners = [f"@{n}" for n in seats if then.wins[n] > s.wins[n]]
    if s.variant != STANDARD:
        outcome = (
            f"{join_words(winners)} won the round"
            if winners
            else "no one had enough cubes: the game won the round"
        )
        text += f". {capitalize_first(outcome)}"
    unit, round_label = before.game.meta.unit, f"round {s.round_number}"
    cards = [Event(f"{capitalize_first(round_label)} is over", text, rows, unit, round_label)]
    if after.over:
        scores = after.scores()
        tally = tuple((n, scores[n], _write_lost(then.bad[n])) for n in seats)
        cards.append(Event("The end", capitalize_first(end(after).sentence), tally, unit))
    return tuple(cards)


def _write_lost(lost: int) -> str:
    return f"{count(lost, 'cube')} left on the map" if lost else ""


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return the parts of each score; hands still hold the last round's cubes."""
    s, seats = state.py_state, range(state.seats)
    parts = [
        ScorePart("large cubes in the last round", tuple(s.large[n] for n in seats)),
        ScorePart("small cubes in the last round", tuple(s.small[n] for n in seats)),
    ]
    if s.round_number > 1:
        earlier = tuple(s.good[n] - s.large[n] - s.small[n] for n in seats)
        parts.insert(0, ScorePart("cubes from earlier rounds", earlier))
    return tuple(parts)
