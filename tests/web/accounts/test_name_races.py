"""One guest gets one account name, however many requests arrive at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from sqlalchemy import select
from tests.web.in_process import PASSWORD

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.services import Services
from roundhouse.web.storage.schema import account_names, users

NAMES = ["Ada", "Brunel", "Casey", "Dora", "Elijah", "Fontaine"]

T = TypeVar("T")


def at_once(call: Callable[[str], T], values: Sequence[str]) -> list[T | None]:
    """Call a function for all values at the same moment; a refusal is None."""
    start = threading.Barrier(len(values))

    def run(value: str) -> T | None:
        start.wait()
        try:
            return call(value)
        except RoundhouseError:
            return None

    with ThreadPoolExecutor(len(values)) as threads:
        return list(threads.map(run, values))


def names_of(services: Services) -> set[str]:
    return set(services.storage.database.scalars(select(account_names.c.skeleton)))


@pytest.fixture
def unhashed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the hashing of passwords, so that the requests meet at the database."""
    monkeypatch.setattr("roundhouse.web.accounts.users.hash_password", lambda password: "hash")


def test_guest_registers_one_name(db_services: Services, unhashed: None) -> None:
    guest = db_services.users.create_guest(db_services.signer.new_token())
    tokens = at_once(lambda name: db_services.users.register(guest, name, PASSWORD), NAMES)
    (token,) = [token for token in tokens if token]
    user = db_services.sessions.find_user(token)
    assert user is not None
    assert (user.name, user.account) == (NAMES[tokens.index(token)], True)
    assert len(names_of(db_services)) == 1
    others = [db_services.users.create_guest(db_services.signer.new_token()) for _ in NAMES]
    free = [name for name in NAMES if name != user.name]
    for other, name in zip(others, free, strict=False):
        db_services.users.register(other, name, PASSWORD)


def test_account_keeps_one_new_name(db_services: Services, unhashed: None) -> None:
    guest = db_services.users.create_guest(db_services.signer.new_token())
    token = db_services.users.register(guest, "Zoe", PASSWORD)
    zoe = db_services.sessions.find_user(token)
    assert zoe is not None
    before = names_of(db_services)
    at_once(lambda name: db_services.users.rename(zoe, name), NAMES)
    (name,) = db_services.storage.database.scalars(select(users.c.name))
    assert name in NAMES
    assert len(names_of(db_services)) == len(before) + 1
