"""Users: guests by cookie, accounts by name and password."""

from __future__ import annotations

import secrets

from sqlalchemy.exc import IntegrityError

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import Clash, NotSignedIn, Refusal
from roundhouse.table.names import GUEST, tidy_name
from roundhouse.web.accounts.lookalikes import mixes_scripts, skeletons
from roundhouse.web.accounts.passwords import hash_password, is_password, weakness
from roundhouse.web.accounts.sessions import Sessions, Signer, User
from roundhouse.web.accounts.storage import MAX_LOGIN, MAX_SKELETON, Accounts
from roundhouse.web.storage.database import Row

MAX_KNOWN_OWNERS = 10_000  # users whose owner is remembered
HAS_ACCOUNT = mark("You already have an account.")
_TRADES = (
    mark("Brakeman"),
    mark("Conductor"),
    mark("Engineer"),
    mark("Fireman"),
    mark("Porter"),
    mark("Signalman"),
    mark("Surveyor"),
    mark("Switchman"),
    mark("Telegrapher"),
    mark("Trackwalker"),
)


class Users:
    """Users and their names. A session is a token; the database stores its hash."""

    def __init__(self, accounts: Accounts, sessions: Sessions, signer: Signer) -> None:
        self._accounts, self._sessions, self._signer = accounts, sessions, signer
        self._accounts.fill(skeletons)
        self._owners: dict[str, str | None] = {}  # no account changes its owner

    def create_guest(self, token: str, name: str = "") -> User:
        """Create a guest with this session."""
        value = tidy_name(name, "")
        if value:
            self.check_free(value, None)
        row: Row = {"id": secrets.token_hex(12), "name": value or self._random_name()}
        self._accounts.add_user(row, Signer.key(token))
        return User(row["id"], row["name"], False)

    def rename(self, user: User, name: str) -> None:
        value = tidy_name(name, user.name)
        self.check_free(value, user.id)
        if not user.account:
            self._accounts.rename_guest(user.id, value)
            return
        row = self._accounts.find_user(user.id)
        login = skeletons(row["login"]) if row is not None else frozenset()
        try:
            self._accounts.rename(user.id, skeletons(value), login, value)
        except IntegrityError:
            raise name_taken(value) from None

    def name_at_table(self, user: str, name: str) -> str:
        """Return a name for a seat; the name of an account is reserved for its owner."""
        owners = self._accounts.owners(skeletons(name))
        is_honest = user in owners if owners else not mixes_scripts(name)
        return name if is_honest else name + GUEST

    def register(self, user: User, name: str, password: str) -> str:
        """Turn a guest into an account, and return the token of a new session.

        The token of the guest becomes invalid.
        """
        if user.account:
            raise Clash(_(HAS_ACCOUNT))
        tidy = tidy_name(name, "")
        if not tidy:
            raise Refusal(_("Choose a name."))
        weak = weakness(password, tidy)
        if weak:
            raise Refusal(weak)
        self.check_free(tidy, None)
        token = self._signer.new_token()
        try:
            registered = self._accounts.register(
                user.id,
                skeletons(tidy),
                Signer.key(token),
                name=tidy,
                login=login_of(tidy),
                password=hash_password(password),
            )
        except IntegrityError:
            raise name_taken(tidy) from None
        if not registered:  # another request has registered the guest
            raise Clash(_(HAS_ACCOUNT))
        return token

    def sign_in(
        self, before: User | None, session: str, name: str, password: str
    ) -> tuple[str, list[str]]:
        """Start a session for an account; return its token and the transferred tables.

        The new session replaces `session`; a guest's games move to the account.
        """
        row = self._accounts.find_user_by_login(login_of(name))
        saved = row["password"] if row is not None else None
        if not is_password(password, saved) or row is None:
            raise NotSignedIn(_("Wrong name or password."))
        touched: list[str] = []
        if before is not None and not before.account:
            touched = self._accounts.transfer_guest(before.id, row["id"])
        elif before is not None:
            self._sessions.end(session)
        return self._sessions.begin(row["id"]), touched

    def find_account(self, name: str) -> str | None:
        """Return the account with this name, or one whose name looks like it."""
        row = self._accounts.find_user_by_login(login_of(name))
        owners = self._accounts.owners(skeletons(name))
        return str(row["id"]) if row is not None else min(owners, default=None)

    def check_password(self, user: User, password: str) -> None:
        """Raise an error if this is not the password of the account."""
        row = self._accounts.find_user(user.id)
        if not is_password(password, None if row is None else row["password"]):
            raise NotSignedIn(_("Wrong password."))

    def set_password(self, user: str, password: str, link: str) -> str:
        """Set a password with a link from an email; return the token of a new session.

        All other sessions and links end.
        """
        row = self._accounts.find_user(user)
        if row is None or row["login"] is None or row["owner"] is not None:
            raise NotSignedIn(_("This account does not exist."))
        weak = weakness(password, row["name"])
        if weak:
            raise Refusal(weak)
        token, password_hash = self._signer.new_token(), hash_password(password)
        self._accounts.set_password(user, password_hash, Signer.key(token), link)
        return token

    def set_text_mode(self, user: User, is_on: bool) -> None:
        """Show an account's tables in words, or draw them."""
        self._accounts.set_text_mode(user.id, is_on)

    def set_language(self, user: User, language: str) -> None:
        """Choose the language of a user's pages and emails."""
        self._accounts.set_language(user.id, language)

    def owner_of(self, user: str) -> str | None:
        """Return the owner of a bot account, or None for a person."""
        if user not in self._owners:
            if len(self._owners) >= MAX_KNOWN_OWNERS:
                self._owners.clear()
            row = self._accounts.find_user(user)
            if row is None:
                return None
            self._owners[user] = row["owner"]
        return self._owners[user]

    def check_free(self, name: str, user: str | None) -> None:
        """Raise an error if a name is not one that this user may have."""
        if mixes_scripts(name):
            raise Refusal(
                _("{name} mixes the letters of several alphabets. Use one of them.", name=name)
            )
        folded = skeletons(name)
        if len(login_of(name)) > MAX_LOGIN or max(map(len, folded)) > MAX_SKELETON:
            raise Refusal(_("This name is too long. Choose a shorter one."))
        if self._accounts.owners(folded) - {user}:
            raise name_taken(name)

    def _random_name(self) -> str:
        while True:
            name = f"{_(secrets.choice(_TRADES))} {secrets.randbelow(90) + 10}"
            if not self._accounts.owners(skeletons(name)):
                return name


def login_of(name: str) -> str:
    """Return the key by which an account is found at sign-in."""
    return tidy_name(name, "").casefold()


def name_taken(name: str) -> Clash:
    return Clash(
        _(
            "{name} is too similar to the name of an existing account. Choose another name, or "
            "sign in if the account is yours.",
            name=name,
        )
    )
