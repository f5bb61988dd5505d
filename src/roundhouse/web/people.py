"""People: guests by cookie, accounts by name and password."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.exc import IntegrityError

from roundhouse.web.errors import Clash, NotSignedIn, Refusal
from roundhouse.web.names import tidy_name
from roundhouse.web.security import Signer
from roundhouse.web.store.store import Row, Store

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200
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


class People:
    """Who is who. A session is a token in a cookie (or a header); its hash is what is kept."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self._store, self._signer = store, signer
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(8))

    def of_token(self, token: str) -> Person | None:
        """The person of a session; None for a visitor who has not done anything yet."""
        if not token or not self._signer.good(token):
            return None
        row = self._store.person_of_session(Signer.key(token))
        return None if row is None else _person(row)

    def welcome(self, token: str, name: str = "") -> Person:
        """A new guest, whose session this token becomes."""
        given = tidy_name(name, f"{secrets.choice(_TRADES)} {secrets.randbelow(90) + 10}")
        row: Row = {"id": secrets.token_hex(12), "name": given}
        self._store.add_person(row, Signer.key(token))
        return Person(row["id"], given, False)

    def rename(self, person: Person, name: str) -> None:
        self._store.change_person(person.id, name=tidy_name(name, person.name))

    def register(self, person: Person, name: str, password: str) -> None:
        """Make a guest's name an account: what was the guest's stays so."""
        if person.account:
            raise Clash("You have an account already.")
        tidy = tidy_name(name, "")
        if not tidy:
            raise Refusal("Choose a name.")
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise Refusal(f"A password has at least {SHORTEST_PASSWORD} characters.")
        try:
            self._store.change_person(
                person.id, name=tidy, login=tidy.casefold(), password=self._hasher.hash(password)
            )
        except IntegrityError:
            raise Clash(f"Somebody is called {tidy} already; choose another name.") from None

    def sign_in(self, guest: Person | None, name: str, password: str) -> tuple[str, list[str]]:
        """A session for an account, which takes over the guest's games: (token, tables)."""
        row = self._store.person_of_login(tidy_name(name, "").casefold())
        kept = row["password"] if row is not None else self._nobody  # takes as long for nobody
        try:
            self._hasher.verify(kept, password[: LONGEST_PASSWORD + 1])
        except (VerificationError, InvalidHashError):
            raise NotSignedIn("Name and password do not match.") from None
        if row is None:
            raise NotSignedIn("Name and password do not match.")
        touched: list[str] = []
        if guest is not None and not guest.account:
            touched = self._store.hand_over(guest.id, row["id"])
        token = self._signer.new_token()
        self._store.add_session(Signer.key(token), row["id"])
        return token, touched

    def sign_out(self, token: str) -> None:
        self._store.drop_session(Signer.key(token))


def _person(row: Row) -> Person:
    return Person(row["id"], row["name"], row["login"] is not None)
