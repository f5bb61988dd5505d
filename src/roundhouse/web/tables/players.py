"""The users as tables know them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from roundhouse.web.accounts.users import Users
from roundhouse.web.social.relationships import Relationships


@dataclass(frozen=True)
class TablePlayers:
    """Names at tables, and who has blocked whom."""

    users: Users
    relationships: Relationships

    def name_at_table(self, user: str, name: str) -> str:
        return self.users.name_at_table(user, name)

    def blocked_by(self, user: str, others: Iterable[str]) -> bool:
        return self.relationships.blocked_by(user, others)
