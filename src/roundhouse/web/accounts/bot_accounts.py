"""Bot accounts, with which programs play: each has an owner and an API token."""

from __future__ import annotations

import secrets

from sqlalchemy.exc import IntegrityError

from roundhouse.core.translation import translate as _
from roundhouse.table.chairs import HUMAN, OPEN
from roundhouse.table.errors import Clash, NotFound, NotYours, Refusal
from roundhouse.table.names import tidy_name
from roundhouse.web.accounts.lookalikes import skeletons
from roundhouse.web.accounts.sessions import Signer, User
from roundhouse.web.accounts.storage import Accounts
from roundhouse.web.accounts.users import Users, login_of, name_taken
from roundhouse.web.storage.database import Row

MAX_BOTS = 3  # of one owner
MAX_BOT_GAMES = 10  # unfinished games of one bot account
MAX_BOT_INVITATIONS = 10  # that one bot account has not answered


class BotAccounts:
    """The bot accounts of a server."""

    def __init__(self, accounts: Accounts, users: Users) -> None:
        self._accounts, self._users = accounts, users

    def create(self, owner: User, name: str) -> tuple[User, str]:
        """Create a bot account; return it with its token, which is not stored."""
        if not owner.account or owner.is_bot:
            raise NotYours(_("Create an account to own bot accounts."))
        tidy = tidy_name(name, "")
        if not tidy:
            raise Refusal(_("Choose a name."))
        self._users.check_free(tidy, None)
        token = Signer.new_bot_token()
        row: Row = {
            "id": secrets.token_hex(12),
            "name": tidy,
            "login": login_of(tidy),
            "owner": owner.id,
            "token_key": Signer.key(token),
        }
        try:
            added = self._accounts.add_bot(row, skeletons(tidy), MAX_BOTS)
        except IntegrityError:
            raise name_taken(tidy) from None
        if not added:
            raise Clash(_("You already have {n} bot accounts. Delete one first.", n=MAX_BOTS))
        return User(row["id"], tidy, True, owner.id), token

    def list(self, owner: User) -> list[Row]:
        return self._accounts.bots_of(owner.id)

    def find(self, owner: User, bot: str) -> User:
        """Return a bot account of an owner."""
        row = self._accounts.find_user(bot)
        if row is None or row["owner"] != owner.id:
            raise NotFound(_("You have no such bot account."))
        return User(row["id"], row["name"], True, owner.id)

    def renew_token(self, owner: User, bot: str) -> str:
        """Replace the token of a bot account and return the new one."""
        token = Signer.new_bot_token()
        self._accounts.set_bot_token(self.find(owner, bot).id, Signer.key(token))
        return token

    def revoke_token(self, owner: User, bot: str) -> None:
        self._accounts.set_bot_token(self.find(owner, bot).id, None)

    def find_by_name(self, name: str) -> User:
        """Return the bot account with this name."""
        user = self._users.find_account(name)
        row = None if user is None else self._accounts.find_user(user)
        if row is None or row["owner"] is None:
            raise NotFound(_("There is no bot account {name}.", name=repr(name)))
        return User(row["id"], row["name"], True, row["owner"])

    def check_may_play(self, bot: str) -> None:
        """Raise Clash if a bot account has as many unfinished games as it may."""
        if self._accounts.count_tables(bot, HUMAN) >= MAX_BOT_GAMES:
            raise Clash(_("A bot account plays at most {n} games at once.", n=MAX_BOT_GAMES))

    def check_may_be_invited(self, bot: User) -> None:
        """Raise Clash if too many tables wait for a bot account."""
        if self._accounts.count_tables(bot.id, OPEN) >= MAX_BOT_INVITATIONS:
            raise Clash(
                _("{name} has too many invitations already. Try again later.", name=bot.name)
            )


def check_not_bot(user: User) -> None:
    """Raise NotYours for a bot account."""
    if user.is_bot:
        raise NotYours(_("Bot accounts cannot do that."))
