"""Game and State: the public face of a room's rules (see the README's session)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from roundhouse.core.board import Sheet
from roundhouse.core.codec import Codec
from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.engine import Engine
from roundhouse.core.errors import IllegalAction
from roundhouse.core.layout import Record
from roundhouse.core.meta import Meta
from roundhouse.core.rule import default_speed
from roundhouse.core.view import View


@dataclass(frozen=True)
class Room:
    """A game's folder, loaded: the same furniture in every room."""

    meta: Meta
    boards: ModuleType
    actions: ModuleType
    state: ModuleType
    rules: ModuleType
    view: ModuleType
    drawing: ModuleType
    advice: ModuleType
    laws: ModuleType


class Game:
    """A game on a board with its options chosen."""

    def __init__(
        self, room: Room, sheet: Sheet, options: Mapping[str, Any], speed: str | None = None
    ) -> None:
        self.room, self.meta, self.sheet = room, room.meta, sheet
        self.options = room.meta.check_options(options)
        self.board: Record = room.boards.build(sheet)
        self.codec: Codec = room.actions.codec(sheet)
        self.engine = Engine(
            room.meta.id, room.rules, room.advice, self.board, room.state.State,
            self.codec.size, speed or default_speed(),
        )

    def start(self, seats: int) -> State:
        """The table laid for this many seats."""
        self.meta.check_seats(seats)
        batch = self.engine.batch(1)
        options = self.engine.numbers(self.meta.option_numbers(self.options))
        self.engine.setup(self.engine.boards, batch, seats, options)
        return State(self, batch)

    def text(self, action: int) -> str:
        """The words of an action."""
        return self.codec.text(action)

    def parse(self, words: str) -> int:
        """The action that these words name; whether it is legal is another question."""
        return self.codec.parse(words)

    def unpack(self, data: bytes) -> State:
        """The state that `State.pack` gave."""
        return State(self, self.engine.load(data))

    def draw(self, view: View, sheet: str = "") -> str:
        """The board as this view shows it, an SVG; `sheet` is one of `sheets`."""
        svg: str = self.room.drawing.draw(view, self.sheet.data, sheet or self.sheets[0])
        return svg

    @property
    def sheets(self) -> tuple[str, ...]:
        """The names of the drawings that make up the table; most games have one."""
        names: tuple[str, ...] = self.room.drawing.SHEETS
        return names


class State:
    """One position of a game. Mutable: `apply` changes it, `clone` keeps it."""

    __slots__ = ("_batch", "_legal", "game")

    def __init__(self, game: Game, batch: Any) -> None:
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
    def record(self) -> Any:
        """The state as a twin (ints and lists), for reading."""
        return self.game.engine.twin(self._batch)

    @property
    def seats(self) -> int:
        return self.game.engine.field(self._batch, "seats")

    def legal(self) -> list[int]:
        """The legal actions, ascending; at a chance state its outcomes; none when over."""
        if self._legal is None:
            engine = self.game.engine
            n = 0 if self.over else engine.legal(engine.boards, self._batch, engine.out)
            self._legal = engine.written(n)
        return list(self._legal)

    def weights(self) -> list[int]:
        """At a chance state: the weight of each of `legal()`."""
        if self.turn != CHANCE:
            raise IllegalAction("only a chance state has weights; look at `turn` first")
        engine = self.game.engine
        return [int(engine.weight(engine.boards, self._batch, a)) for a in self.legal()]

    def apply(self, action: int) -> None:
        """Make the action happen; raises IllegalAction, and changes nothing, when not legal."""
        if self._legal is None:
            self.legal()
        if action not in (self._legal or ()):
            raise IllegalAction(self._complaint(action))
        self._play(action)

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
        engine.ranks(engine.boards, self._batch, engine.out)
        return engine.written(self.seats)

    def clone(self) -> State:
        return State(self.game, self.game.engine.clone(self._batch))

    def pack(self) -> bytes:
        """The state as bytes, the same at every speed."""
        return self.game.engine.pack(self._batch)

    def view(self, seat: int | None) -> View:
        """What a seat may know (None: a spectator), as JSON-able data."""
        if seat is not None and not 0 <= seat < self.seats:
            raise IllegalAction(f"no seat {seat} here; seats count from 0 to {self.seats - 1}")
        view: View = self.game.room.view.view(self, seat)
        return view

    def redeal(self, seat: int | None, rng: random.Random) -> State:
        """Another full state that looks the same to that seat."""
        twin = self.clone()
        engine = self.game.engine
        words = engine.generator(rng.getrandbits(60))
        engine.redeal(engine.boards, twin._batch, -1 if seat is None else seat, words)
        return twin

    def perft(self, depth: int) -> int:
        """How many sequences of this many actions start here; chance outcomes count one each."""
        return self.game.engine.perft(self._batch, depth)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash(self.pack())

    def __repr__(self) -> str:
        return f"<{self.game.meta.id} for {self.seats}, turn {self.turn}>"

    def _play(self, action: int) -> None:
        engine = self.game.engine
        engine.apply(engine.boards, self._batch, action)
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
