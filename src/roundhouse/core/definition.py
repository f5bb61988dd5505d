"""The definition of a game: everything that a game provides, on one page.

Every game is a package with the same files. `load_definition` (core/loader.py) imports them, takes
each part from the file named below, and checks it. Code outside `core` never imports a game's
modules.

Each kind of function is a Protocol: a game's function has the same parameters, with the same names.
The functions marked `rule=True` are compiled. For them `board`, `s` and `scratch` are structs: the
board tables, the state, and memory of the thread whose contents are undefined before and after a
call. `out` is a buffer with a place for every action, and `rng` holds the four words of
`core/rng.py`. `s.turn` is the seat to act, CHANCE or OVER.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias

from roundhouse.core.board import BoardFile
from roundhouse.core.board_schema import BoardSchema
from roundhouse.core.codec import Codec
from roundhouse.core.description import GameDescription
from roundhouse.core.ladder import Ladder
from roundhouse.core.layout import Struct
from roundhouse.core.lesson import Lesson
from roundhouse.core.meta import Meta
from roundhouse.core.observation import Feature
from roundhouse.core.search_params import SearchParams
from roundhouse.core.standing_orders import Order, OrderOffer, OrderStep
from roundhouse.core.view import Drawing, End, Event, ScorePart, Suggestion, View

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from roundhouse.core.state import State

    B = TypeVar("B", bound=Struct, default=Any)
    S = TypeVar("S", bound=Struct, default=Any)
    W = TypeVar("W", bound=Struct, default=Any)
else:
    from typing import TypeVar

    B, S, W = TypeVar("B"), TypeVar("S"), TypeVar("W")

# The structs of a game's `state.py`.
BoardLayout: TypeAlias = Any
StateLayout: TypeAlias = Any
ScratchLayout: TypeAlias = Any


class Build(Protocol):
    """Convert a board file into tables; raise BadBoard for an invalid one."""

    def __call__(self, file: BoardFile) -> BoardLayout: ...


class MakeCodec(Protocol):
    """Return the words of the actions on a board."""

    def __call__(self, file: BoardFile) -> Codec: ...


class Setup(Protocol):
    """Set up the game in `s`, which is blank except for `rules`.

    `options` are indices of option values, in the order of `Meta.options`.
    """

    def __call__(
        self, board: BoardLayout, s: StateLayout, seats: int, options: list[int]
    ) -> None: ...


class Legal(Protocol):
    """Write the legal actions or chance outcomes, ascending; return their number."""

    def __call__(
        self, board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]
    ) -> int: ...


class Weight(Protocol):
    """Return the integer weight of an outcome of a chance state."""

    def __call__(self, board: BoardLayout, s: StateLayout, action: int) -> int: ...


class Apply(Protocol):
    """Apply an action without checking that it is legal."""

    def __call__(
        self, board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int
    ) -> None: ...


class Scores(Protocol):
    """Write each seat's current score in the game's unit."""

    def __call__(self, board: BoardLayout, s: StateLayout, out: list[int]) -> None: ...


class Ranks(Protocol):
    """Write each seat's final rank after tie-breaks: 0 for winners, equal for ties."""

    def __call__(
        self, board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]
    ) -> None: ...


class Redeal(Protocol):
    """Randomize everything that `seat` cannot know; seat -1 is a spectator."""

    def __call__(
        self, board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, rng: list[int]
    ) -> None: ...


class Evaluate(Protocol):
    """Write a heuristic estimate of each seat's final result.

    The unit is the game's choice and the same for all seats. At the end of the game the estimates
    must order the seats as the scores do.
    """

    def __call__(
        self, board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]
    ) -> None: ...


