"""Hash and verify passwords, a few at a time: each takes 64 MiB and all cores."""

from __future__ import annotations

import secrets
from base64 import b64encode

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from roundhouse.web.accounts.passwords import MAX_LENGTH
from roundhouse.web.http.gate import Gate, Share

MAX_PARALLEL = 2  # in one server process
MAX_WAITING = 14
MAX_BY_ADDRESS = 6  # hashed and waiting; one at a time
QUEUE_SECONDS = 10.0
BUSY = "Too many people are signing in right now. Try again in a moment."


def _random_base64(size: int) -> str:
    return b64encode(secrets.token_bytes(size)).rstrip(b"=").decode()


hasher = PasswordHasher()
_gate = Gate(MAX_PARALLEL, MAX_WAITING, QUEUE_SECONDS, BUSY, address=Share(1, MAX_BY_ADDRESS))


def _unusable_hash() -> str:
    """Return a hash that no password matches and that takes as long to verify."""
    return (
        f"$argon2id$v=19$m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
        f"${_random_base64(hasher.salt_len)}${_random_base64(hasher.hash_len)}"
    )


def hash_password(password: str) -> str:
    """Return the hash of a password; raises Full."""
    with _gate.enter():
        return hasher.hash(password)


def is_password(password: str, saved: str | None) -> bool:
    """Return whether a password has this hash; raises Full.

    Without a hash this takes as long, so that no one can tell which accounts exist.
    """
    with _gate.enter():
        try:
            return hasher.verify(saved or _unusable_hash(), password[: MAX_LENGTH + 1])
        except (VerificationError, InvalidHashError):
            return False
