"""Signed links in emails, each for one purpose and a limited time."""

from __future__ import annotations

from itsdangerous import BadData, URLSafeTimedSerializer

from roundhouse.table.errors import NotYours

HOUR = 3600
CONFIRM, UNSUBSCRIBE, RECOVER = "confirm mail", "unsubscribe", "recover"
_LASTS = {CONFIRM: 48 * HOUR, UNSUBSCRIBE: None, RECOVER: HOUR}
STALE = "This link has expired or is invalid. Request a new one."


class LinkSigner:
    """Signs and verifies links. Unsubscribe links never expire."""

    def __init__(self, secret: str, site: str) -> None:
        self._secret, self.site = secret, site.rstrip("/")

    def make(self, purpose: str, *values: str) -> str:
        return str(URLSafeTimedSerializer(self._secret, salt=purpose).dumps(list(values)))

    def read(self, purpose: str, token: str) -> list[str]:
        """Return the values of a token; raises NotYours."""
        reader = URLSafeTimedSerializer(self._secret, salt=purpose)
        try:
            return [str(part) for part in reader.loads(token, max_age=_LASTS[purpose])]
        except BadData:
            raise NotYours(STALE) from None

    def url(self, path: str) -> str:
        return f"{self.site}{path}"
