"""Game and Position: the public face of a room's rules (see the README's session)."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from itertools import accumulate
from typing import Any, Generic

import numpy as np
import numpy.typing as npt

from roundhouse.core import observation, orders
from roundhouse.core.board import BoardFile
from roundhouse.core.codec import Codec
from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.engine import Engine
from roundhouse.core.errors import IllegalAction
from roundhouse.core.layout import check_size
from roundhouse.core.orders import Do, Order, OrderOffer, Step
from roundhouse.core.room import B, Room, S, W
from roundhouse.core.rule import COMPILED, default_speed
from roundhouse.core.view import Drawing, End, Event, ScorePart, View


class Game(Generic[B, S, W]):
    """A game on a board with its options chosen."""

    def __init__(
        self,
        room: Room[B, S, W],
        board_file: BoardFile,
        options: Mapping[str, Any],
        speed: str | None = None,
        rules: int | None = None,
    ) -> None:
        self.room, self.meta, self.board_file = room, room.meta, board_file
        self.options = room.meta.check_options(options)
        self.rules = room.meta.check_rules(rules)  # the version that is played
        self.board: B = room.build(board_file)
        self.codec: Codec = room.codec(board_file)
        self.engine = Engine(room, self.board, self.codec.size, speed or default_speed())
        self._laid: dict[tuple[Any, ...], bytes] = {}  # tables that were laid once

    def fork(self) -> Game[B, S, W]:
        """The same game with memory of its own, for another thread or another table."""
        twin = copy(self)
        twin.engine = self.engine.fork()
        return twin

    def start(self, seats: int) -> Position[B, S, W]:
        """The table laid for this many seats."""
        self.meta.check_seats(seats)
        table = (seats, self.rules, *self.options.values())
        if table not in self._laid:
            batch = self.engine.batch(1)
            options = self.engine.numbers(self.meta.option_numbers(self.options))
            self.engine.setup(self.engine.boards, batch, self.rules, seats, options)
            self._laid[table] = self.engine.pack(batch)
        return self._position(self._laid[table])

    @cached_property
    def scales(self) -> npt.NDArray[np.float32]:
        """What each number of an observation is multiplied by."""
        return observation.scales(self.room.observation)

    def text(self, action: int) -> str:
        """The words of an action."""
        return self.codec.text(action)

    def parse(self, words: str) -> int:
        """The action that these words name; whether it is legal is another question."""
        return self.codec.parse(words)

    def unpack(self, data: bytes) -> Position[B, S, W]:
        """The state that `State.pack` gave."""
        check_size(self.engine.state, data)
        return self._position(data)

    def _position(self, data: bytes) -> Position[B, S, W]:
        if self.engine.speed != COMPILED:
            return Position(self, self.engine.load(data))
        return self.engine.stepper.position(self, data)

    def draw(self, view: View, drawing: str = "") -> str:
        """The table as this view shows it, an SVG; `drawing` is the name of one of `drawings`."""
        return self.room.draw(view, self.board_file.data, drawing or self.drawings[0].name)

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The pictures that make up the table; most games have one."""
        return self.room.drawings

    def sentence(self, before: Position, action: int, after: Position, seat: int | None) -> str:
        """The log's line for a move, as `seat` may read it; empty if it is not worth one."""
        return self.room.sentence(before, action, after, seat)

    def events(
        self, before: Position, action: int, after: Position, seat: int | None
    ) -> tuple[Event, ...]:
        """What a move set off that deserves a card of its own, as `seat` may see it."""
        return self.room.events(before, action, after, seat)

    def redact(self, before: Position, action: int, seat: int | None) -> str:
        """The words of a move with what `seat` may not know struck out."""
        return self.room.redact(before, action, seat)

    def orders(self, position: Position, seat: int) -> list[OrderOffer]:
        """The standing orders that a seat can give now."""
        return self.room.orders(position, seat)

    def carry_out(self, position: Position, seat: int, order: Order) -> Step:
        """What a standing order says now; never a move that the rules refuse."""
        step = self.room.carry_out(position, seat, order)
        if isinstance(step, Do) and (position.turn != seat or step.action not in position.legal()):
            return orders.End("What was ordered is not possible now.")
        return step

    def broken(self, before: S | None, words: str, after: S) -> list[str]:
        """The laws of the game that a step breaks, each in a sentence."""
        return self.room.broken(self.board, before, words, after)


