"""What a worker gets to think about: never the true state, but one that its seat could imagine."""

from __future__ import annotations

import random
from dataclasses import dataclass

from roundhouse.play.perspective import imagine
from roundhouse.web.tables.table import Table
from roundhouse.web.tables.tables import Tables
from roundhouse.web.tempo import FORCED, USUAL, Decision, Tempo, luck


@dataclass(frozen=True)
class Job:
    """A position of a match, for a worker."""

    table: str
    ply: int
    entries: int  # of the match: they only ever grow, so the answer is for this position alone
    seat: int
    level: str
    game: str
    rules: int
    options: dict[str, str]
    board: str  # a digest, or empty for the game's own
    state: bytes = b""
    host: str = ""  # at whose expense it is thought about
    awaited: bool = False  # whether somebody sits there and waits
    only: str = ""  # the move, where there is but one and the others cannot know that
    tempo: Tempo = USUAL
    decision: Decision = FORCED


def bot_job(tables: Tables, table: Table) -> Job | None:
    """What the bot that is to act should think about; None if no bot is."""
    seat = table.thinking
    return None if seat is None else position_job(tables, table, table.chairs[seat].level)


def is_current(job: Job, table: Table) -> bool:
    """Whether a bot's answer to this may still be played. A table can be at the same ply with the
    same seat to act and yet be elsewhere: after an undo and another move."""
    return (
        table.thinking == job.seat
        and len(table.match.entries) == job.entries
        and table.chairs[job.seat].level == job.level
    )


def position_job(tables: Tables, table: Table, level: str = "") -> Job:
    """The position as the seat to act may imagine it."""
    seat, row = table.match.state.turn, table.row
    imagined = imagine(table.match.state, seat, tables.rng)
    actions = table.match.state.legal()
    forced = len(actions) == 1 and table.game.meta.secrets
    return Job(
        table.id,
        table.match.ply,
        len(table.match.entries),
        seat,
        level,
        row["game"],
        row["rules"],
        dict(row["options"]),
        row["board"],
        imagined.pack(),
        host=row["host"],
        awaited=bool(table.people()),
        only=table.game.text(actions[0]) if forced else "",
        tempo=table.tempo,
        decision=_decision(table),
    )


def _decision(table: Table) -> Decision:
    """What everybody can tell of what the seat to act has to decide: where there are secrets, how
    many choices a spectator would think it has."""
    state, ply, secrets = table.match.state, table.match.ply, table.game.meta.secrets
    drawn = luck(table.id, ply)
    if secrets:
        state = state.redeal(None, random.Random(drawn))
    goes_on = ply > 0 and table.match.line[ply - 1].entry.seat == state.turn
    return Decision(len(state.legal()), goes_on, secrets, drawn)
