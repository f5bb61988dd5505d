"""How near the coasts are to being joined."""

from __future__ import annotations

from collections import deque

from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.state import BoardLayout, StateLayout


def count_missing_tiles(board: BoardLayout, s: StateLayout) -> int | None:
    """Return the fewest tiles that would join the coasts, or None if nothing can.

    Cities cost nothing, although an unconnected one must still be connected.
    """
    starts = [cell for cell, start in enumerate(board.start_at) if start >= 0]
    east = {cell for cell in starts if board.start_east[board.start_at[cell]]}
    fewest = {cell: 0 for cell in starts if cell not in east}
    queue = deque(fewest)
    while queue:
        cell = queue.popleft()
        if cell in east:
            return fewest[cell]
        for there in board.near[cell]:
            if there < 0:
                continue
            is_free = board.start_at[there] >= 0 or board.city_at[there] >= 0
            is_free = is_free or has(s.track, there)
            if not is_free and board.tile[there] < 0:
                continue
            cost = fewest[cell] + (not is_free)
            if cost >= fewest.get(there, cost + 1):
                continue
            fewest[there] = cost
            if is_free:
                queue.appendleft(there)
            else:
                queue.append(there)
    return None
