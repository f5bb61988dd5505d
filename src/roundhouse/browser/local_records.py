"""Records that the user has opened on this device."""

from __future__ import annotations

import time
from functools import lru_cache

from roundhouse.browser.documents import Document, Documents
from roundhouse.browser.local_games import LocalGames
from roundhouse.core.board import BoardFile
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play.record import Record
from roundhouse.table.continuation import UnfinishedGame
from roundhouse.table.errors import NotFound
from roundhouse.table.names import fresh_id
from roundhouse.table.presentation.match_views import DrawnViewCache
from roundhouse.table.replays import Replay
from roundhouse.web.boards.upload_worker import read_record
from roundhouse.web.boards.uploads import check_record_text
from roundhouse.web.tables.replay_context import LoadedRecord, load_record, replay_of_record

LABEL = mark("the record")


class LocalRecords:
    """The records; recently used ones stay in memory."""

    def __init__(self, documents: Documents, games: LocalGames) -> None:
        self._documents, self._games = documents, games
        self._load = lru_cache(maxsize=4)(self._open_record)

    def save(self, text: str) -> str:
        """Check and store a record, and return its id; raise BadRecord."""
        game = self._check(text)
        name = fresh_id()
        self._documents.put("records", name, {"game": game, "text": text, "created": time.time()})
        return name

    def read(self, text: str) -> UnfinishedGame:
        """Check a record without storing it; raise BadRecord."""
        self._check(text)
        return self._load_text(text).unfinished

    def _check(self, text: str) -> str:
        """Check a record and return its game."""
        check_record_text(text, _(LABEL))
        board = self._board_of(Record.loads(text, _(LABEL)))
        return str(read_record({"name": _(LABEL), "text": text, "board": board})["game"])

    def row(self, name: str) -> Document:
        row = self._documents.get("records", name)
        if row is None:
            raise NotFound(_("This record is not on this device."))
        return row

    def replay(self, name: str, seat: int | None) -> Replay:
        record = self._load(name)
        return replay_of_record(name, record, record.views, seat)

    def _open_record(self, name: str) -> LoadedRecord:
        return self._load_text(self.row(name)["text"])

    def _load_text(self, text: str) -> LoadedRecord:
        record = Record.loads(text, _(LABEL))
        board_text = self._board_of(record)
        board = BoardFile.parse(board_text, _(LABEL)) if board_text else None
        return load_record(record, board, DrawnViewCache())

    def _board_of(self, record: Record) -> str:
        """Return the text of the user's board that a record was played on, or ''."""
        row = self._documents.get("boards", record.board)
        return str(row["text"]) if row else ""
