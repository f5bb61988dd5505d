"""People: guests by cookie, accounts by name and password."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.exc import IntegrityError

from roundhouse.web.errors import Clash, NotSignedIn, Refusal
from roundhouse.web.names import GUEST, skeleton, tidy_name
from roundhouse.web.passwords import LONGEST, weakness
from roundhouse.web.security import Signer
from roundhouse.web.store.accounts import Accounts, Sessions
from roundhouse.web.store.store import Row, Store

_TRADES = (
    "Brakeman",
    "Conductor",
    "Engineer",
    "Fireman",
    "Porter",
    "Signalman",
    "Surveyor",
    "Switchman",
    "Telegrapher",
    "Trackwalker",
)


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    account: bool


@cache
def _nobodys_password() -> str:
    """What is compared with where there is no account, and never fits: made once a process."""
    return PasswordHasher().hash(secrets.token_hex(8))


class People:
    """Who is who. A session is a token in a cookie (or a header); its hash is what is kept."""

    def __init__(self, store: Store, signer: Signer, sessions: Sessions) -> None:
        self._store, self._signer, self._sessions = store, signer, sessions
        self._accounts = Accounts(store.engine)
        self._accounts.fill(skeleton)
        self._hasher = PasswordHasher()
        self._nobody = _nobodys_password()

    def of_token(self, token: str) -> Person | None:
        """The person of a session; None for a visitor who has not done anything yet."""
        if not token or not self._signer.good(token):
            return None
        row = self._sessions.person(Signer.key(token))
        return None if row is None else _person(row)

    def welcome(self, token: str, name: str = "") -> Person:
        """A new guest, whose session this token becomes."""
        given = tidy_name(name, "")
        if given:
            self._check_free(given, None)
        row: Row = {"id": secrets.token_hex(12), "name": given or self._any_name()}
        self._store.add_person(row, Signer.key(token))
        return Person(row["id"], row["name"], False)

    def rename(self, person: Person, name: str) -> None:
        given = tidy_name(name, person.name)
        self._check_free(given, person.id)
        if not person.account:
            self._store.change_person(person.id, name=given)
            return
        row = self._store.person(person.id)
        login = skeleton(row["login"]) if row is not None else ""
        try:
            self._accounts.rename(person.id, skeleton(given), login, given)
        except IntegrityError:
            raise _taken(given) from None

    def name_at_table(self, person: str, name: str) -> str:
        """A name under which somebody sits down: that of an account is that person's alone."""
        owner = self._accounts.owner(skeleton(name))
        return name if owner in (None, person) else name + GUEST

    def register(self, person: Person, name: str, password: str) -> str:
        """Make a guest's name an account: what was the guest's stays so. The token of a new
        session; whoever knew that of the guest does not know this one."""
        if person.account:
            raise Clash("You have an account already.")
        tidy = tidy_name(name, "")
        if not tidy:
            raise Refusal("Choose a name.")
        weak = weakness(password, tidy)
        if weak:
            raise Refusal(weak)
        self._check_free(tidy, None)
        token = self._signer.new_token()
        try:
            self._accounts.register(
                person.id,
                skeleton(tidy),
                Signer.key(token),
                name=tidy,
                login=tidy.casefold(),
                password=self._hasher.hash(password),
            )
        except IntegrityError:
            raise _taken(tidy) from None
        return token

    def sign_in(
        self, before: Person | None, session: str, name: str, password: str
    ) -> tuple[str, list[str]]:
        """A session for an account, instead of `session` of whoever was here before; a guest's
        games are taken over: (token, tables)."""
        row = self._store.person_of_login(login_of(name))
        kept = row["password"] if row is not None else self._nobody  # takes as long for nobody
        try:
            self._hasher.verify(kept, password[: LONGEST + 1])
        except (VerificationError, InvalidHashError):
            raise NotSignedIn("Name and password do not match.") from None
        if row is None:
            raise NotSignedIn("Name and password do not match.")
        touched: list[str] = []
        if before is not None and not before.account:
            touched = self._store.hand_over(before.id, row["id"])
        elif before is not None:
            self.sign_out(session)
        token = self._signer.new_token()
        self._sessions.begin(Signer.key(token), row["id"])
        return token, touched

    def account_called(self, bones: str) -> str | None:
        """The account whose name looks like this."""
        return self._accounts.owner(bones)

    def check_password(self, person: Person, password: str) -> None:
        """Raise unless it is this account's."""
        row = self._store.person(person.id)
        kept = row["password"] if row is not None and row["password"] else self._nobody
        try:
            self._hasher.verify(kept, password[: LONGEST + 1])
        except (VerificationError, InvalidHashError):
            raise NotSignedIn("That is not your password.") from None

    def set_password(self, person: str, password: str) -> str:
        """Another password for an account, whose sessions all end; the token of a new one."""
        row = self._store.person(person)
        if row is None or row["login"] is None:
            raise NotSignedIn("There is no such account.")
        weak = weakness(password, row["name"])
        if weak:
            raise Refusal(weak)
        self._store.change_person(person, password=self._hasher.hash(password))
        self._sessions.end_all(person)
        token = self._signer.new_token()
        self._sessions.begin(Signer.key(token), person)
        return token

    def sign_out(self, token: str) -> None:
        self._sessions.end(Signer.key(token))

    def sign_out_everywhere(self, person: Person) -> None:
        self._sessions.end_all(person.id)

    def _check_free(self, name: str, person: str | None) -> None:
        if self._accounts.owner(skeleton(name)) not in (None, person):
            raise _taken(name)

    def _any_name(self) -> str:
        while True:
            name = f"{secrets.choice(_TRADES)} {secrets.randbelow(90) + 10}"
            if self._accounts.owner(skeleton(name)) is None:
                return name


def login_of(name: str) -> str:
    """What an account is found by when somebody signs in."""
    return tidy_name(name, "").casefold()


def _taken(name: str) -> Clash:
    return Clash(
        f"Somebody who has an account is called {name}, or nearly so; choose another name. "
        "If it is you, sign in."
    )


def _person(row: Row) -> Person:
    return Person(row["id"], row["name"], row["login"] is not None)
