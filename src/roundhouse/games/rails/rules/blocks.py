"""Blocks and gates: which part of a set of cells hangs on which cell of the way between two.

A block is a largest part that no single cell cuts. Depth first from `here` each cell gets a
number, the lowest number its branch can reach by another way, and the block of the edge it was
found by (named after the cell nearest to `here` below the block's top). On the chain of blocks from
`here` to an end every cell is its own gate; any other has the gate of the cell it hangs on.

One number of the scratch holds seven fields of nine bits. The first is read by cell, the others by
the number of the cell in the order it was found.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.state import CELLS, Board

BITS = 9
FIELD = (1 << BITS) - 1
NUMBER = 0 * BITS  # by cell: 1 + its number; 0: not found
CELL = 1 * BITS
LOW = 2 * BITS
PARENT = 3 * BITS
BLOCK = 4 * BITS
GATE = 5 * BITS
TRIED = 6 * BITS  # directions looked at so far; later ON_CHAIN for the blocks of the chain
ON_CHAIN = 5


@rule
def get(out: list[int], at: int, index: int, field: int) -> int:
    return (out[at + index] >> field) & FIELD


@rule
def set_to(out: list[int], at: int, index: int, field: int, value: int) -> None:
    out[at + index] = (out[at + index] & ~(FIELD << field)) | (value << field)


@rule
def find_blocks(board: Board, out: list[int], at: int, within: int, here: int) -> int:
    """Number the cells of the set `within` that hang together with `here`; says how many."""
    for index in range(CELLS):
        out[at + index] = 0
    set_to(out, at, here, NUMBER, 1)
    set_to(out, at, 0, CELL, here)
    count = 1
    node = 0
    while True:
        tried = get(out, at, node, TRIED)
        if tried < 4:
            set_to(out, at, node, TRIED, tried + 1)
            there = board.near[get(out, at, node, CELL)][tried]
            if there < 0 or not has(out, within, there):
                continue
            other = get(out, at, there, NUMBER) - 1
            if other < 0:
                set_to(out, at, there, NUMBER, count + 1)
                set_to(out, at, count, CELL, there)
                set_to(out, at, count, LOW, count)
                set_to(out, at, count, PARENT, node)
                node = count
                count += 1
            elif other != get(out, at, node, PARENT):
                set_to(out, at, node, LOW, min(get(out, at, node, LOW), other))
        elif node == 0:
            break
        else:
            parent = get(out, at, node, PARENT)
            low = min(get(out, at, parent, LOW), get(out, at, node, LOW))
            set_to(out, at, parent, LOW, low)
            node = parent
    for node in range(1, count):  # parents come before their children
        parent = get(out, at, node, PARENT)
        block = node
        if get(out, at, node, LOW) < parent:
            block = get(out, at, parent, BLOCK)
        set_to(out, at, node, BLOCK, block)
    return count


@rule
def find_gates(out: list[int], at: int, count: int, end: int) -> None:
    """Give every node its gate for the way from node 0 to the cell `end`."""
    for node in range(count):
        set_to(out, at, node, TRIED, 0)
    top = get(out, at, end, NUMBER) - 1
    while top != 0:
        block = get(out, at, top, BLOCK)
        set_to(out, at, block, TRIED, ON_CHAIN)
        top = get(out, at, block, PARENT)
    set_to(out, at, 0, GATE, 0)
    for node in range(1, count):
        block = get(out, at, node, BLOCK)
        gate = node
        if get(out, at, block, TRIED) != ON_CHAIN:
            gate = get(out, at, get(out, at, block, PARENT), GATE)
        set_to(out, at, node, GATE, gate)