class ActionContext(Protocol):
    """Return what `action_prior` needs to know about a state, for all its actions.

    Only the game interprets the number. Return 0 if there is nothing to share.
    """

    def __call__(self, board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> int: ...


class ActionPrior(Protocol):
    """Return the heuristic prior of an action, from 0 (only if forced) to 1000."""

    def __call__(
        self, board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int, context: int
    ) -> int: ...


class Observe(Protocol):
    """Write the observation of a seat for a network; see `core/observation.py`."""

    def __call__(
        self, board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
    ) -> None: ...


class MakeView(Protocol):
    """Return what a seat may know, as plain data; seat None is a spectator."""

    def __call__(self, state: State, seat: int | None) -> View: ...


class Suggest(Protocol):
    """Return a few good moves of the seat to act, the best first, or none.

    They are for learners who compare many moves, so they come from heuristics and cost little. They
    may use only what the seat knows.
    """

    def __call__(self, state: State) -> list[Suggestion]: ...


def suggest_nothing(state: State) -> list[Suggestion]:
    """Return no suggestion: the `suggest` of a game without one."""
    return []


class Describe(Protocol):
    """Describe a view in plain sentences, with the names of the board file.

    Every fact of the view that its panels and notes do not tell is told, in reading order.
    """

    def __call__(self, view: View, data: dict[str, Any]) -> GameDescription: ...


class Sentence(Protocol):
    """Describe a move in the log for a seat, or return an empty string."""

    def __call__(self, before: State, action: int, after: State, seat: int | None) -> str: ...


class Redact(Protocol):
    """Return the words of a move with secrets replaced by `?`."""

    def __call__(self, before: State, action: int, seat: int | None) -> str: ...


class DescribeEnd(Protocol):
    """Describe how a finished game ended."""

    def __call__(self, state: State) -> End: ...


class ListEvents(Protocol):
    """Return the notable events that a move caused, often none."""

    def __call__(
        self, before: State, action: int, after: State, seat: int | None
    ) -> tuple[Event, ...]: ...


class Breakdown(Protocol):
    """Split the final scores into their sources; the parts add up to the scores."""

    def __call__(self, state: State) -> tuple[ScorePart, ...]: ...


class Draw(Protocol):
    """Render one of the drawings as SVG, from a view and the data of the board file."""

    def __call__(self, view: View, data: dict[str, Any], drawing: str) -> str: ...


class FindViolations(Protocol):
    """Return a sentence for each invariant that a move broke.

    `before` is None for the first state.
    """

    def __call__(
        self, board: BoardLayout, before: StateLayout | None, words: str, after: StateLayout
    ) -> list[str]: ...


class ListOrders(Protocol):
    """Return the standing orders that a seat can give now."""

    def __call__(self, state: State, seat: int) -> list[OrderOffer]: ...


class CarryOut(Protocol):
    """Return what a standing order does now."""

    def __call__(self, state: State, seat: int, order: Order) -> OrderStep: ...


class ChooseEarly(Protocol):
    """Return the state in which a seat chooses before its turn, or None if it cannot.

    For decisions that all seats make at the same time. The choice must stay legal until the seat's
    turn, whatever the others choose.
    """

    def __call__(self, state: State, seat: int) -> State | None: ...


def _part(file: str, name: str = "", *, rule: bool = False, default: Any = MISSING) -> Any:
    """Declare the file of a part, and its name there if it differs from the field's."""
    return field(default=default, metadata={"file": file, "name": name, "rule": rule})


@dataclass(frozen=True)
class GameDefinition(Generic[B, S, W]):
    """A loaded game; B, S and W are its layouts of board, state and scratch memory.

    Attributes:
        package: The import path of the game's package.
        lesson: The guided first game of `lesson.toml`, or None.
        ladder: The strength of each bot level (`LADDER` in `advice.py`).
        guided: Search parameters for a search with a network (`GUIDED` in `advice.py`), or None to
            use those of `search`.
        suggest: Good moves for learners (`suggest` in `view.py`), by default none.
    """

    package: str
    # Metadata: title, seats, options, version of the rules, stage.
    meta: Meta = _part("meta.py", "META")
    # What the rules read of a board.
    BoardLayout: type[B] = _part("state.py")
    # A state of a game, with at least `turn`, `seats` and `rules`.
    StateLayout: type[S] = _part("state.py")
    # Working memory of the rules, which is not part of a state.
    ScratchLayout: type[W] = _part("state.py")
    # The tables of a board file and the words of the actions.
    build: Build = _part("boards.py")
    codec: MakeCodec = _part("actions.py")
    # What the tables of a board file mean to the board editor.
    board_schema: BoardSchema = _part("boards.py", "LAYOUT")
    # The rules.
    setup: Setup = _part("rules.py", rule=True)
    legal: Legal = _part("rules.py", rule=True)
    weight: Weight = _part("rules.py", rule=True)
    apply: Apply = _part("rules.py", rule=True)
    scores: Scores = _part("rules.py", rule=True)
    ranks: Ranks = _part("rules.py", rule=True)
    redeal: Redeal = _part("rules.py", rule=True)
    # Heuristics for bots.
    evaluate: Evaluate = _part("advice.py", rule=True)
    action_context: ActionContext = _part("advice.py", rule=True)
    action_prior: ActionPrior = _part("advice.py", rule=True)
    # Search parameters of the bots.
    search: SearchParams = _part("advice.py", "SEARCH")
    # The numbers that a network sees, in blocks with a name, a size and a scale.
    observation: tuple[Feature, ...] = _part("observe.py", "OBSERVATION")
    observe: Observe = _part("observe.py", rule=True)
    # What is shown: the view of a seat, in words too, the log, the end of the game.
    view: MakeView = _part("view.py")
    describe: Describe = _part("describe.py")
    sentence: Sentence = _part("log.py")
    redact: Redact = _part("log.py")
    end: DescribeEnd = _part("log.py")
    events: ListEvents = _part("log.py")
    breakdown: Breakdown = _part("log.py")
    # The drawings of the table; one, not the first, is `mine`: what the seat holds.
    drawings: tuple[Drawing, ...] = _part("drawing.py", "DRAWINGS")
    draw: Draw = _part("drawing.py")
    # What must hold after every move, and orders that a seat gives in advance.
    find_violations: FindViolations = _part("invariants.py")
    list_orders: ListOrders = _part("standing_orders.py")
    carry_out: CarryOut = _part("standing_orders.py")
    choose_early: ChooseEarly = _part("standing_orders.py")
    # The guided first game, from `lesson.toml`.
    lesson: Lesson | None = None
    # The strength of each bot level: `LADDER` in `advice.py`.
    ladder: Ladder = Ladder()
    # Search parameters with a network: `GUIDED` in `advice.py`; None: those of `SEARCH`.
    guided: SearchParams | None = None
    # Good moves for learners; a game may leave them out.
    suggest: Suggest = _part("view.py", default=suggest_nothing)

    def search_params(self, guided: bool) -> SearchParams:
        """Return the search parameters, with or without a network."""
        return (self.guided or self.search) if guided else self.search

    @property
    def rules(self) -> dict[str, Callable[..., Any]]:
        """The compiled parts by name; they replace placeholders (core/placeholders.py)."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.metadata.get("rule")}
