"""Placeholders for a game's compiled functions.

Drivers and bots import them, and a binder (`core/rule.py`) replaces each with the function of the
same name, so that one driver works for every game. `core/definition.py` describes the functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roundhouse.core.rule import placeholder

if TYPE_CHECKING:
    from roundhouse.core import definition


def _game_function(name: str) -> Any:
    @placeholder
    def unbound(*_: Any) -> None:
        raise NotImplementedError(f"`{name}` belongs to a game: bind its caller to one")

    return unbound


@placeholder
def copy(states: Any, to: int, source: int) -> None:
    """Copy states[source] to states[to]; the backend provides this function."""
    raise NotImplementedError


setup: definition.Setup = _game_function("setup")
legal: definition.Legal = _game_function("legal")
weight: definition.Weight = _game_function("weight")
apply: definition.Apply = _game_function("apply")
scores: definition.Scores = _game_function("scores")
ranks: definition.Ranks = _game_function("ranks")
redeal: definition.Redeal = _game_function("redeal")
evaluate: definition.Evaluate = _game_function("evaluate")
action_context: definition.ActionContext = _game_function("action_context")
action_prior: definition.ActionPrior = _game_function("action_prior")
observe: definition.Observe = _game_function("observe")
