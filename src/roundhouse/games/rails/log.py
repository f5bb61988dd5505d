"""The log of Pacific Rails Inc., and how a game ended."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.text import capital, listed
from roundhouse.core.view import End, Event, ScorePart, nothing_hidden
from roundhouse.games.rails.points import booked, goal_points, points_made
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.phases import PHASES
from roundhouse.games.rails.rules.scoring import building_points, leftover_points
from roundhouse.games.rails.state import Board, Position, State

UNIT = "VP"

redact = nothing_hidden


def sentence(before: Position, action: int, after: Position, seat: int | None) -> str:
    """The log's line for an action; small steps on the way to something are left out."""
    d, then = Decision(before), after.twin
    said = [PHASES[d.phase].tell(d, action, then), *_events(d.s, then)]
    return "; ".join(part for part in said if part)


def _events(s: State, then: State) -> list[str]:
    """What else happened: points, the line, the end."""
    told = []
    if then.joined and not s.joined:
        told.append(f"@{then.joined - 1} joins the coasts: each seat gets equally many turns")
    gains = [(seat, then.score[seat] - s.score[seat]) for seat in range(s.seats)]
    points = [f"@{seat} +{n} VP" for seat, n in gains if n]
    if points:
        told.append(", ".join(points))
    if then.turn == OVER:
        told.append("the game ends")
    return told


def end_code(s: State) -> str:
    """`line`: the coasts were joined; `rounds`: P8; nothing while the game goes on."""
    if s.turn != OVER:
        return ""
    return "line" if s.joined else "rounds"


def end(position: Position) -> End:
    s = position.twin
    said = f"@{s.joined - 1} joined the coasts" if s.joined else "the last round is over"
    return End(end_code(s), said)


def events(before: Position, action: int, after: Position, seat: int | None) -> tuple[Event, ...]:
    """What deserves a card of its own: the goals, the line of coasts, the end."""
    old, new, places = before.twin, after.twin, Decision(before).places
    found = []
    if earned := points_made(before.board, old, new):
        found.append(Event("", split=earned))
    if sum(new.goals) > sum(old.goals) and sum(new.goals) == before.board.goals_in_play:
        names = [str(row["name"]) for n, row in enumerate(places.goals) if new.goals[n]]
        points = f"At the end each is worth {before.board.goal_vp} VP to its only leader."
        found.append(Event("The goals of this game", f"{listed(names)}. {points}"))
    if new.joined and not old.joined:
        found.append(_line(before.board, new))
    if after.over:
        found.append(_end(before, after))
    return tuple(found)


def _line(board: Board, s: State) -> Event:
    joiner = s.joined - 1
    text = f"@{joiner} joins the coasts. Play goes on until all have had equally many turns."
    return Event("From coast to coast", text, ((joiner, board.coast_vp, "the line"),), UNIT)


def _end(before: Position, after: Position) -> Event:
    """What the end adds; the rows are the final points."""
    board, s, ranks = after.board, after.twin, after.ranks()
    rows = []
    for seat in sorted(range(after.seats), key=lambda n: ranks[n]):
        adds = {
            "buildings": building_points(board, s, seat),
            "tiles": leftover_points(board, s, seat),
            "goals": goal_points(board, s, seat),
        }
        why = listed((f"{name} {points}" for name, points in adds.items() if points), "nothing")
        rows.append((seat, s.score[seat], f"at the end: {why}"))
    return Event("The end", f"{capital(end(after).sentence)}.", tuple(rows), UNIT)


def breakdown(position: Position) -> tuple[ScorePart, ...]:
    """Where the points came from, as far as the final position tells: what was booked on the way
    for tiles, houses, upgrades and passing trains is one part."""
    s, known = position.twin, booked(position.board, position.twin)
    rest = [s.score[n] - sum(row[n] for row in known.values()) for n in range(position.seats)]
    parts = [ScorePart(label, tuple(row)) for label, row in known.items() if any(row)]
    laid = "Track laid, houses, upgrades, Congress, and others coming by"
    return (ScorePart(laid, tuple(rest)), *parts)
