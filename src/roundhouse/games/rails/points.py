"""Sources of points in Pacific Rails Inc.: of a state, and of a move."""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import ScorePart
from roundhouse.games.rails.rules.scoring import building_points, goal_leader, leftover_points
from roundhouse.games.rails.state import (
    CARRIAGES,
    CONGRESS,
    REWARD_CHOOSE,
    ROUTE,
    SPECIAL,
    WINDOWS,
    BoardLayout,
    StateLayout,
)

# The source of the acting seat's points by phase, where the state does not show it.
BY_PHASE = {
    ROUTE: mark("Laying track"),
    SPECIAL: mark("Houses and upgrades"),
    CONGRESS: mark("Congress"),
    REWARD_CHOOSE: mark("Congress"),
}
PASSED, OTHER = mark("Passing trains"), mark("Other")


def split_points(board: BoardLayout, old: StateLayout, new: StateLayout) -> tuple[ScorePart, ...]:
    """Split the points of one move by source; the parts add up to the score changes."""
    rest = [new.score[n] - old.score[n] for n in range(new.seats)]
    if not any(rest):
        return ()
    by_id: dict[str, list[int]] = {}
    known_before = count_known_points(board, old)
    for label, now in count_known_points(board, new).items():
        by_id[label] = [a - b for a, b in zip(now, known_before[label], strict=True)]
        rest = [a - b for a, b in zip(rest, by_id[label], strict=True)]
    phase = old.phase[old.depth - 1]
    for seat, points in enumerate(rest):
        label = BY_PHASE.get(phase, OTHER) if seat == old.turn else PASSED
        by_id.setdefault(label, [0] * new.seats)[seat] += points
    return tuple(ScorePart(_(label), tuple(row)) for label, row in by_id.items() if any(row))


def count_known_points(board: BoardLayout, s: StateLayout) -> dict[str, list[int]]:
    """Return the points by their source, as far as the state shows it.

    Some count only at the end.
    """
    seats, over = range(s.seats), s.turn == OVER
    windows = range(CARRIAGES * WINDOWS)
    return {
        mark("Stations and telegraphs on the map"): [
            over * building_points(board, s, n) for n in seats
        ],
        mark("Telegraphs when built"): [sum(board.telegraph_vp[: s.telegraphs[n]]) for n in seats],
        mark("Specialists in carriage 3"): [
            sum(board.window_vp[w] for w in windows if s.windows[n][w]) for n in seats
        ],
        mark("Coast-to-coast line"): [board.coast_vp * (s.joined == n + 1) for n in seats],
        mark("Goals"): [over * goal_points(board, s, n) for n in seats],
        mark("Tiles left in cargo"): [over * leftover_points(board, s, n) for n in seats],
    }


def goal_points(board: BoardLayout, s: StateLayout, seat: int) -> int:
    """Return the points a seat gets from the goals in play."""
    led = [
        goal_leader(s, board.goal_kind[n]) == seat for n in range(board.goals) if s.goals[n] == 1
    ]
    return board.goal_vp * sum(led)
