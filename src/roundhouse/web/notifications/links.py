"""Signed links to unsubscribe, which never expire and allow nothing else."""

from __future__ import annotations

from itsdangerous import BadData, URLSafeTimedSerializer

from roundhouse.table.errors import NotYours
from roundhouse.web.accounts.email_links import STALE

UNSUBSCRIBE = "unsubscribe"


class LinkSigner:
    """Signs and verifies links."""

    def __init__(self, secret: str, site: str) -> None:
        self._serializer = URLSafeTimedSerializer(secret, salt=UNSUBSCRIBE)
        self.site = site.rstrip("/")

    def make(self, channel: str) -> str:
        return str(self._serializer.dumps([channel]))

    def read(self, token: str) -> str:
        """Return the channel of a token; raises NotYours."""
        try:
            (channel,) = self._serializer.loads(token)
        except (BadData, ValueError):
            raise NotYours(STALE) from None
        return str(channel)

    def url(self, path: str) -> str:
        return f"{self.site}{path}"
