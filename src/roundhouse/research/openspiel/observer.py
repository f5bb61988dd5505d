"""What a player sees, as OpenSpiel asks for it.

The tensor is the room's `observe`. The string is the room's view: everything that the seat may
know and nothing else, as JSON. What is public is a spectator's view; what is private to a seat is
what it sees beyond that, which is nothing where seats have no secrets.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyspiel

from roundhouse.core.observation import places
from roundhouse.core.view import View

if TYPE_CHECKING:
    from roundhouse.research.openspiel.game import RoundhouseState
    from roundhouse.research.openspiel.stepper import Stepper

# What of a view is a fact about the position, not a way of asking for a move.
SEEN = ("seats", "turn", "phase", "panels", "notes", "facts", "ranks")


class Observer:
    """Conforms to OpenSpiel's PyObserver (open_spiel/python/observation.py)."""

    def __init__(self, stepper: Stepper, asked: Any) -> None:
        self._stepper = stepper
        self._public = asked is None or asked.public_info
        private = None if asked is None else asked.private_info
        self._private = asked is None or private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if self._public and self._private:
            where = places(stepper.game.room.observation)
            self.tensor = np.zeros(max(end for _, end in where.values()), np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: RoundhouseState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._stepper.observe(state.held, player)

    def string_from(self, state: RoundhouseState, player: int) -> str:
        position = self._stepper.position(state.held)
        if self._public and self._private:
            return _dumps({"seat": player, **_seen(position.view(player))})
        if self._public:
            return _dumps(_seen(position.view(None)))
        if not self._private or not self._stepper.game.meta.secrets:
            return ""
        beyond = _beyond(_seen(position.view(None)), _seen(position.view(player)))
        return _dumps(beyond) if beyond else ""


def _seen(view: View) -> dict[str, Any]:
    told: dict[str, Any] = dict(view)
    return {name: told[name] for name in SEEN}


def _beyond(public: Any, own: Any) -> Any:
    """What of `own` is not in `public`; None if nothing is."""
    if public == own:
        return None
    if isinstance(public, dict) and isinstance(own, dict):
        parts = {key: _beyond(public.get(key), value) for key, value in own.items()}
        return {key: part for key, part in parts.items() if part is not None} or None
    if isinstance(public, list) and isinstance(own, list) and len(public) == len(own):
        pairs = enumerate(zip(public, own, strict=True))
        parts = {str(i): _beyond(one, other) for i, (one, other) in pairs}
        return {key: part for key, part in parts.items() if part is not None} or None
    return own


def _dumps(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
