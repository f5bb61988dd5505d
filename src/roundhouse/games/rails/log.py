"""Log sentences, events and endings of Pacific Rails Inc."""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.text import capitalize_first, join_words
from roundhouse.core.translation import mark_unit
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import End, Event, ScorePart, nothing_hidden
from roundhouse.games.rails.names import write_points
from roundhouse.games.rails.points import count_known_points, goal_points, split_points
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.phases import PHASES
from roundhouse.games.rails.rules.scoring import building_points, leftover_points
from roundhouse.games.rails.state import BoardLayout, State, StateLayout

UNIT = mark_unit("{n} VP", "{n} VP")

redact = nothing_hidden


def sentence(before: State, action: int, after: State, seat: int | None) -> str:
    """Write the log sentence of an action; minor steps have none."""
    d, then = Decision(before), after.py_state
    parts = [PHASES[d.phase].describe(d, action, then), *_write_consequences(d.s, then)]
    return "; ".join(part for part in parts if part)


def _write_consequences(s: StateLayout, then: StateLayout) -> list[str]:
    """Write what the move triggered: points, the line, the end."""
    messages = []
    if then.joined and not s.joined:
        who = f"@{then.joined - 1}"
        messages.append(_("{who} joins the coasts: this is the last round", who=who))
    gains = [(seat, then.score[seat] - s.score[seat]) for seat in range(s.seats)]
    points = [write_points(seat, n) for seat, n in gains if n]
    if points:
        messages.append(", ".join(points))
    if then.turn == OVER:
        messages.append(_("the game is over"))
    return messages


def end_code(s: StateLayout) -> str:
    """Return `line` (coasts joined), `rounds` (P8), or nothing during the game."""
    if s.turn != OVER:
        return ""
    return "line" if s.joined else "rounds"


def end(state: State) -> End:
    """Return why the game ended."""
    s, limit = state.py_state, state.board.max_rounds
    if s.joined:
        return End(end_code(s), _("{who} joined the coasts", who=f"@{s.joined - 1}"))
    text = ngettext("{n} round has been played", "{n} rounds have been played", limit)
    return End(end_code(s), text)


def events(before: State, action: int, after: State, seat: int | None) -> tuple[Event, ...]:
    """Return the event cards of a move: points, goals, the line, the end."""
    old, new, places = before.py_state, after.py_state, Decision(before).places
    results = []
    if earned := split_points(before.board, old, new):
        results.append(Event("", split=earned))
    if sum(new.goals) > sum(old.goals) and sum(new.goals) == before.board.goals_in_play:
        goals = join_words(_(row["name"]) for n, row in enumerate(places.goals) if new.goals[n])
        text = _(
            "{goals}. At the end, each gives {points} VP to its sole leader.",
            goals=goals,
            points=before.board.goal_vp,
        )
        results.append(Event(_("Goals in this game"), text))
    if new.joined and not old.joined:
        results.append(_build_line(before.board, new))
    if after.over:
        results.append(_end(before, after))
    return tuple(results)


def _build_line(board: BoardLayout, s: StateLayout) -> Event:
    joiner = s.joined - 1
    text = _("{who} joins the coasts. The game ends after this round.", who=f"@{joiner}")
    rows = ((joiner, board.coast_vp, _("coast-to-coast line")),)
    return Event(_("From coast to coast"), text, rows, UNIT)


def _end(before: State, after: State) -> Event:
    """Return the card of the end; its rows are the final points."""
    board, s, ranks = after.board, after.py_state, after.ranks()
    rows = []
    for seat in sorted(range(after.seats), key=lambda n: ranks[n]):
        sources = []
        if points := building_points(board, s, seat):
            sources.append(_("buildings {points}", points=points))
        if points := leftover_points(board, s, seat):
            sources.append(_("tiles {points}", points=points))
        if points := goal_points(board, s, seat):
            sources.append(_("goals {points}", points=points))
        text = _("end of game: {sources}", sources=join_words(sources))
        rows.append((seat, s.score[seat], text))
    return Event(_("The end"), f"{capitalize_first(end(after).sentence)}.", tuple(rows), UNIT)


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Split the final points by source.

    The state does not say how points scored during the game divide, so they are one part.
    """
    s, known = state.py_state, count_known_points(state.board, state.py_state)
    rest = [s.score[n] - sum(row[n] for row in known.values()) for n in range(state.seats)]
    parts = [ScorePart(_(label), tuple(row)) for label, row in known.items() if any(row)]
    during = _("Track, houses, upgrades, Congress and passing trains")
    return (ScorePart(during, tuple(rest)), *parts)
