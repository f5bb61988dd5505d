"""Log sentences, events and endings of Pacific Rails Inc."""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.text import capitalize_first, join_words
from roundhouse.core.view import End, Event, ScorePart, nothing_hidden
from roundhouse.games.rails.points import count_known_points, goal_points, split_points
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.phases import PHASES
from roundhouse.games.rails.rules.scoring import building_points, leftover_points
from roundhouse.games.rails.state import BoardLayout, State, StateLayout

UNIT = "VP"

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
        messages.append(f"@{then.joined - 1} joins the coasts: this is the last round")
    gains = [(seat, then.score[seat] - s.score[seat]) for seat in range(s.seats)]
    points = [f"@{seat} +{n} VP" for seat, n in gains if n]
    if points:
        messages.append(", ".join(points))
    if then.turn == OVER:
        messages.append("the game is over")
    return messages


def end_code(s: StateLayout) -> str:
    """Return `line` (coasts joined), `rounds` (P8), or nothing during the game."""
    if s.turn != OVER:
        return ""
    return "line" if s.joined else "rounds"


def end(state: State) -> End:
    """Return why the game ended."""
    s, limit = state.py_state, state.board.max_rounds
    text = f"@{s.joined - 1} joined the coasts" if s.joined else f"{limit} rounds have been played"
    return End(end_code(s), text)


def events(before: State, action: int, after: State, seat: int | None) -> tuple[Event, ...]:
    """Return the event cards of a move: points, goals, the line, the end."""
    old, new, places = before.py_state, after.py_state, Decision(before).places
    results = []
    if earned := split_points(before.board, old, new):
        results.append(Event("", split=earned))
    if sum(new.goals) > sum(old.goals) and sum(new.goals) == before.board.goals_in_play:
        names = [str(row["name"]) for n, row in enumerate(places.goals) if new.goals[n]]
        points = f"At the end, each gives {before.board.goal_vp} VP to its sole leader."
        results.append(Event("Goals in this game", f"{join_words(names)}. {points}"))
    if new.joined and not old.joined:
        results.append(_build_line(before.board, new))
    if after.over:
        results.append(_end(before, after))
    return tuple(results)


def _build_line(board: BoardLayout, s: StateLayout) -> Event:
    joiner = s.joined - 1
    text = f"@{joiner} joins the coasts. The game ends after this round."
    return Event(
        "From coast to coast", text, ((joiner, board.coast_vp, "coast-to-coast line"),), UNIT
    )


def _end(before: State, after: State) -> Event:
    """Return the card of the end; its rows are the final points."""
    board, s, ranks = after.board, after.py_state, after.ranks()
    rows = []
    for seat in sorted(range(after.seats), key=lambda n: ranks[n]):
        added = {
            "buildings": building_points(board, s, seat),
            "tiles": leftover_points(board, s, seat),
            "goals": goal_points(board, s, seat),
        }
        sources = join_words(
            (f"{name} {points}" for name, points in added.items() if points), "nothing"
        )
        rows.append((seat, s.score[seat], f"end of game: {sources}"))
    return Event("The end", f"{capitalize_first(end(after).sentence)}.", tuple(rows), UNIT)


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Split the final points by source.

    The state does not say how points scored during the game divide, so they are one part.
    """
    s, known = state.py_state, count_known_points(state.board, state.py_state)
    rest = [s.score[n] - sum(row[n] for row in known.values()) for n in range(state.seats)]
    parts = [ScorePart(label, tuple(row)) for label, row in known.items() if any(row)]
    during = "Track, houses, upgrades, Congress and passing trains"
    return (ScorePart(during, tuple(rest)), *parts)
