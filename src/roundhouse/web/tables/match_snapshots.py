"""Snapshots of a match: which ones are valid, and when to take the next.

A snapshot has a seal, a digest of the rules' source code, the board, the options, all entries up
to it, and the state. A snapshot with a wrong seal is ignored and replaced: the entries are
authoritative.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.backends.compile_cache import sources_digest
from roundhouse.core.game import Game
from roundhouse.play.match import Anchor, Entry, Match
from roundhouse.web.storage.database import Database
from roundhouse.web.storage.schema import snapshots

log = logging.getLogger("roundhouse.web")

EVERY = 50  # plies


class StoredSnapshot(NamedTuple):
    """A snapshot row. `seal` is a digest of the rules, the entries and the state."""

    entries: int
    ply: int
    state: bytes
    seal: str


def load_snapshots(database: Database, table: str) -> list[StoredSnapshot]:
    """Return all snapshots of a match, ordered by ply."""
    columns = (snapshots.c.entries, snapshots.c.ply, snapshots.c.state, snapshots.c.seal)
    rows = select(*columns).where(snapshots.c.table_id == table).order_by(snapshots.c.ply)
    with database.reading() as db:
        return [
            StoredSnapshot(entries, ply, bytes(state), seal)
            for entries, ply, state, seal in db.execute(rows)
        ]


def save_snapshots(db: Connection, table: str, states: Iterable[StoredSnapshot]) -> None:
    """Save snapshots and replace those of the same plies."""
    rows = [{"table_id": table, **one._asdict()} for one in states]
    if not rows:
        return
    same = snapshots.c.ply.in_([row["ply"] for row in rows])
    db.execute(delete(snapshots).where(snapshots.c.table_id == table, same))
    db.execute(insert(snapshots), rows)


class MatchSnapshots:
    """The snapshots in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def anchors(self, table: str, game: Game, entries: Sequence[Entry]) -> list[Anchor]:
        """Return the valid snapshots of a match."""
        stored = {one.entries: one for one in load_snapshots(self._database, table)}
        if not stored:
            return []
        anchors = []
        for number, chain in enumerate(_chain(game, entries), 1):
            one = stored.get(number)
            if one is not None and one.seal == _seal(chain, one.ply, one.state):
                anchors.append(Anchor(one.entries, one.ply, one.state))
        return anchors

    def due(self, match: Match) -> list[StoredSnapshot]:
        """Return the snapshots to store with the next change, usually none."""
        last = match.anchors[-1].ply if match.anchors else 0
        if match.ply - last < EVERY:
            return []
        return list(_sealed(match, [match.anchor()]))

    def rebuild(self, table: str, match: Match) -> None:
        """Store missing snapshots of a match that took long to load.

        A failure to write them is logged and ignored; the next load tries again.
        """
        last = match.anchors[-1].ply if match.anchors else 0
        if match.ply - last < 2 * EVERY:
            return
        result = _missing(match)
        try:
            with self._database.writing() as db:
                save_snapshots(db, table, _sealed(match, result))
        except SQLAlchemyError as error:
            log.info("table %s: no snapshots yet: %s", table, str(error).partition("\n")[0])
            return
        match.anchors = sorted({a.ply: a for a in (*match.anchors, *result)}.values(), key=_ply)


def _ply(anchor: Anchor) -> int:
    return anchor.ply


def _missing(match: Match) -> list[Anchor]:
    """Return anchors at every `EVERY` plies after the last one.

    Only plies whose entries were not undone later qualify.
    """
    last = match.anchors[-1].ply if match.anchors else 0
    expected = set(range(last + EVERY, match.ply, EVERY))
    standing = {id(result.entry): ply + 1 for ply, result in enumerate(match.line)}
    return [
        Anchor(number, standing[id(entry)], match.packed_at(standing[id(entry)]))
        for number, entry in enumerate(match.entries, 1)
        if standing.get(id(entry)) in expected
    ]


def _sealed(match: Match, anchors: Iterable[Anchor]) -> Iterator[StoredSnapshot]:
    by_number = {anchor.entries: anchor for anchor in anchors}
    for number, chain in enumerate(_chain(match.game, match.entries), 1):
        anchor = by_number.get(number)
        if anchor is not None:
            seal = _seal(chain, anchor.ply, anchor.state)
            yield StoredSnapshot(anchor.entries, anchor.ply, anchor.state, seal)


def _chain(game: Game, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a digest per entry of everything its state depends on."""
    digest = hashlib.sha256(sources_digest(game.definition.package).encode())
    digest.update(f"{game.meta.id} {game.rules} {game.board_file.digest} {game.options}".encode())
    for entry in entries:
        digest.update(f"\n{entry.kind} {entry.ply} {entry.seat} {entry.words}".encode())
        yield digest.hexdigest()


def _seal(chain: str, ply: int, state: bytes) -> str:
    return hashlib.sha256(f"{chain} {ply} ".encode() + state).hexdigest()
