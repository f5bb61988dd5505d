"""The cheapest ways between places on an empty map: what advice plans with."""

from __future__ import annotations

from heapq import heappop, heappush

from roundhouse.games.rails.state import AIMS, PATH, STARTS, WORD, Board

# a step as one number: its bit in a word of a set of cells, the word, and the tile it takes
BIT_BITS = 6
WORD_BITS = 3


def read_paths(board: Board) -> None:
    """For each start and city the nearest cities, with the cells of a way of fewest tiles."""
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
            board.path[row][: len(path)] = [_step(board, cell) for cell in path]


def _step(board: Board, cell: int) -> int:
    return (board.tile[cell] << WORD_BITS | cell // WORD) << BIT_BITS | cell % WORD


def _nearest(board: Board, begin: int) -> list[tuple[int, list[int]]]:
    """Cities that are at most PATH tiles away without passing a place, nearest first."""
    found: list[tuple[int, list[int]]] = []
    seen: set[int] = set()
    queue: list[tuple[int, list[int], int]] = [(0, [], begin)]
    while queue:
        tiles, path, cell = heappop(queue)
        if cell in seen:
            continue
        seen.add(cell)
        if cell != begin and board.city_at[cell] >= 0:
            found.append((board.city_at[cell], path))
            continue
        for there in board.near[cell]:
            if there < 0 or there in seen:
                continue
            if board.tile[there] >= 0 and tiles < PATH:
                heappush(queue, (tiles + 1, [*path, there], there))
            elif board.city_at[there] >= 0:
                heappush(queue, (tiles, path, there))
    return found
