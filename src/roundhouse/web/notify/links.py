"""Links in letters: signed, so that nobody makes one up, and good for one purpose and time."""

from __future__ import annotations

from itsdangerous import BadData, URLSafeTimedSerializer

from roundhouse.web.errors import NotYours

HOUR = 3600
CONFIRM, UNSUBSCRIBE, RECOVER = "confirm mail", "unsubscribe", "recover"
_LASTS = {CONFIRM: 48 * HOUR, UNSUBSCRIBE: None, RECOVER: HOUR}
STALE = "This link is not good any more. Ask for another."


class Links:
    """Makes and reads them. A link to unsubscribe is good for ever, as it must be."""

    def __init__(self, secret: str, site: str) -> None:
        self._secret, self.site = secret, site.rstrip("/")

    def make(self, purpose: str, *said: str) -> str:
        return str(URLSafeTimedSerializer(self._secret, salt=purpose).dumps(list(said)))

    def read(self, purpose: str, token: str) -> list[str]:
        """What was said in it; raises NotYours."""
        reader = URLSafeTimedSerializer(self._secret, salt=purpose)
        try:
            return [str(part) for part in reader.loads(token, max_age=_LASTS[purpose])]
        except BadData:
            raise NotYours(STALE) from None

    def url(self, path: str) -> str:
        return f"{self.site}{path}"
