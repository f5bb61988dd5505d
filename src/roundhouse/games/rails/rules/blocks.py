"""Biconnected components (blocks) of cells, and gates on the path between two.

A depth-first search from `here` numbers the cells as nodes (Tarjan's algorithm). `low` is the
lowest node that a branch can reach by another edge. `block` is the block of the edge by which a
node was found, named after the first node of the block below its top. On the chain of blocks from
`here` to an end, each node is its own gate. Any other node has the gate where its branch leaves
the chain.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.state import CELLS, BoardLayout, ScratchLayout


@rule
def find_blocks(board: BoardLayout, scratch: ScratchLayout, within: list[int], here: int) -> int:
    """Find the blocks of the cells connected to `here`; return the node count."""
    count = number_nodes(board, scratch, within, here)
    low, parent, block = scratch.low, scratch.parent, scratch.block
    for node in range(1, count):  # parents have lower numbers
        if low[node] < parent[node]:
            block[node] = block[parent[node]]
        else:
            block[node] = node
    return count


@rule
def number_nodes(board: BoardLayout, scratch: ScratchLayout, within: list[int], here: int) -> int:
    """Number the nodes depth-first from `here`, with their `parent` and `low`."""
    number, node_cell, tried = scratch.number, scratch.node_cell, scratch.tried
    low, parent = scratch.low, scratch.parent
    for cell in range(CELLS):
        number[cell] = 0
    number[here] = 1
    node_cell[0] = here
    tried[0] = parent[0] = low[0] = 0
    count = 1
    node = 0
    while True:
        if tried[node] < 4:
            there = board.near[node_cell[node]][tried[node]]
            tried[node] += 1
            if there < 0 or not has(within, there):
                continue
            other = number[there] - 1
            if other < 0:
                number[there] = count + 1
                node_cell[count] = there
                low[count] = count
                parent[count] = node
                tried[count] = 0
                node = count
                count += 1
            elif other != parent[node]:
                low[node] = min(low[node], other)
        elif node == 0:
            return count
        else:
            low[parent[node]] = min(low[parent[node]], low[node])
            node = parent[node]


@rule
def find_gates(scratch: ScratchLayout, count: int, end: int) -> None:
    """Set the gate of each node for the path from node 0 to the cell `end`."""
    parent, block, gate, on_chain = scratch.parent, scratch.block, scratch.gate, scratch.on_chain
    for node in range(count):
        on_chain[node] = 0
    top = scratch.number[end] - 1
    while top != 0:
        on_chain[block[top]] = 1
        top = parent[block[top]]
    gate[0] = 0
    for node in range(1, count):
        if on_chain[block[node]] == 1:
            gate[node] = node
        else:
            gate[node] = gate[parent[block[node]]]
