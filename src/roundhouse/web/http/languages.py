"""The language of a request: chosen, or as the browser asks."""

from __future__ import annotations

from collections.abc import Mapping

from roundhouse.core.translation import ENGLISH, find_language, is_known

LANGUAGE_COOKIE = "language"
VARY = "Accept-Language, Cookie"
API = "/api/"  # for programs: always in English


def language_of_headers(path: str, headers: Mapping[bytes, bytes]) -> str:
    """Return the language of a request whose user is not known yet."""
    if path.startswith(API):
        return ENGLISH
    chosen = _cookie(headers.get(b"cookie", b""))
    if is_known(chosen):
        return chosen
    preferences = headers.get(b"accept-language")
    return find_language(preferences.decode("latin-1")) if preferences else ENGLISH


def _cookie(header: bytes) -> str:
    """Return the language that the switch on a page has saved."""
    for part in header.split(b";"):
        name, _, value = part.strip().partition(b"=")
        if name == LANGUAGE_COOKIE.encode():
            return value.decode("latin-1").strip('"')
    return ""
