"""The features of an action, taken from its words.

One vector for each action would make a table larger than the rest of the network, and each action
would be learned on its own. So the vector of an action is the sum of the vectors of its verb and of
its arguments. A number is the same feature after every verb; any other argument is a different
feature after another verb.
"""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.core.codec import Codec

NONE = 0  # the feature that pads shorter rows; its vector is always 0


@dataclass(frozen=True)
class ActionFeatures:
    """`table[action]` holds the features of an action, padded with NONE."""

    table: list[list[int]]
    count: int  # of different features, NONE included


def action_features(codec: Codec) -> ActionFeatures:
    """Return the features of every action, taken from its words."""
    ids: dict[tuple[str, ...], int] = {}
    rows: list[list[int]] = [[] for _ in range(codec.size)]
    for action in codec.actions():
        verb, *rest = codec.text(action).split()
        row = [ids.setdefault((verb,), len(ids) + 1)]
        for set_root, word in enumerate(rest):
            key = ("number", word) if word.isdigit() else (verb, str(set_root), word)
            row.append(ids.setdefault(key, len(ids) + 1))
        rows[action] = row
    width = max(map(len, rows))
    table = [row + [NONE] * (width - len(row)) for row in rows]
    return ActionFeatures(table, len(ids) + 1)