class Position(Generic[B, S, W]):
    """One position of a game. Mutable: `apply` changes it, `clone` keeps it."""

    __slots__ = ("_batch", "_legal", "game")

    def __init__(self, game: Game[B, S, W], batch: Any) -> None:
        self.game, self._batch = game, batch
        self._legal: list[int] | None = None

    @property
    def turn(self) -> int:
        """The seat to act, or CHANCE, or OVER."""
        return self.game.engine.field(self._batch, "turn")

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def twin(self) -> S:
        """The state as ints and lists, for reading."""
        twin: S = self.game.engine.twin(self._batch)
        return twin

    @property
    def board(self) -> B:
        """The tables of the board that the rules read."""
        return self.game.board

    @property
    def scratch(self) -> W:
        """Fresh working memory, for rules called on twins."""
        return self.game.room.Scratch()

    @property
    def seats(self) -> int:
        return self.game.engine.field(self._batch, "seats")

    def legal(self) -> list[int]:
        """The legal actions, ascending; at a chance state its outcomes; none when over."""
        if self._legal is None:
            engine = self.game.engine
            n = (
                0
                if self.over
                else engine.legal(engine.boards, self._batch, engine.scratches, engine.out)
            )
            self._legal = engine.written(n)
        return list(self._legal)

    def weights(self) -> list[int]:
        """At a chance state: the weight of each of `legal()`."""
        if self.turn != CHANCE:
            raise IllegalAction("only a chance state has weights; look at `turn` first")
        engine = self.game.engine
        return [int(engine.weight(engine.boards, self._batch, a)) for a in self.legal()]

    def play_chance(self, rng: random.Random) -> int:
        """At a chance state: let chance happen, an outcome by its weight; says which.

        Takes 32 bits of `rng`, and draws the same outcome with them at every speed."""
        reached = list(accumulate(self.weights()))
        pick = (rng.getrandbits(32) * reached[-1]) >> 32
        action = self.legal()[bisect_right(reached, pick)]
        self.apply(action)
        return action

    def apply(self, action: int) -> None:
        """Make the action happen; raises IllegalAction, and changes nothing, when not legal."""
        if self._legal is None:
            self.legal()
        if action not in (self._legal or ()):
            raise IllegalAction(self._complaint(action))
        engine = self.game.engine
        engine.apply(engine.boards, self._batch, engine.scratches, action)
        self._written()

    def scores(self) -> list[int]:
        """Each seat's score so far, in the game's own unit."""
        engine = self.game.engine
        engine.scores(engine.boards, self._batch, engine.out)
        return engine.written(self.seats)

    def ranks(self) -> list[int]:
        """At the end: 0 for the winners, ties equal."""
        if not self.over:
            raise IllegalAction("ranks are known when the game is over; `scores` are always")
        engine = self.game.engine
        engine.ranks(engine.boards, self._batch, engine.scratches, engine.out)
        return engine.written(self.seats)

    def clone(self) -> Position[B, S, W]:
        return Position(self.game, self.game.engine.clone(self._batch))

    def pack(self) -> bytes:
        """The state as bytes, the same at every speed."""
        return self.game.engine.pack(self._batch)

    def view(self, seat: int | None) -> View:
        """What a seat may know (None: a spectator), as JSON-able data."""
        if seat is not None and not 0 <= seat < self.seats:
            raise IllegalAction(f"no seat {seat} here; seats count from 0 to {self.seats - 1}")
        return self.game.room.view(self, seat)

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What a network sees through this seat's eyes (core/observation.py)."""
        if not 0 <= seat < self.seats:
            raise IllegalAction(f"no seat {seat} here; seats count from 0 to {self.seats - 1}")
        engine = self.game.engine
        engine.observe(engine.boards, self._batch, engine.scratches, seat, engine.seen)
        return np.asarray(engine.seen, np.float32) * self.game.scales

    def end(self) -> End:
        """How the game ended: a code to count by, and a sentence."""
        if not self.over:
            raise IllegalAction("how a game ended is known when it is over")
        return self.game.room.end(self)

    def breakdown(self) -> tuple[ScorePart, ...]:
        """At the end: where the points came from; the parts add up to the scores."""
        if not self.over:
            raise IllegalAction("where points came from is known when the game is over")
        return self.game.room.breakdown(self)

    def redeal(self, seat: int | None, rng: random.Random) -> Position[B, S, W]:
        """Another full state that looks the same to that seat."""
        twin = self.clone()
        engine = self.game.engine
        words = engine.generator(rng.getrandbits(60))
        engine.redeal(
            engine.boards, twin._batch, engine.scratches, -1 if seat is None else seat, words
        )
        twin._written()
        return twin

    def perft(self, depth: int) -> int:
        """How many sequences of this many actions start here; chance outcomes count one each."""
        return self.game.engine.perft(self._batch, depth)

    def __copy__(self) -> Position[B, S, W]:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position[B, S, W]:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash(self.pack())

    def __repr__(self) -> str:
        return f"<{self.game.meta.id} for {self.seats}, turn {self.turn}>"

    def _written(self) -> None:
        """What was known of the state is no longer true."""
        self._legal = None

    def _complaint(self, action: int) -> str:
        try:
            words = self.game.text(action)
        except (IllegalAction, TypeError):
            words = repr(action)
        if self.over:
            return f"{words!r}: the game is over"
        options = [self.game.text(a) for a in self.legal()]
        shown = ", ".join(options[:6]) + (", ..." if len(options) > 6 else "")
        return f"{words!r} is not legal now; legal: {shown}"
