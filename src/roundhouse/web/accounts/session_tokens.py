"""Session tokens, and the form tokens bound to them."""

from __future__ import annotations

import hashlib
import hmac
import secrets

BOT_TOKEN_PREFIX = "rhbot_"  # so that programs that look for leaked secrets recognize it


class Signer:
    """Signs session tokens, and the form tokens bound to them."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def _sign(self, purpose: str, text: str) -> str:
        result = hmac.new(self._secret, f"{purpose} {text}".encode(), hashlib.sha256)
        return result.hexdigest()[:32]

    def new_token(self) -> str:
        bare = secrets.token_urlsafe(24)
        return f"{bare}.{self._sign('session', bare)}"

    def is_valid(self, token: str) -> bool:
        bare, _, signature = token.partition(".")
        return hmac.compare_digest(self._sign("session", bare).encode(), signature.encode())

    def form_token(self, token: str) -> str:
        """Return the token that forms of this session must carry, against CSRF."""
        return self._sign("form", token)

    def is_valid_form(self, token: str, form_token: str) -> bool:
        return hmac.compare_digest(self.form_token(token).encode(), form_token.encode())

    @staticmethod
    def new_bot_token() -> str:
        """Return a random API token of a bot account."""
        return BOT_TOKEN_PREFIX + secrets.token_urlsafe(32)

    @staticmethod
    def is_bot_token(token: str) -> bool:
        """Return whether a token has the form of a bot account's."""
        return token.startswith(BOT_TOKEN_PREFIX)

    @staticmethod
    def key(token: str) -> str:
        """Return the key of a stored session or token: a stolen database has no tokens."""
        return hashlib.sha256(token.encode()).hexdigest()
