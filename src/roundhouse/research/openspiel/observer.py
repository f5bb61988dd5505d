"""OpenSpiel observers: tensors and strings of what a player may know.

The tensor is the game's observation. The string is a view as JSON: the public part is the
spectator's view, and the private part is what a seat's view contains in addition.
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
    from roundhouse.core.game import Game
    from roundhouse.research.openspiel.game import RoundhouseState

# The fields of a view that describe the state; the others describe how to choose a move.
POSITION_FIELDS = ("seats", "turn", "phase", "panels", "notes", "facts", "ranks")


class Observer:
    """An observer with the interface of `open_spiel.python.observation`."""

    def __init__(self, game: Game, info_type: Any) -> None:
        self._game = game
        self._public = info_type is None or info_type.public_info
        private = None if info_type is None else info_type.private_info
        self._private = info_type is None or private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if self._public and self._private:
            where = places(game.definition.observation)
            self.tensor = np.zeros(max(end for _, end in where.values()), np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: RoundhouseState, player: int) -> None:
        """Write the observation of a player into the tensor."""
        if self.tensor is not None:
            self.tensor[:] = state.position.observe(player)

    def string_from(self, state: RoundhouseState, player: int) -> str:
        """Return the observation of a player as text."""
        position = state.position
        if self._public and self._private:
            return _dumps({"seat": player, **_position_fields(position.view(player))})
        if self._public:
            return _dumps(_position_fields(position.view(None)))
        if not self._private or not self._game.meta.secrets:
            return ""
        public = _position_fields(position.view(None))
        private = _private_part(public, _position_fields(position.view(player)))
        return _dumps(private) if private else ""


def _position_fields(view: View) -> dict[str, Any]:
    fields: dict[str, Any] = dict(view)
    return {name: fields[name] for name in POSITION_FIELDS}


def _private_part(public: Any, own: Any) -> Any:
    """Return the part of `own` that is not in `public`, or None if there is none."""
    if public == own:
        return None
    if isinstance(public, dict) and isinstance(own, dict):
        parts = {key: _private_part(public.get(key), value) for key, value in own.items()}
        return {key: part for key, part in parts.items() if part is not None} or None
    if isinstance(public, list) and isinstance(own, list) and len(public) == len(own):
        pairs = enumerate(zip(public, own, strict=True))
        parts = {str(i): _private_part(one, other) for i, (one, other) in pairs}
        return {key: part for key, part in parts.items() if part is not None} or None
    return own


def _dumps(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
