"""The games as OpenSpiel games."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any
from zlib import crc32

import pyspiel

from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.game import Game
from roundhouse.core.meta import Meta
from roundhouse.core.rule import default_speed
from roundhouse.core.state import State
from roundhouse.play import registry
from roundhouse.research import rendering
from roundhouse.research.game_loading import load_game
from roundhouse.research.openspiel.observer import Observer
from roundhouse.research.rewards import check_margin, compute_rewards, reward_bounds

PREFIX = "roundhouse_"
TERMINAL = -4  # pyspiel.PlayerId.TERMINAL; chance is -1 in both libraries
# OpenSpiel requires upper bounds; no game comes near these.
MAX_DECISIONS = 20_000
MAX_CHANCES = 20_000


class RoundhouseState(pyspiel.State):
    """A state of a game; each table has a subclass with its initial state.

    Methods that OpenSpiel implements in C++ by calling back into Python are overridden here, to
    avoid the detour. OpenSpiel copies a state by creating an initial one and deep-copying every
    attribute of the old one, so there is one attribute, which an initial state leaves to its class.
    """

    position: State  # the state as Roundhouse knows it; read-only
    margin: float

    def current_player(self) -> int:
        """Return the seat to act, or a special player id."""
        turn = self.position.turn
        return TERMINAL if turn == OVER else turn

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.over

    def is_chance_node(self) -> bool:
        """Return whether chance is to act."""
        return self.position.turn == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a player."""
        position = self.position
        if player is None or player == position.turn or position.turn == CHANCE:
            return position.legal()
        if player < 0 and not position.over:
            raise pyspiel.SpielError(f"Called LegalActions for pseudo-player {player}")
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        weights = self.position.weights()
        total = sum(weights)
        outcomes = zip(self.position.legal(), weights, strict=True)
        return [(action, weight / total) for action, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        if "position" not in vars(self):
            self.position = self.position.clone()  # the initial state belongs to the class
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.text(action)

    def returns(self) -> list[float]:
        """Return the rewards of all seats."""
        position, margin = self.position, self.margin
        if not position.over:
            return [0.0] * position.seats
        return compute_rewards(position.ranks(), position.scores() if margin else (), margin)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return the observation of a player."""
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self.position.seats:
            invalid: list[float] = super().observation_tensor(seat)  # raises OpenSpiel's error
            return invalid
        observation: list[float] = self.position.observe(seat).tolist()
        return observation

    def resample_from_infostate(self, player: int, sampler: Any) -> RoundhouseState:
        """Redeal hidden information; the new state looks the same to the player."""
        other: RoundhouseState = self.clone()
        rng = random.Random(int(sampler() * (1 << 53)))
        other.position = self.position.redeal(player, rng)
        return other

    def __str__(self) -> str:
        """Return the table as text, and a checksum that tells states apart."""
        return f"{rendering.text(self.position)}\n#{crc32(self.position.pack()):08x}"


@lru_cache(maxsize=64)
def _state_class(game: Game, seats: int, margin: float) -> type[RoundhouseState]:
    fixed = {"position": game.start(seats), "margin": margin}
    return type("RoundhouseState", (RoundhouseState,), fixed)


class RoundhouseGame(pyspiel.Game):
    """A game with a number of seats and options."""

    def __init__(self, game: Game, seats: int, margin: float, parameters: dict[str, Any]) -> None:
        low, high = reward_bounds(seats, margin)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.codec.size,
            max_chance_outcomes=game.codec.size if game.meta.chance else 0,
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(game_type(game.meta), info, parameters)
        self.game, self.seats = game, seats
        self.state_class = _state_class(game, seats, margin)

    @classmethod
    def of(cls, position: State) -> RoundhouseGame:
        """Return the OpenSpiel game of a state, on any board."""
        return _game_for(position.game, position.seats)

    def new_initial_state(self, *_: Any) -> RoundhouseState:
        """Return the first state of the game."""
        return self.state_class(self)

    def new_state(self, position: State) -> RoundhouseState:
        """Return an OpenSpiel state for a Roundhouse state, without a history."""
        state = self.state_class(self)
        state.position = self.game.unpack(position.pack())
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Return an observer of this game."""
        if params:
            raise ValueError(f"observations have no parameters: {params}")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return None  # a view has no history
        return Observer(self.game, iig_obs_type)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound for the chance nodes of a game."""
        return MAX_CHANCES if self.game.meta.chance else 0


class _NamedGame(RoundhouseGame):
    """A game that `pyspiel.load_game` creates; each game has a subclass.

    It is a class, not a function, because OpenSpiel releases it after Python has shut down.
    """

    name = ""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        meta = registry.meta(self.name)
        values = {"seats": meta.usual_seats, "margin": 0.0, **(parameters or {})}
        options = {key: str(values[key]) for key in meta.options if key in values}
        seats, margin = int(values["seats"]), check_margin(values["margin"])
        game = _table(meta.id, seats, tuple(sorted(options.items())), default_speed())
        super().__init__(game, seats, margin, parameters or {})


@lru_cache(maxsize=32)
def _table(name: str, seats: int, options: tuple[tuple[str, str], ...], speed: str) -> Game:
    return load_game(name, seats, dict(options), speed=speed)[0]


@lru_cache(maxsize=32)
def _game_for(game: Game, seats: int) -> RoundhouseGame:
    return RoundhouseGame(game.fork(), seats, 0.0, {"seats": seats, **game.options})


def game_type(meta: Meta) -> Any:
    """Return OpenSpiel's description of a game."""
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
        provides_information_state_string=False,  # requires perfect recall
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "seats": meta.usual_seats,
            "margin": 0.0,
            **{name: option.default for name, option in meta.options.items()},
        },
    )


def register() -> list[str]:
    """Register every game for `pyspiel.load_game`.

    Returns:
        The names that were added.
    """
    names, new_names = set(pyspiel.registered_names()), []
    for meta in registry.games():
        if PREFIX + meta.id not in names:
            maker = type(f"{meta.id.capitalize()}Game", (_NamedGame,), {"name": meta.id})
            pyspiel.register_game(game_type(meta), maker)
            new_names.append(PREFIX + meta.id)
    return new_names
