"""State: one position of a game, with its public methods.

`advance` plays chance and forced moves of a `State`; inside a backend, the driver of that name in
`core/drivers.py` does.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from operator import index
from typing import TYPE_CHECKING, Any, Generic

from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.definition import B, S, W
from roundhouse.core.description import FULL
from roundhouse.core.drivers import ILLEGAL, OUTCOMES, SEAT_BASE, TURNS
from roundhouse.core.errors import IllegalAction
from roundhouse.core.translation import translate as _
from roundhouse.core.view import End, ScorePart, View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from roundhouse.core.game import Game


RANDOM_BITS = 32  # select an outcome of a chance state
NO_CHANCE = "only a chance state has weights; check `turn` first"


class State(Generic[B, S, W]):
    """One position of a game.

    A state is mutable: `apply` changes it. Use `clone` to keep a copy. Create the first state with
    `Game.start`.

    Attributes:
        game: The game.
        turn: The seat to act, CHANCE or OVER.
        over: Whether the game is over.
    """

    # `turn` and `over` are plain attributes, because properties would cost as much as the rules.
    __slots__ = ("_address", "_count", "_engine", "_memory", "game", "over", "turn")

    def __init__(self, game: Game[B, S, W], memory: Any) -> None:
        self.game, self._engine, self._memory = game, game.engine, memory
        self._address = self._engine.address(memory)
        self.turn: int = self._engine.field(memory, "turn")
        self.over = self.turn == OVER
        self._count = 0  # of legal actions, if this is the state that the engine has listed

    @property
    def py_state(self) -> S:
        """The state as ints and lists; read-only."""
        py_state: S = self._engine.py_state(self._memory)
        return py_state

    @property
    def board(self) -> B:
        """The board tables that the rules read."""
        return self.game.board

    @property
    def scratch(self) -> W:
        """New scratch memory, for calling a rule on `py_state`."""
        return self.game.definition.ScratchLayout()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._engine.field(self._memory, "seats")

    def legal(self) -> list[int]:
        """Return the legal actions in ascending order.

        At a chance state these are its outcomes. The list is empty when the game is over.
        """
        engine = self._engine
        if engine.listed is not self:
            self._list()
        return engine.results[: self._count].tolist()  # type: ignore[no-any-return]

    def weights(self) -> list[int]:
        """Return the weight of each outcome of a chance state, in the order of `legal()`.

        Raises:
            IllegalAction: This is not a chance state.
        """
        if self.turn != CHANCE:
            raise IllegalAction(NO_CHANCE)
        if self._engine.listed is not self:
            self._list()
        n = self._engine.list_weights(self._address, 0)
        weights: list[int] = self._engine.results[n : 2 * n].tolist()
        return weights

    def play_chance(self, rng: random.Random) -> int:
        """Draw an outcome of a chance state by weight, apply it and return it.

        The same 32 random bits give the same outcome at every speed.

        Args:
            rng: The generator, which provides 32 bits.

        Raises:
            IllegalAction: This is not a chance state.
        """
        if self.turn != CHANCE:
            raise IllegalAction(NO_CHANCE)
        bits = index(rng.getrandbits(RANDOM_BITS))  # before listing: it may step other states
        engine = self._engine
        if engine.listed is not self:
            self._list()
        action: int
        action, code = divmod(engine.play_chance(self._address, bits), OUTCOMES)
        self._read(code)
        return action

    def apply(self, action: int) -> None:
        """Apply an action.

        Args:
            action: One of `legal()`.

        Raises:
            IllegalAction: The action is not legal; the state is unchanged.
        """
        engine = self._engine
        if engine.listed is not self:
            self._list()
        try:
            code = engine.play(self._address, index(action))
        except (OverflowError, TypeError):  # not an integer, or none of 64 bits
            code = ILLEGAL
        if code < 0:
            raise IllegalAction(self._explain_illegal(action))
        # As `_read`; a call would cost as much as many a rule.
        self._count = code // TURNS
        self.turn = turn = code % TURNS + OVER
        self.over = turn == OVER

    def _read(self, code: int) -> None:
        """Take over what an entry returned that has listed the legal actions."""
        self._count = code // TURNS
        self.turn = turn = code % TURNS + OVER
        self.over = turn == OVER

    def _list(self) -> None:
        """List the legal actions in the results of the engine."""
        self._read(self._engine.list_actions(self._address, 0))
        self._engine.listed = self

    def _results(self, entry: Callable[[Any, int], int]) -> list[int]:
        """Return the numbers that an entry writes."""
        self._engine.listed = None  # the entry overwrites the actions
        numbers: list[int] = self._engine.results[: entry(self._address, 0)].tolist()
        return numbers

    def scores(self) -> list[int]:
        """Return each seat's current score in the game's unit."""
        return self._results(self._engine.list_scores)

    def ranks(self) -> list[int]:
        """Return each seat's final rank: 0 for the winners, equal for ties.

        Raises:
            IllegalAction: The game is not over.
        """
        if not self.over:
            raise IllegalAction("ranks exist when the game is over; use `scores` before that")
        return self._results(self._engine.list_ranks)

    def clone(self) -> State[B, S, W]:
        """Return a copy of the state."""
        other: State[B, S, W] = _blank(State)
        other.game, other._engine = self.game, self._engine
        other._memory, other._address = self._engine.copy(self._memory)
        other.turn, other.over, other._count = self.turn, self.over, 0
        return other

    def pack(self) -> bytes:
        """Return the state as bytes, which are the same at every speed."""
        return self._engine.pack(self._memory)

    def view(self, seat: int | None) -> View:
        """Return what a seat may know, as JSON-compatible data.

        Args:
            seat: The seat, or None for a spectator.

        Raises:
            IllegalAction: The seat does not exist.
        """
        if seat is not None and not 0 <= seat < self.seats:
            raise IllegalAction(
                _("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.seats - 1)
            )
        return self.game.definition.view(self, seat)

    def describe(self, seat: int | None, detail: str = FULL) -> str:
        """Return what a seat may know, in plain sentences and lists.

        `Game.describe` inserts the players' names, and `Game.describe_place` tells what is at one
        place.

        Args:
            seat: The seat, or None for a spectator.
            detail: "full", or "brief" for a description without the board.

        Raises:
            IllegalAction: The seat does not exist.
        """
        return self.game.describe(self.view(seat), detail)

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """Return the observation of a seat for a network; see `core/observation.py`.

        Args:
            seat: The seat.

        Raises:
            IllegalAction: The seat does not exist.
        """
        import numpy as np  # a network's input; playing needs the standard library only

        numbers: npt.NDArray[np.int64] = np.array(self.observed_numbers(seat))
        return numbers.astype(np.float32) * self.game.scales

    def observed_numbers(self, seat: int) -> tuple[int, ...]:
        """Return the observation of a seat before it is scaled.

        Args:
            seat: The seat.

        Raises:
            IllegalAction: The seat does not exist.
        """
        if not 0 <= seat < self.seats:
            raise IllegalAction(
                _("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.seats - 1)
            )
        engine = self._engine
        engine.listed = None  # the observation overwrites the actions
        engine.write_observation(self._address, seat)
        return tuple(map(int, engine.results[: engine.observation_size]))

    def end(self) -> End:
        """Return how the game ended; raise IllegalAction if it is not over."""
        if not self.over:
            raise IllegalAction(_("the game is not over"))
        return self.game.definition.end(self)

    def breakdown(self) -> tuple[ScorePart, ...]:
        """Return the sources of the final scores; raise IllegalAction if it is not over."""
        if not self.over:
            raise IllegalAction(_("the breakdown of scores exists when the game is over"))
        return self.game.definition.breakdown(self)

    def redeal(self, seat: int | None, rng: random.Random) -> State[B, S, W]:
        """Return a random full state that is indistinguishable to a seat.

        Args:
            seat: The seat whose knowledge is kept, or None for a spectator.
            rng: The source of randomness.
        """
        other = self.clone()
        number = rng.getrandbits(60) * SEAT_BASE + (0 if seat is None else seat + 1)
        self._engine.redeal_seeded(other._address, number)
        other._list()  # overwrites the random words, and reads the turn
        return other

    def perft(self, depth: int) -> int:
        """Count the action sequences of this depth; chance outcomes count one each."""
        return self._engine.perft(self.pack(), depth)

    def __copy__(self) -> State[B, S, W]:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State[B, S, W]:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpack, (self.game, self.pack())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash(self.pack())

    def __repr__(self) -> str:
        return f"<{self.game.meta.id} for {self.seats}, turn {self.turn}>"

    def _explain_illegal(self, action: int) -> str:
        try:
            words = self.game.text(action)
        except (IllegalAction, TypeError):
            words = repr(action)
        if self.over:
            return _("{words}: the game is over", words=repr(words))
        options = [self.game.text(a) for a in self.legal()]
        examples = ", ".join(options[:6]) + (", ..." if len(options) > 6 else "")
        return _(
            "{words} is not legal now; legal: {examples}", words=repr(words), examples=examples
        )


_blank = object.__new__


def _unpack(game: Game, data: bytes) -> State:
    return game.unpack(data)


def automatic_action(state: State, rng: random.Random, forced: bool = True) -> int | None:
    """Return the action of a state in which no seat has a choice.

    Args:
        state: The state.
        rng: The source of chance outcomes.
        forced: Whether a seat with a single legal action has no choice.

    Returns:
        An outcome drawn by weight, or the only legal action; None if a seat decides or the game
        is over.
    """
    actions = state.legal()
    if state.turn == CHANCE:
        return rng.choices(actions, state.weights())[0]
    return actions[0] if forced and len(actions) == 1 else None


def advance(state: State, rng: random.Random) -> None:
    """Play chance and forced moves until a seat has a choice or the game is over."""
    while (action := automatic_action(state, rng)) is not None:
        state.apply(action)
