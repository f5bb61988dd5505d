"""Tokens, limits, and the headers that every answer carries (`guard.py` adds them)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time

from roundhouse.web.errors import TooMany

LARGEST_BODY = 2_000_000

# Drawings carry their own styles, hence inline styles; scripts come from our files only. `blob:` is
# a picture that a visitor has opened in the board editor: it is shown, and sent nowhere.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Signer:
    """Session tokens that only this server makes, and form tokens bound to them."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def _sign(self, purpose: str, text: str) -> str:
        made = hmac.new(self._secret, f"{purpose} {text}".encode(), hashlib.sha256)
        return made.hexdigest()[:32]

    def new_token(self) -> str:
        bare = secrets.token_urlsafe(24)
        return f"{bare}.{self._sign('session', bare)}"

    def good(self, token: str) -> bool:
        bare, _, signature = token.partition(".")
        return hmac.compare_digest(self._sign("session", bare).encode(), signature.encode())

    def form_token(self, token: str) -> str:
        """What a form of this session must carry, so that no other site can send it."""
        return self._sign("form", token)

    def good_form(self, token: str, given: str) -> bool:
        return hmac.compare_digest(self.form_token(token).encode(), given.encode())

    @staticmethod
    def key(token: str) -> str:
        """Under which name a session is kept: a stolen database opens no door."""
        return hashlib.sha256(token.encode()).hexdigest()


class Limits:
    """Buckets that leak: `rates` are (how many at once, how many a minute) of each kind."""

    rates: dict[str, tuple[int, float]] = {  # noqa: RUF012 - never written to
        "login": (8, 6),
        "account": (10, 2),
        "people": (20, 12),
        "create": (20, 20),
        "upload": (6, 6),  # of one person,
        "uploads": (12, 12),  # of one address
        "check": (30, 60),  # of a board that is being edited
        "move": (60, 240),
        "hint": (8, 12),
        "notice": (5, 2),  # letters and the like that somebody asks for
        "talk": (10, 30),
    }

    def __init__(self, on: bool) -> None:
        self._on = on
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._lock = threading.Lock()

    def take(self, kind: str, who: str) -> None:
        """Count one; raises TooMany when it is one too many."""
        if not self._on:
            return
        most, rate = self.rates[kind]
        now = time.monotonic()
        with self._lock:
            level, since = self._buckets.get((kind, who), (0.0, now))
            level = max(0.0, level - (now - since) * rate / 60)
            if level + 1 > most:
                wait = int((level + 1 - most) * 60 / rate) + 1
                raise TooMany(f"Too many at once; try again in {wait} s.", wait)
            self._buckets[kind, who] = (level + 1, now)
            if len(self._buckets) > 20_000:
                self._forget(now)

    def give_back(self, kind: str, who: str) -> None:
        """What was counted need not have been."""
        with self._lock:
            if (kind, who) in self._buckets:
                level, since = self._buckets[kind, who]
                self._buckets[kind, who] = (max(0.0, level - 1), since)

    def _forget(self, now: float) -> None:
        for key, (level, since) in list(self._buckets.items()):
            if level <= (now - since) * self.rates[key[0]][1] / 60:
                del self._buckets[key]
