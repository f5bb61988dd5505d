"""Where the points of Pacific Rails Inc. come from: by the position, and move by move."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.view import ScorePart
from roundhouse.games.rails.rules.scoring import building_points, goal_leader, leftover_points
from roundhouse.games.rails.state import (
    CARRIAGES,
    CONGRESS,
    REWARD_CHOOSE,
    ROUTE,
    SPECIAL,
    WINDOWS,
    Board,
    State,
)

# What the acting seat's points are for in a phase, where the position itself does not tell.
BY_PHASE = {
    ROUTE: "Track laid",
    SPECIAL: "Houses and upgrades",
    CONGRESS: "Congress",
    REWARD_CHOOSE: "Congress",
}
PASSED = "Others coming by"


def points_made(board: Board, old: State, new: State) -> tuple[ScorePart, ...]:
    """What all seats have earned by one move; the parts add up to what the scores moved by."""
    rest = [new.score[n] - old.score[n] for n in range(new.seats)]
    if not any(rest):
        return ()
    found: dict[str, list[int]] = {}
    had = booked(board, old)
    for label, now in booked(board, new).items():
        found[label] = [a - b for a, b in zip(now, had[label], strict=True)]
        rest = [a - b for a, b in zip(rest, found[label], strict=True)]
    phase = old.phase[old.depth - 1]
    for seat, points in enumerate(rest):
        label = BY_PHASE.get(phase, "Otherwise") if seat == old.turn else PASSED
        found.setdefault(label, [0] * new.seats)[seat] += points
    return tuple(ScorePart(label, tuple(row)) for label, row in found.items() if any(row))


def booked(board: Board, s: State) -> dict[str, list[int]]:
    """What a position tells of the points in it; some are only counted when the game is over."""
    seats, over = range(s.seats), s.turn == OVER
    windows = range(CARRIAGES * WINDOWS)
    return {
        "Stations and telegraphs on the map": [over * building_points(board, s, n) for n in seats],
        "Telegraphs as they were built": [
            sum(board.telegraph_vp[: s.telegraphs[n]]) for n in seats
        ],
        "Specialists in the last carriage": [
            sum(board.window_vp[w] for w in windows if s.windows[n][w]) for n in seats
        ],
        "The line from coast to coast": [board.coast_vp * (s.joined == n + 1) for n in seats],
        "Goals": [over * goal_points(board, s, n) for n in seats],
        "Tiles left in the cargo": [over * leftover_points(board, s, n) for n in seats],
    }


def goal_points(board: Board, s: State, seat: int) -> int:
    """What the goals in play give a seat."""
    led = [
        goal_leader(s, board.goal_kind[n]) == seat for n in range(board.goals) if s.goals[n] == 1
    ]
    return board.goal_vp * sum(led)
