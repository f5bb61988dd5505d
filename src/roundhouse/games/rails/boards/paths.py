"""Shortest paths between places on an empty map, for heuristics.

Places are the starts, then the cities. The path from a place to its nth target city is row
`place * AIMS + n` of the path tables, because a field has at most two dimensions.
"""

from __future__ import annotations

from heapq import heappop, heappush

from roundhouse.games.rails.state import AIMS, PATH, STARTS, WORD, BoardLayout


def read_paths(board: BoardLayout) -> None:
    """Find the nearest cities of each place, and the cells of a shortest path."""
    for place in range(STARTS + board.cities):
        if board.starts <= place < STARTS:
            continue
        start = place < STARTS
        cell = board.start_cell[place] if start else board.city_cell[place - STARTS]
        for n, (city, path) in enumerate(_nearest(board, cell)[:AIMS]):
            board.aims[place] = n + 1
            board.aim_city[place][n] = city
            row = place * AIMS + n
            board.path_length[row] = len(path)
            for i, there in enumerate(path):
                board.path_word[row][i] = there // WORD
                board.path_bit[row][i] = there % WORD
                board.path_tile[row][i] = board.tile[there]


def _nearest(board: BoardLayout, begin: int) -> list[tuple[int, list[int]]]:
    """Return cities at most PATH tiles away without passing a place, nearest first."""
    results: list[tuple[int, list[int]]] = []
    seen: set[int] = set()
    queue: list[tuple[int, list[int], int]] = [(0, [], begin)]
    while queue:
        tiles, path, cell = heappop(queue)
        if cell in seen:
            continue
        seen.add(cell)
        if cell != begin and board.city_at[cell] >= 0:
            results.append((board.city_at[cell], path))
            continue
        for there in board.near[cell]:
            if there < 0 or there in seen:
                continue
            if board.tile[there] >= 0 and tiles < PATH:
                heappush(queue, (tiles + 1, [*path, there], there))
            elif board.city_at[there] >= 0:
                heappush(queue, (tiles, path, there))
    return results
