"""Uploaded records: checked, stored, and shown to any number of users."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from sqlalchemy import Connection, insert, select, update

from roundhouse.core.board import BoardFile
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.play.record import Record
from roundhouse.table.continuation import UnfinishedGame
from roundhouse.table.errors import Clash, NotFound
from roundhouse.table.names import fresh_id
from roundhouse.table.replays import Replay
from roundhouse.web.boards.storage import Boards
from roundhouse.web.boards.upload_sandbox import Reader
from roundhouse.web.boards.uploads import check_record_text
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import records
from roundhouse.web.tables.replay_context import LoadedRecord, load_record, replay_of_record
from roundhouse.web.tables.shared_views import SharedDrawnViews

MAX_RECORDS = 100  # of one user


class Records:
    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, record: str) -> Row | None:
        return self._database.row(select(records).where(records.c.id == record))

    def save_record(self, record: str, game: str, text: str, user: str) -> str:
        """Store a record once for each user, and return its id.

        Raises Clash if the user has too many records.
        """
        row = {"id": record, "game": game, "text": text, "person": user}
        mine = select(records.c.id).where(records.c.person == user)
        with self._database.writing() as db:
            record_id = db.scalar(mine.where(records.c.text == text))
            if record_id is not None:
                return str(record_id)
            if len(db.scalars(mine).all()) >= MAX_RECORDS:
                raise Clash(
                    ngettext(
                        "You have uploaded {n} game file, the most that a user can keep here. Open "
                        "it again by its link, or replay the new one at home with "
                        "`roundhouse replay`.",
                        "You have uploaded {n} game files, the most that a user can keep here. "
                        "Open one of them again by its link, or replay the new one at home with "
                        "`roundhouse replay`.",
                        MAX_RECORDS,
                    )
                )
            db.execute(insert(records).values(**row, created=time.time()))
        return record

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        db.execute(update(records).where(records.c.person == guest).values(person=user))


MAX_CACHED_RECORDS = 12  # records in memory
RECORD_LABEL = mark("the record")


class UploadedRecords:
    """The uploaded records; recently used ones are cached.

    The lock protects the cache only. Each viewer has its own engine for reading and drawing.
    """

    def __init__(self, records: Records, boards: Boards, reader: Reader) -> None:
        self._records, self._boards, self._reader = records, boards, reader
        self._lock = threading.Lock()
        self._cache: OrderedDict[str, LoadedRecord] = OrderedDict()

    def save(self, text: str, user: str) -> str:
        """Check and store a record, and return its id.

        Raises BadRecord or BadFile with the line and the reason, or Clash over the quota.
        """
        game = self._check(text, user)
        return self._records.save_record(fresh_id(), game, text, user)

    def read(self, text: str, user: str) -> UnfinishedGame:
        """Check a record without storing it; raise BadRecord or BadFile."""
        self._check(text, user)
        return self._load(text).unfinished

    def _check(self, text: str, user: str) -> str:
        """Check a record and return its game."""
        label = _(RECORD_LABEL)
        check_record_text(text, label)
        saved = self._boards.find(Record.loads(text, label).board)
        board = "" if saved is None else saved["text"]
        return self._reader.record(label, text, board, user)

    def row(self, name: str) -> Row:
        result = self._records.record(name)
        if result is None:
            raise NotFound(_("This record does not exist."))
        return result

    def replay(self, name: str, seat: int | None) -> Replay:
        record = self._find(name)
        return replay_of_record(name, record, record.views.fork(), seat)

    def _load(self, text: str) -> LoadedRecord:
        """Load a stored record."""
        record = Record.loads(text, _(RECORD_LABEL))
        saved = self._boards.find(record.board)
        board = None if saved is None else BoardFile.parse(saved["text"], saved["name"])
        return load_record(record, board, SharedDrawnViews())

    def _find(self, name: str) -> LoadedRecord:
        with self._lock:
            result = self._cache.get(name)
            if result is not None:
                self._cache.move_to_end(name)
                return result
        outcome = self._load(self.row(name)["text"])
        with self._lock:
            result = self._cache.setdefault(name, outcome)
            while len(self._cache) > MAX_CACHED_RECORDS:
                self._cache.popitem(last=False)
        return result
