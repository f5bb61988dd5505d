"""Positions for the workers, sampled from what the seat knows.

A worker never gets the true state of a game with secrets.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play.perspective import determinize
from roundhouse.table.bot_delay import FORCED, USUAL, BotDelay, DelayContext, compute_noise
from roundhouse.table.errors import Clash
from roundhouse.table.replays import Replay
from roundhouse.table.service import TableService
from roundhouse.table.table import Table
from roundhouse.web.http.addresses import requester

NO_HINT = mark("No hint is available right now. Try again.")


@dataclass(frozen=True)
class Job:
    """A position of a match for a worker."""

    table: str
    ply: int
    entries: int  # of the match; the number only grows, so it identifies the position
    seat: int
    level: str
    game: str
    rules: int
    options: dict[str, str]
    board: str  # a digest, or empty for the game's own
    state: bytes = b""
    host: str = ""  # the user whose share of the workers is used
    address: str = ""  # of the last request that changed the table; empty: unknown
    awaited: bool = False  # whether a user is waiting for the result
    only: str = ""  # the forced move, in a game with secrets
    bot_delay: BotDelay = USUAL
    decision: DelayContext = FORCED
    reviewed: tuple[int, ...] = ()  # seats of which every decision is analyzed, in this order


def bot_job(tables: TableService, table: Table) -> Job | None:
    """Return the job for the bot whose turn it is, or None."""
    seat = table.bot_to_move
    return None if seat is None else position_job(tables, table, table.chairs[seat].level)


def is_current(job: Job, table: Table) -> bool:
    """Return whether the result of a job may still be played.

    The same ply and seat are not enough: after an undo, another move may have been played.
    """
    return (
        table.bot_to_move == job.seat
        and len(table.match.entries) == job.entries
        and table.chairs[job.seat].level == job.level
    )


def position_job(tables: TableService, table: Table, level: str = "") -> Job:
    """Return a job for the current position, as the seat to move may imagine it."""
    seat, game = table.match.state.turn, table.game
    imagined = determinize(table.match.state, seat, tables.rng)
    actions = table.match.state.legal()
    forced = len(actions) == 1 and table.game.meta.secrets
    return Job(
        table.id,
        table.match.ply,
        len(table.match.entries),
        seat,
        level,
        game.meta.id,
        game.rules,
        dict(game.options),
        table.board,
        imagined.pack(),
        host=table.host,
        awaited=bool(table.seated_users()),
        only=table.game.text(actions[0]) if forced else "",
        bot_delay=table.bot_delay,
        decision=_decision(table),
    )


def hint_job(tables: TableService, table: Table, ply: int) -> Job:
    """Return the job for a hint; raise Clash if hints are not allowed here."""
    if not table.gives_hints:
        raise Clash(
            _("Hints are available only if all your opponents are bots, outside tournaments.")
        )
    if ply != table.match.ply:
        raise Clash(_("The table has just changed. Check the board and try again."))
    return replace(position_job(tables, table), address=requester())


def analysis_job(replay: Replay, user: str, reviewed: Iterable[int]) -> Job:
    """Return the job that analyzes a whole game, for a user if one is known."""
    game = replay.match.game
    return Job(
        replay.source,
        0,
        0,
        0,
        "",
        game.meta.id,
        game.rules,
        dict(game.options),
        replay.board,
        host=user,
        address=requester(),
        reviewed=tuple(reviewed),
    )


def _decision(table: Table) -> DelayContext:
    """Return what every player can tell about the current decision.

    In games with secrets, the number of choices is that of a random redeal.
    """
    state, ply, secrets = table.match.state, table.match.ply, table.game.meta.secrets
    noise = compute_noise(table.id, ply)
    if secrets:
        state = state.redeal(None, random.Random(noise))
    continues = ply > 0 and table.match.line[ply - 1].entry.seat == state.turn
    return DelayContext(len(state.legal()), continues, secrets, noise)
