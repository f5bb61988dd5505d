"""The users as tables know them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from roundhouse.web.accounts.bot_accounts import BotAccounts
from roundhouse.web.accounts.users import Users
from roundhouse.web.social.relationships import Relationships


@dataclass(frozen=True)
class TablePlayers:
    """Names at tables, and who has blocked whom."""

    users: Users
    bot_accounts: BotAccounts
    relationships: Relationships

    def name_at_table(self, user: str, name: str) -> str:
        return self.users.name_at_table(user, name)

    def blocked_by(self, user: str, others: Iterable[str]) -> bool:
        """A block of a bot account holds for its owner as well, and the other way round."""
        everyone = [name for other in others for name in self._identities(other)]
        return any(self.relationships.blocked_by(name, everyone) for name in self._identities(user))

    def is_bot_account(self, user: str) -> bool:
        return self.users.owner_of(user) is not None

    def check_may_play(self, user: str) -> None:
        if self.is_bot_account(user):
            self.bot_accounts.check_may_play(user)

    def _identities(self, user: str) -> list[str]:
        return [user, *filter(None, [self.users.owner_of(user)])]
