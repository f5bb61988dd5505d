"""Computer analyses of finished games in the database."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert, select

from roundhouse.web.storage.database import Database
from roundhouse.web.storage.schema import chances


class StoredAnalyses:
    """The winning chances of finished games, by the id of a table or a record."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def chances(self, source: str) -> dict[str, Any] | None:
        result: dict[str, Any] | None = self._database.scalar(
            select(chances.c.data).where(chances.c.source == source)
        )
        return result

    def save_chances(self, source: str, data: Mapping[str, Any]) -> None:
        if self.chances(source) is None:
            with self._database.writing() as db:
                db.execute(insert(chances).values(source=source, data=data, created=time.time()))
