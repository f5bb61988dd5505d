"""The log of Pacific Rails Inc., and how a game ended."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.view import End, Event, ScorePart, nothing_hidden
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.phases import PHASES
from roundhouse.games.rails.state import Position, State

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
    """What deserves a card of its own."""
    if not after.over:
        return ()
    scores = after.scores()
    rows = tuple((n, scores[n], "") for n in range(after.seats))
    return (Event("The end", end(after).sentence, rows, after.game.meta.unit),)


def breakdown(position: Position) -> tuple[ScorePart, ...]:
    """Where the points came from."""
    return (ScorePart(position.game.meta.unit, tuple(position.scores())),)
