"""Parameters of the tree search.

A game overrides the defaults in its `advice.py`: `SEARCH` for the plain search, `GUIDED` for the
search that a network guides. A bot's name can override them too: `search:500:c_puct=1.5`.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, get_type_hints


class SearchParams(NamedTuple):
    """Parameters of a search, each with its range and its meaning.

    A fair share is 1 divided by the number of seats. Compiled code needs every value as a float:
    call `as_floats` before passing the parameters to it.
    """

    c_puct: Annotated[float, ">= 0", "PUCT exploration constant, in fair shares"] = 2.0
    uniform_mix: Annotated[float, "0 to 1", "part of the prior spread evenly over actions"] = 0.2
    fpu_reduction: Annotated[float, ">= 0", "first-play urgency below parent, in fair shares"] = 0.2
    rollout_turns: Annotated[float, ">= 0", "end a rollout after this many changes of turn"] = 6.0
    rollout_plies: Annotated[float, ">= 0", "end a rollout after this many plies"] = 400.0
    rollout_sharpness: Annotated[float, "1 or 2", "power of `action_prior` in rollouts"] = 1.0
    margin_weight: Annotated[float, "0 to 1", "part of a final result decided by the margin"] = 0.1
    value_scale: Annotated[float, "> 0", "softmax temperature of values, in their spread"] = 0.6
    explicit_chance_nodes: Annotated[float, "0 or 1", "1: chance outcomes get own branches"] = 0.0
    rollout_epsilon: Annotated[float, "0 to 1", "probability of a random move in rollouts"] = 0.02
    value_prior_weight: Annotated[float, "0 to 1", "part of the prior from one-ply values"] = 0.5
    value_prior_after_visits: Annotated[float, ">= 1", "node visits before using that part"] = 8.0
    value_prior_sharpness: Annotated[float, "> 0", "how sharply that part prefers the best"] = 1.0
    restart_every: Annotated[float, ">= 0", "iterations of one tree; 0: never restart"] = 0.0
    redeal_fraction: Annotated[float, "0 to 1", "part of iterations that hide own cards"] = 0.0
    policy_weight: Annotated[float, "0 to 1", "part of the prior from the network"] = 0.5
    value_weight: Annotated[float, "0 to 1", "part of a leaf's value from the network"] = 0.5
    lone_action_threshold: Annotated[float, "0 to 1", "`net` bot: minimum for unique verbs"] = 0.0
    heuristic_exponent: Annotated[float, ">= 0", "`net` bot: extra power of the heuristic"] = 0.0
    risk_exponent: Annotated[float, "> 0", "power of own win share; below 1 avoids risk"] = 1.0
    own_value_weight: Annotated[float, "0 to 1", "weight of own value, ignoring opponents"] = 0.0
    leader_penalty: Annotated[float, ">= 0", "penalty per win share of the leading opponent"] = 0.0

    def as_floats(self) -> SearchParams:
        """Return the same parameters with every value as a float."""
        return SearchParams(*map(float, self))


class Parameter(NamedTuple):
    """The documentation of one search parameter."""

    name: str
    range: str
    default: float
    meaning: str


def _parameters() -> tuple[Parameter, ...]:
    hints = get_type_hints(SearchParams, include_extras=True)
    defaults = SearchParams._field_defaults
    return tuple(
        Parameter(name, range_, defaults[name], meaning)
        for name in SearchParams._fields
        for range_, meaning in [hints[name].__metadata__]
    )


PARAMETERS = _parameters()
