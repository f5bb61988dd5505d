"""All commands at a table of a server.

Pages post a form to `/t/{table}/do/{command}`, API clients post JSON to
`/api/tables/{table}/{command}`, and `/docs` describes both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from roundhouse.core.translation import translate as _
from roundhouse.table import replays, seating
from roundhouse.table.commands.arguments import (
    Between,
    Description,
    ForkArguments,
    HintArguments,
    MaxLength,
    NoArguments,
)
from roundhouse.table.commands.registry import (
    CHANCES,
    HINT,
    HINT_SEEKER,
    HOLDER,
    NEW_TABLE,
    PUBLIC,
    TABLE_COMMANDS,
    USERS,
    Command,
    CommandContext,
    Outcome,
)
from roundhouse.table.errors import Clash, NotFound
from roundhouse.table.ports import Player
from roundhouse.table.replays import Replay, replay_of_table
from roundhouse.web.accounts.sessions import User
from roundhouse.web.http.errors import Unplayable
from roundhouse.web.http.request_context import RequestContext
from roundhouse.web.services import Services
from roundhouse.web.social import chat
from roundhouse.web.social.chat import MAX_MESSAGE_CHARS
from roundhouse.web.tables import fair_play
from roundhouse.web.tables.jobs import Job, analysis_job, hint_job
from roundhouse.web.tables.table_storage import OpenTable

CHAT = "chat"  # a result: the messages on a page, the same table in the API


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


class ServerContext(CommandContext):
    """The context of a command on a server; the lock of the table is held."""

    def __init__(self, services: Services, table: OpenTable, user: User | None) -> None:
        super().__init__(services.tables, table, user)
        self.services, self.views = services, table.views


@dataclass(frozen=True, kw_only=True)
class HintOutcome(Outcome):
    """The search that a hint needs."""

    job: Job


def _rematch(context: ServerContext, arguments: NoArguments) -> Outcome:
    """Create one rematch; later requests get the same table."""
    rematch = context.services.rematches.get(context.table.id)
    if rematch is None:
        rematch = seating.rematch(context.tables, context.table, context.me.id)
        context.services.rematches[context.table.id] = rematch
    return Outcome(rematch)


def _hint(context: ServerContext, arguments: HintArguments) -> Outcome:
    services, match = context.services, context.table.match
    job = hint_job(services.tables, context.table, arguments.ply)
    fair_play.check_not_in_progress(
        services.tables, services.storage.lists, context.me.id, match, match.ply
    )
    services.social.results.mark_unrated(context.table.id, "a hint was given")
    return HintOutcome(job=job)


def _fork(context: ServerContext, arguments: ForkArguments) -> Outcome:
    replay = replay_of_table(context.table, context.views, context.me.id, None)
    return Outcome(fork_replay(context.services, replay, context.me, arguments))


def fork_replay(services: Services, replay: Replay, user: Player, arguments: ForkArguments) -> str:
    """Continue from a position of a replay at a new table; return its id."""
    if replay.may_fork and 0 <= arguments.ply <= replay.match.ply:
        fair_play.check_not_in_progress(
            services.tables, services.storage.lists, user.id, replay.match, arguments.ply
        )
    return replays.fork(
        services.tables, replay, user, arguments.ply, arguments.seat, arguments.level
    )


def _analyze(context: ServerContext, arguments: NoArguments) -> None:
    replay = replay_of_table(context.table, context.views, None, None)
    user = context.user.id if context.user else ""
    owners = {chair.seat: chair.user for chair in context.table.chairs if chair.user}
    reviewed = sorted(owners, key=lambda seat: (owners[seat] != user, seat))
    start_analysis(context.services, replay, user, reviewed)


def start_analysis(services: Services, replay: Replay, user: str, reviewed: Iterable[int]) -> None:
    """Start the analysis of a finished game for a user; review some seats in full."""
    if not replay.match.over:
        raise Clash(_("Only finished games can be analyzed."))
    if user:
        fair_play.check_not_in_progress(
            services.tables, services.storage.lists, user, replay.match, replay.match.ply
        )
    job = analysis_job(replay, user, reviewed)
    services.analyses.start(job, replay.match.record().dumps())


def _chat(context: ServerContext, arguments: ChatArguments) -> None:
    chat.post_message(context.services.social.chat, context.table, context.me, arguments.words)
    context.services.watchers.refresh(context.table.id)


def _report(context: ServerContext, arguments: ReportArguments) -> None:
    messages = context.services.social.chat
    chat.find_visible_message(messages, context.table, context.me.id, arguments.remark)
    messages.report(arguments.remark, context.me.id, arguments.why)


_SERVER_COMMANDS: tuple[Command[ServerContext, Any], ...] = (
    Command(
        "rematch",
        "Create a table for a rematch, with the same seats, options and bots.",
        HOLDER,
        NoArguments,
        _rematch,
        result=NEW_TABLE,
        limit="create",
    ),
    Command(
        "hint",
        "Get the moves that the search recommends.",
        HINT_SEEKER,
        HintArguments,
        _hint,
        result=HINT,
        limit="hint",
    ),
    Command(
        "fork",
        "Continue from a position against bots, at a new table. Not possible during games with "
        "secrets or between people.",
        USERS,
        ForkArguments,
        _fork,
        result=NEW_TABLE,
        limit="create",
    ),
    Command(
        "chances",
        "Start the analysis of a finished game: winning chances and better moves.",
        PUBLIC,
        NoArguments,
        _analyze,
        result=CHANCES,
        limit="hint",
    ),
    Command(
        "say",
        "Send a chat message: to the players if you are one, otherwise to the spectators.",
        USERS,
        ChatArguments,
        _chat,
        result=CHAT,
        limit="talk",
    ),
    Command(
        "report",
        "Report a chat message to the host of the table and the operators.",
        USERS,
        ReportArguments,
        _report,
        result=CHAT,
        limit="talk",
    ),
)

ServerCommand = Command[Any, Any]
COMMANDS: dict[str, ServerCommand] = {
    **TABLE_COMMANDS,
    **{command.name: command for command in _SERVER_COMMANDS},
}


def get_command(name: str) -> ServerCommand:
    if name not in COMMANDS:
        raise NotFound(_("This command does not exist."))
    return COMMANDS[name]


def execute(
    context: RequestContext, command: ServerCommand, table: OpenTable, arguments: Any
) -> Outcome:
    """Execute a command for the user of a request; the lock of the table is held."""
    user = context.user if command.permission.is_public else context.require_user()
    return command.execute(ServerContext(context.services, table, user), arguments)


def execute_without_game(context: RequestContext, command: ServerCommand, table: str) -> bool:
    """Execute a command at a table whose game is missing; return False if it is not."""
    if command.name != "close":
        return False
    tables = context.services.tables
    try:
        with tables.at(table):
            return False
    except Unplayable:
        tables.close_broken(table, context.require_user().id)
        return True
