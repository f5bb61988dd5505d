"""Game: the public interface to a game's rules on one board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic

from roundhouse.core import observation
from roundhouse.core.backends import choose_speed, make_engine
from roundhouse.core.board import BoardFile
from roundhouse.core.codec import Codec
from roundhouse.core.definition import B, GameDefinition, S, W
from roundhouse.core.description import (
    FULL,
    Section,
    list_sections,
    name_section,
    write_description,
    write_place,
)
from roundhouse.core.drivers import SEAT_BASE
from roundhouse.core.loader import load_definition
from roundhouse.core.standing_orders import (
    Order,
    OrderEnd,
    OrderMove,
    OrderOffer,
    OrderStep,
    choose_in_turn,
)
from roundhouse.core.state import State
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Drawing, Event, View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Game(Generic[B, S, W]):
    """A game on one board with chosen options.

    Create one with `roundhouse.load`. A game is not thread-safe; use `fork` for another thread.

    Attributes:
        definition: Everything that the game provides.
        meta: The metadata of the game.
        board_file: The board file.
        options: The value of every option.
        rules: The version of the rules.
        board: The tables that the rules read.
        codec: The conversion between actions and words.
        engine: The rules at one speed, with their memory.
    """

    def __init__(
        self,
        definition: GameDefinition[B, S, W],
        board_file: BoardFile,
        options: Mapping[str, Any],
        speed: str | None = None,
        rules: int | None = None,
    ) -> None:
        """Build the board and bind the rules.

        Args:
            definition: The game.
            board_file: The board to play on.
            options: Options by name; missing ones have their default.
            speed: "native", "compiled" or "interpreted"; None for the fastest that is ready:
                see `choose_speed` in core/backends.
            rules: The version of the rules; None for the newest.

        Raises:
            BadOption: An option or the version of the rules does not exist.
            BadBoard: The board is invalid.
        """
        self.definition, self.meta, self.board_file = definition, definition.meta, board_file
        self.options = definition.meta.check_options(options)
        self.rules = definition.meta.check_rules(rules)
        self.board: B = definition.build(board_file)
        self.codec: Codec = definition.codec(board_file)
        self.engine = make_engine(
            definition, self.board, self.codec.size, speed or choose_speed(definition.package)
        )
        self._start_states: dict[tuple[Any, ...], bytes] = {}

    def fork(self) -> Game[B, S, W]:
        """Return the same game with its own memory, for another thread or table."""
        fork: Game[B, S, W] = object.__new__(Game)
        fork.__dict__.update(self.__dict__)
        fork.engine = self.engine.fork()
        return fork

    def at_speed(self, speed: str) -> Game[B, S, W]:
        """Return the same game at another speed."""
        return Game(self.definition, self.board_file, self.options, speed, self.rules)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what identifies the game, because compiled code cannot be pickled."""
        options = tuple(self.options.items())
        parts = self.definition.package, self.board_file, options, self.engine.speed, self.rules
        return _restore_game, parts

    def start(self, seats: int) -> State[B, S, W]:
        """Return the first state of a game.

        Args:
            seats: The number of seats.

        Raises:
            BadSeats: The game does not have this number of seats.
        """
        self.meta.check_seats(seats)
        key = (seats, self.rules, *self.options.values())
        if key not in self._start_states:
            engine, options = self.engine, self.meta.option_numbers(self.options)
            memory = engine.unpack(bytes(engine.state.packed_size))
            for n, option in enumerate(options):
                engine.results[n] = option
            engine.set_up(engine.address(memory), self.rules * SEAT_BASE + seats)
            self._start_states[key] = engine.pack(memory)
        return State(self, self.engine.unpack(self._start_states[key]))

    @cached_property
    def scales(self) -> npt.NDArray[np.float32]:
        """The factor of each number of an observation."""
        return observation.scales(self.definition.observation)

    def text(self, action: int) -> str:
        """Return the words of an action; raise IllegalAction if it does not exist."""
        return self.codec.text(action)

    def parse(self, words: str) -> int:
        """Return the action that words name, legal or not; otherwise raise UnknownMove."""
        return self.codec.parse(words)

    def unpack(self, data: bytes) -> State[B, S, W]:
        """Return the state that `State.pack` packed; raise BadState for the wrong size."""
        return State(self, self.engine.unpack(data))

    def draw(self, view: View, drawing: str = "") -> str:
        """Render a view as SVG; `drawing` is a name in `drawings`, by default the first."""
        return self.definition.draw(view, self.board_file.data, drawing or self.drawings[0].name)

    def describe(self, view: View, detail: str = FULL, names: Sequence[str] = ()) -> str:
        """Describe a view in plain sentences and lists.

        Args:
            view: The view.
            detail: "full", or "brief" for a description without the board.
            names: The players' names; by default "Seat 0" and so on.

        Returns:
            Lines of text.
        """
        description = self.definition.describe(view, self.board_file.data)
        return write_description(
            view, description, self.meta, detail, names or _default_names(view)
        )

    def describe_sections(self, view: View, names: Sequence[str] = ()) -> list[Section]:
        """Describe a view like `describe`, as titles with lines.

        Args:
            view: The view.
            names: The players' names; by default "Seat 0" and so on.

        Returns:
            The sections in reading order; the first one has no title.
        """
        description = self.definition.describe(view, self.board_file.data)
        sections = list_sections(view, description, self.meta)
        return [
            name_section(each, view["seat"], names or _default_names(view)) for each in sections
        ]

    def place_names(self, view: View) -> list[str]:
        """Return the names of the places that `describe_place` knows."""
        return [place.name for place in self.definition.describe(view, self.board_file.data).places]

    def describe_place(self, view: View, place: str, names: Sequence[str] = ()) -> str:
        """Describe what a view shows at one place.

        Args:
            view: The view.
            place: The name or the id of the place, or a part of its name.
            names: The players' names; by default "Seat 0" and so on.

        Returns:
            Lines of text: what is there, then what the viewing seat can choose there.

        Raises:
            UnknownPlace: No place, or more than one, has this name.
        """
        places = self.definition.describe(view, self.board_file.data).places
        return write_place(view, places, place, names or _default_names(view))

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The drawings of the table."""
        return self.definition.drawings

    def sentence(self, before: State, action: int, after: State, seat: int | None) -> str:
        """Return a move's line in the log as `seat` may read it, or an empty string."""
        return self.definition.sentence(before, action, after, seat)

    def events(
        self, before: State, action: int, after: State, seat: int | None
    ) -> tuple[Event, ...]:
        """Return the notable events that a move caused, as `seat` may see them."""
        return self.definition.events(before, action, after, seat)

    def redact(self, before: State, action: int, seat: int | None) -> str:
        """Return the words of a move with `?` for what `seat` may not know."""
        return self.definition.redact(before, action, seat)

    def list_orders(self, position: State, seat: int) -> list[OrderOffer]:
        """Return the standing orders that a seat can give now."""
        return self.definition.list_orders(position, seat)

    def carry_out(self, position: State, seat: int, order: Order) -> OrderStep:
        """Return what a standing order does now; a move it returns is legal."""
        step = self.definition.carry_out(position, seat, order)
        if isinstance(step, OrderMove) and (
            position.turn != seat or step.action not in position.legal()
        ):
            return OrderEnd(_("The order is not possible now."))
        return step

    @property
    def has_early_choices(self) -> bool:
        """Whether there are decisions that all seats make at the same time."""
        return self.definition.choose_early is not choose_in_turn

    def choose_early(self, position: State, seat: int) -> State | None:
        """Return the state in which a seat chooses before its turn, or None if it cannot."""
        return self.definition.choose_early(position, seat)

    def find_violations(self, before: S | None, words: str, after: S) -> list[str]:
        """Return the invariants that a move broke, each in a sentence."""
        return self.definition.find_violations(self.board, before, words, after)


def _default_names(view: View) -> list[str]:
    return [_("Seat {n}", n=n) for n in range(view["seats"])]


_restored: dict[tuple[Any, ...], Game] = {}  # one game per key; callers get forks of it


def _restore_game(
    package: str, board_file: BoardFile, options: tuple[Any, ...], speed: str, rules: int
) -> Game:
    """Return a pickled game, with its own memory."""
    key = package, board_file.digest, options, speed, rules
    if key not in _restored:
        definition = load_definition(package)
        _restored[key] = Game(definition, board_file, dict(options), speed, rules)
    return _restored[key].fork()
