"""Arguments of the server's own commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from roundhouse.table.commands.arguments import Level
from roundhouse.table.commands.parsing import Between, Description, MaxLength
from roundhouse.web.social.chat import MAX_MESSAGE_CHARS


@dataclass(kw_only=True)
class HintArguments:
    ply: Annotated[int, Description("Ply of the position you decided on")]


@dataclass(kw_only=True)
class ForkArguments:
    ply: Annotated[int, Description("Ply to continue from")]
    seat: Annotated[int, Description("Your seat; bots take the others")]
    level: Level = ""


@dataclass(kw_only=True)
class ChatArguments:
    words: Annotated[
        str,
        MaxLength(2000),
        Description(f"Text of the message; the first {MAX_MESSAGE_CHARS} characters are kept"),
    ]


@dataclass(kw_only=True)
class ReportArguments:
    remark: Annotated[int, Between(0, 2**31), Description("Number of the message")]
    why: Annotated[str, MaxLength(300), Description("Reason for the report")] = ""
