"""Hash passwords, and reject those that are easy to guess."""

from __future__ import annotations

import secrets
from base64 import b64encode

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.web.accounts.lookalikes import skeleton
from roundhouse.web.http.gate import Gate, Share

MIN_LENGTH = 10
MAX_LENGTH = 200
MIN_DISTINCT = 5  # different characters

_RUNS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
)
# Common passwords without surrounding digits and punctuation.
_COMMON_WORDS = """
    password passwort passwords passw0rd p@ssword p@ssw0rd pa55word motdepasse contrasena parola
    letmein welcome welcometo iloveyou iloveu trustno trustnoone changeme changeit default secret
    admin administrator root test testing tester guest user login master superman batman dragon
    monkey football baseball basketball princess sunshine shadow michael jennifer jordan harley
    starwars pokemon whatever computer internet charlie daniel thomas ashley jessica freedom
    hello helloworld hallo welkom qwerty qwertz azerty asdf asdfgh zxcvbn zxcvbnm abc abcabc
    roundhouse railway railroad northernpacific unionpacific southernpacific texaspacific
    correcthorsebatterystaple
"""
_COMMON = frozenset(_COMMON_WORDS.split())


def weakness(password: str, name: str) -> str | None:
    """Return why a password is too weak for this account name, or an empty string."""
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        return _(
            "A password must have {least} to {most} characters.", least=MIN_LENGTH, most=MAX_LENGTH
        )
    if len(set(password.casefold())) < MIN_DISTINCT:
        return _("This password is too repetitive. Choose another one.")
    bare = password.casefold().strip("0123456789 !?.,;:_-+*#$%&/()=<>~^|'\"")
    if bare in _COMMON:
        return _("This password is too common. Choose another one.")
    if _is_run(password) or (len(bare) > MIN_DISTINCT and _is_run(bare)):
        return _("This password is a keyboard pattern. Choose another one.")
    own, whole = skeleton(name), skeleton(password)
    if own and own in whole and len(whole) - len(own) < MIN_DISTINCT:
        return _("This password is too similar to your name. Choose another one.")
    return None


def _is_run(password: str) -> bool:
    """Return whether the text is a keyboard pattern, forwards or backwards."""
    text = password.casefold()
    for length in range(1, len(text) // 2 + 1):
        if text == (text[:length] * len(text))[: len(text)]:
            text = text[:length]
            break
    return len(text) < MIN_DISTINCT or any(text in run or text[::-1] in run for run in _RUNS)


MAX_PARALLEL = 2  # in one server process
MAX_WAITING = 14
MAX_BY_ADDRESS = 6  # hashed and waiting; one at a time
QUEUE_SECONDS = 10.0
BUSY = mark("Too many people are signing in right now. Try again in a moment.")


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
