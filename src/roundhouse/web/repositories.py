"""The repositories of a server: the rows of each feature in its database."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.web.accounts.storage import Accounts
from roundhouse.web.boards.storage import Boards
from roundhouse.web.learning.analyses import StoredAnalyses
from roundhouse.web.learning.puzzle_storage import PuzzleTries
from roundhouse.web.notifications.channel_storage import Channels
from roundhouse.web.notifications.outbox import NotificationOutbox
from roundhouse.web.settings import Settings
from roundhouse.web.social.chat import ChatMessages
from roundhouse.web.social.relationships import Relationships
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.storage.lists import TableLists
from roundhouse.web.tables.storage.tables import TableRows
from roundhouse.web.tables.uploaded_records import Records
from roundhouse.web.tournaments.rating_storage import Results
from roundhouse.web.tournaments.storage import TournamentRows


@dataclass(frozen=True)
class Repositories:
    database: Database
    tables: TableRows
    lists: TableLists
    accounts: Accounts
    records: Records
    boards: Boards
    analyses: StoredAnalyses
    puzzles: PuzzleTries
    channels: Channels
    outbox: NotificationOutbox
    relationships: Relationships
    chat: ChatMessages
    results: Results
    tournaments: TournamentRows

    @classmethod
    def build(cls, database: Database, settings: Settings, holder: str) -> Repositories:
        """Connect the repositories whose rows are written in one transaction."""
        outbox = NotificationOutbox(database, holder, settings.notification_delay)
        tournaments, results = TournamentRows(database), Results(database)
        tables = TableRows(database, participants=(outbox, tournaments, results))
        records, boards = Records(database), Boards(database)
        puzzles, channels = PuzzleTries(database), Channels(database)
        relationships, chat = Relationships(database), ChatMessages(database)
        guest_data = (tables, records, boards, channels, relationships, results, chat)
        accounts = Accounts(database, guest_data=(*guest_data, tournaments, puzzles))
        return cls(
            database,
            tables,
            TableLists(database),
            accounts,
            records,
            boards,
            StoredAnalyses(database),
            puzzles,
            channels,
            outbox,
            relationships,
            chat,
            results,
            tournaments,
        )
