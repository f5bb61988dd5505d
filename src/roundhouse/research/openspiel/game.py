"""Every game of the house as a game of OpenSpiel."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any
from zlib import crc32

import pyspiel

from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game, Position
from roundhouse.core.meta import Meta
from roundhouse.core.rule import default_speed
from roundhouse.play import registry
from roundhouse.research import rendering
from roundhouse.research.openspiel.observer import Observer
from roundhouse.research.openspiel.stepper import TERMINAL, Held, Stepper
from roundhouse.research.rewards import bounds, check_margin
from roundhouse.research.tables import open_table, usual_seats

PREFIX = "roundhouse_"
# Upper bounds that no game comes near; OpenSpiel wants some.
MOST_DECISIONS = 20_000
MOST_CHANCES = 20_000


class RoundhouseState(pyspiel.State):
    """A position. Each table has a subclass of its own, which knows the rules and the start.

    What OpenSpiel would ask its C++ half for, and that half would ask here, is answered here.
    """

    stepper: Stepper
    held: Held

    def current_player(self) -> int:
        return self.held.player

    def is_terminal(self) -> bool:
        return self.held.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.held.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        held = self.held
        if player is None or player == held.player or held.player == CHANCE:
            return held.legal[:]
        if player < 0 and held.player != TERMINAL:
            raise pyspiel.SpielError(f"Called LegalActions for pseudo-player {player}")
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self.held.legal[:]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.stepper.chances(self.held)

    def _apply_action(self, action: int) -> None:
        self.held = self.stepper.step(self.held.data, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.stepper.game.text(action)

    def returns(self) -> list[float]:
        return self.stepper.returns(self.held)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        seat = self.held.player if player is None else player
        if not 0 <= seat < self.stepper.seats:
            refused: list[float] = super().observation_tensor(seat)  # in OpenSpiel's words
            return refused
        seen: list[float] = self.stepper.observe(self.held, seat).tolist()
        return seen

    def resample_from_infostate(self, player: int, sampler: Any) -> RoundhouseState:
        """Another state that looks the same to this player; `sampler()` draws from 0 to 1."""
        other: RoundhouseState = self.clone()
        rng = random.Random(int(sampler() * (1 << 53)))
        other.held = self.stepper.redeal(self.held, player, rng)
        return other

    @property
    def position(self) -> Position:
        """The position, as the rest of the house knows it."""
        return self.stepper.position(self.held)

    def __str__(self) -> str:
        """The table in words, and a number that no other position of the game has."""
        return f"{rendering.text(self.position)}\n#{crc32(self.held.data):08x}"


@lru_cache(maxsize=64)
def _state_class(game: Game, seats: int, margin: float) -> type[RoundhouseState]:
    stepper = Stepper(game, seats, margin)
    fixed = {"stepper": stepper, "held": stepper.start}
    return type("RoundhouseState", (RoundhouseState,), fixed)


class RoundhouseGame(pyspiel.Game):
    """A table: a game with its seats and options."""

    def __init__(self, game: Game, seats: int, margin: float, parameters: dict[str, Any]) -> None:
        low, high = bounds(seats, margin)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.codec.size,
            max_chance_outcomes=game.codec.size if game.meta.chance else 0,
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(game_type(game.meta), info, parameters)
        self.game, self.seats = game, seats
        self.state_class = _state_class(game, seats, margin)

    @classmethod
    def of(cls, position: Position) -> RoundhouseGame:
        """The table that a position is of, whatever its board."""
        return _of_game(position.game, position.seats)

    def new_initial_state(self, *_: Any) -> RoundhouseState:
        return self.state_class(self)

    def new_state(self, position: Position) -> RoundhouseState:
        """A state at this position. It has no history."""
        state = self.state_class(self)
        state.held = state.stepper.hold(position.pack())
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        if params:
            raise ValueError(f"there are no parameters of observations here: {params}")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return None  # a view is of a moment, not of a whole game
        return Observer(self.state_class.stepper, iig_obs_type)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_CHANCES if self.game.meta.chance else 0


class _NamedGame(RoundhouseGame):
    """A game as `pyspiel.load_game` makes it; each has a subclass of its own.

    A class and not a function, because OpenSpiel lets go of it after Python has ended.
    """

    name = ""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        meta = registry.meta(self.name)
        asked = {"seats": usual_seats(meta), "margin": 0.0, **(parameters or {})}
        options = {key: str(asked[key]) for key in meta.options if key in asked}
        seats, margin = int(asked["seats"]), check_margin(asked["margin"])
        game = _table(meta.id, seats, tuple(sorted(options.items())), default_speed())
        super().__init__(game, seats, margin, parameters or {})


@lru_cache(maxsize=32)
def _table(name: str, seats: int, options: tuple[tuple[str, str], ...], speed: str) -> Game:
    return open_table(name, seats, dict(options), speed=speed)[0]


@lru_cache(maxsize=32)
def _of_game(game: Game, seats: int) -> RoundhouseGame:
    return RoundhouseGame(game.fork(), seats, 0.0, {"seats": seats, **game.options})


def game_type(meta: Meta) -> Any:
    """What OpenSpiel is told about a game."""
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + meta.id,
        long_name=meta.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.EXPLICIT_STOCHASTIC if meta.chance else kind.ChanceMode.DETERMINISTIC
        ),
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if meta.secrets
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(meta.seats),
        min_num_players=min(meta.seats),
        provides_information_state_string=False,  # these would need perfect recall
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "seats": usual_seats(meta),
            "margin": 0.0,
            **{name: option.default for name, option in meta.options.items()},
        },
    )


def register() -> list[str]:
    """Make every game known to `pyspiel.load_game`; the names that were added."""
    known, added = set(pyspiel.registered_names()), []
    for meta in registry.games():
        if PREFIX + meta.id not in known:
            maker = type(f"{meta.id.capitalize()}Game", (_NamedGame,), {"name": meta.id})
            pyspiel.register_game(game_type(meta), maker)
            added.append(PREFIX + meta.id)
    return added
