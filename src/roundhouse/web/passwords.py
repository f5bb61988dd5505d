"""Which passwords are too easy to guess."""

from __future__ import annotations

from roundhouse.web.names import skeleton

SHORTEST = 10
LONGEST = 200
FEWEST_LETTERS = 5  # different ones

_RUNS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
)
# What is left of the commonest passwords when the digits and signs around them are taken off.
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
    """Why a password is not good enough for the account of this name, if it is not."""
    if not SHORTEST <= len(password) <= LONGEST:
        return f"A password has {SHORTEST} to {LONGEST} characters."
    if len(set(password.casefold())) < FEWEST_LETTERS:
        return "This password repeats itself too much; choose another."
    bare = password.casefold().strip("0123456789 !?.,;:_-+*#$%&/()=<>~^|'\"")
    if bare in _COMMON:
        return "This password is one of the first that would be tried; choose another."
    if _is_run(password) or (len(bare) > FEWEST_LETTERS and _is_run(bare)):
        return "This password is a row of keys; choose another."
    own, whole = skeleton(name), skeleton(password)
    if own and own in whole and len(whole) - len(own) < FEWEST_LETTERS:
        return "This password is hardly more than your name; choose another."
    return None


def _is_run(password: str) -> bool:
    """Whether it is keys in a row, forwards or backwards, once or over again."""
    text = password.casefold()
    for length in range(1, len(text) // 2 + 1):
        if text == (text[:length] * len(text))[: len(text)]:
            text = text[:length]
            break
    return len(text) < FEWEST_LETTERS or any(text in run or text[::-1] in run for run in _RUNS)
