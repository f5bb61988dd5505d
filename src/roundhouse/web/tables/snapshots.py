"""Which snapshots of a match are to be believed, and when another is due.

A snapshot carries a seal: a digest of the code of the rules, of the board and the options, of all
entries up to it, and of the state itself. One whose seal does not fit (another release wrote it,
an entry was changed, its bytes are damaged) is passed over, and made again.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.game import Game
from roundhouse.core.rule import sources_digest
from roundhouse.play.match import Anchor, Entry, Match
from roundhouse.web.store import snapshots as rows
from roundhouse.web.store.snapshots import Kept
from roundhouse.web.store.store import Store

log = logging.getLogger("roundhouse.web")

EVERY = 50  # plies


class Snapshots:
    """The snapshots of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def anchors(self, table: str, game: Game, entries: Sequence[Entry]) -> list[Anchor]:
        """Those of a match that are to be believed."""
        found = {one.entries: one for one in rows.kept(self._store.engine, table)}
        if not found:
            return []
        good = []
        for number, chain in enumerate(_chain(game, entries), 1):
            one = found.get(number)
            if one is not None and one.seal == _seal(chain, one.ply, one.state):
                good.append(Anchor(one.entries, one.ply, one.state))
        return good

    def due(self, match: Match) -> list[Kept]:
        """What is to be kept with the next change of a match: as a rule nothing."""
        last = match.anchors[-1].ply if match.anchors else 0
        if match.ply - last < EVERY:
            return []
        return list(_sealed(match, [match.anchor()]))

    def rebuild(self, table: str, match: Match) -> None:
        """Make those that are missing of a match that had to be played from far back: it has been
        read, and the next time it is read quicker. If they cannot be written now, then later."""
        last = match.anchors[-1].ply if match.anchors else 0
        if match.ply - last < 2 * EVERY:
            return
        made = _missing(match)
        try:
            with self._store.writing() as db:
                rows.keep(db, table, _sealed(match, made))
        except SQLAlchemyError as error:
            log.info("table %s: no snapshots yet: %s", table, str(error).partition("\n")[0])
            return
        match.anchors = sorted({a.ply: a for a in (*match.anchors, *made)}.values(), key=_ply)


def _ply(anchor: Anchor) -> int:
    return anchor.ply


def _missing(match: Match) -> list[Anchor]:
    """An anchor at every so many plies after the last there is, where the moves that stand were
    not yet followed by anything that was taken back."""
    last = match.anchors[-1].ply if match.anchors else 0
    wanted = set(range(last + EVERY, match.ply, EVERY))
    standing = {id(made.entry): ply + 1 for ply, made in enumerate(match.line)}
    return [
        Anchor(number, standing[id(entry)], match.packed_at(standing[id(entry)]))
        for number, entry in enumerate(match.entries, 1)
        if standing.get(id(entry)) in wanted
    ]


def _sealed(match: Match, anchors: Iterable[Anchor]) -> Iterator[Kept]:
    by_number = {anchor.entries: anchor for anchor in anchors}
    for number, chain in enumerate(_chain(match.game, match.entries), 1):
        anchor = by_number.get(number)
        if anchor is not None:
            seal = _seal(chain, anchor.ply, anchor.state)
            yield Kept(anchor.entries, anchor.ply, anchor.state, seal)


def _chain(game: Game, entries: Iterable[Entry]) -> Iterator[str]:
    """For each entry a digest of everything that its state depends on."""
    digest = hashlib.sha256(sources_digest(game.room.package).encode())
    digest.update(f"{game.meta.id} {game.rules} {game.board_file.digest} {game.options}".encode())
    for entry in entries:
        digest.update(f"\n{entry.kind} {entry.ply} {entry.seat} {entry.words}".encode())
        yield digest.hexdigest()


def _seal(chain: str, ply: int, state: bytes) -> str:
    return hashlib.sha256(f"{chain} {ply} ".encode() + state).hexdigest()
