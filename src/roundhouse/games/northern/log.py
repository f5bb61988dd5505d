"""Log sentences, events and endings of Northern Pacific."""

from __future__ import annotations

from roundhouse.core.text import capitalize_first, join_words
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
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
        text = ngettext(
            "the game ends after {n} round", "the game ends after {n} rounds", board.rounds
        )
        return End("rounds", text)
    if s.variant == SINGLE:
        if has_round_winner(s):
            return End("round", _("the only round is over"))
        text = ngettext(
            "the only round is over and no one has more than {n} cube: the game wins",
            "the only round is over and no one has more than {n} cubes: the game wins",
            board.game_wins,
        )
        return End("game", text)
    if max(s.wins) >= board.wins_needed:
        text = ngettext(
            "the first to win {n} round wins the match",
            "the first to win {n} rounds wins the match",
            board.wins_needed,
        )
        return End("won", text)
    text = ngettext(
        "after {played} rounds no one has won {n} round",
        "after {played} rounds no one has won {n} rounds",
        board.wins_needed,
        played=s.round_number,
    )
    return End("cap", text)


def sentence(before: State, action: int, after: State, seat: int | None) -> str:
    """Write the log sentence of an action, as `seat` may read it."""
    s, board = before.py_state, before.board
    who = f"@{s.turn}"
    if action < INVEST_LARGE:
        name = city_name(before, action - INVEST_SMALL)
        return _("{who} invests a small cube in {city}", who=who, city=name)
    if action < LAY:
        name = city_name(before, action - INVEST_LARGE)
        return _("{who} invests a large cube in {city}", who=who, city=name)
    city = action - LAY
    name, number = city_name(before, city), s.round_number
    gains = ", ".join(
        _("{who} gains {number}", who=f"@{seat}", number=n)
        for seat, n in list_gains(s, board, city)
    )
    if city != board.end:
        if gains:
            return _("{who} lays track to {city}: {gains}", who=who, city=name, gains=gains)
        return _("{who} lays track to {city}", who=who, city=name)
    if gains:
        return _(
            "{who} lays track to {city}: {gains}; round {number} ends",
            who=who,
            city=name,
            gains=gains,
            number=number,
        )
    return _("{who} lays track to {city}; round {number} ends", who=who, city=name, number=number)


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
    text = _("The track reached {city}", city=city_name(before, before.board.end))
    winners = [f"@{n}" for n in seats if then.wins[n] > s.wins[n]]
    if s.variant != STANDARD:
        outcome = _("No one had enough cubes: the game won the round")
        if len(winners) == 1:
            outcome = _("{who} won the round", who=winners[0])
        elif winners:
            outcome = _("{winners} won the round", winners=join_words(winners))
        text += f". {outcome}"
    unit, number = before.game.meta.unit, s.round_number
    title = _("Round {number} is over", number=number)
    cards = [Event(title, text, rows, unit, _("round {number}", number=number))]
    if after.over:
        scores = after.scores()
        tally = tuple((n, scores[n], _write_lost(then.bad[n])) for n in seats)
        cards.append(Event(_("The end"), capitalize_first(end(after).sentence), tally, unit))
    return tuple(cards)


def _write_lost(lost: int) -> str:
    if not lost:
        return ""
    return ngettext("{n} cube left on the map", "{n} cubes left on the map", lost)


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return the parts of each score; hands still hold the last round's cubes."""
    s, seats = state.py_state, range(state.seats)
    parts = [
        ScorePart(_("large cubes in the last round"), tuple(s.large[n] for n in seats)),
        ScorePart(_("small cubes in the last round"), tuple(s.small[n] for n in seats)),
    ]
    if s.round_number > 1:
        earlier = tuple(s.good[n] - s.large[n] - s.small[n] for n in seats)
        parts.insert(0, ScorePart(_("cubes from earlier rounds"), earlier))
    return tuple(parts)
