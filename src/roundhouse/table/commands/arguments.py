"""Arguments of commands: the fields of a form, and the body of an API call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from roundhouse.table.commands.parsing import Description, MaxLength

MAX_MOVES = 50  # in one request
Move = Annotated[str, MaxLength(400)]
Level = Annotated[str, MaxLength(60), Description("Name of the bot; empty: the default level")]


@dataclass(kw_only=True)
class NoArguments:
    """A command without arguments."""


@dataclass(kw_only=True)
class MoveArguments:
    ply: Annotated[int, Description("Ply of the position you decided on")]
    move: Move = ""
    moves: Annotated[
        list[Move], MaxLength(MAX_MOVES), Description("Several moves in a row, instead of `move`")
    ] = field(default_factory=list)
    seat: Annotated[int | None, Description("Your seat, if you have several")] = None


@dataclass(kw_only=True)
class UndoArguments:
    ply: Annotated[
        int | None, Description("Undo back to this ply; default: before your last decision")
    ] = None


@dataclass(kw_only=True)
class SeatArguments:
    seat: Annotated[int, Description("Number of the seat")]


@dataclass(kw_only=True)
class BotSeatArguments(SeatArguments):
    level: Level = ""


@dataclass(kw_only=True)
class DaysOffArguments(SeatArguments):
    days: Annotated[int, Description("Number of days")]


@dataclass(kw_only=True)
class OrderArguments(SeatArguments):
    kind: Annotated[str, MaxLength(40), Description("As offered")]
    about: Annotated[str, MaxLength(80), Description("As offered")] = ""
    amount: Annotated[int | None, Description("Amount, if the order takes one")] = None


@dataclass(kw_only=True)
class BotSpeedArguments:
    bot_delay: Annotated[
        str, MaxLength(20), Description("As for a new table; empty: the default")
    ] = ""


@dataclass(kw_only=True)
class CancelOrderArguments(SeatArguments):
    number: Annotated[
        int | None, Description("Number of the order, from 0; default: all orders")
    ] = None


@dataclass(kw_only=True)
class JoinArguments:
    invite: Annotated[
        str, MaxLength(60), Description("The secret at the end of an invitation link")
    ] = ""
    name: Annotated[str, MaxLength(200)] = ""


@dataclass(kw_only=True)
class HintArguments:
    ply: Annotated[int, Description("Ply of the position you decided on")]


@dataclass(kw_only=True)
class ForkArguments:
    ply: Annotated[int, Description("Ply to continue from")]
    seat: Annotated[int, Description("Your seat; bots take the others")]
    level: Level = ""
