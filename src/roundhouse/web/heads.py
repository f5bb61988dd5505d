"""What comes before a body, and after it, has an end.

httptools reads a request in half the time that h11 takes; but it keeps whatever is sent as a
header, however long, and h11 does not.
"""

from __future__ import annotations

import asyncio
from typing import Any

LONGEST = 65_536  # bytes without the end of a head, a part of a body or the end of a request
TOO_LONG = "The head of this request is too long."


def bounded(http: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
    """The protocol `http` of a server, with an end to its heads; h11's have one."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:  # where there is no httptools, uvicorn takes h11
        return http
    if not issubclass(http, HttpToolsProtocol):
        return http

    class Bounded(HttpToolsProtocol):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self._aimless = 0

        def data_received(self, data: bytes) -> None:
            self._aimless += len(data)
            super().data_received(data)
            if self._aimless > LONGEST and not self.transport.is_closing():
                self.send_400_response(TOO_LONG)

        def on_headers_complete(self) -> None:
            self._aimless = 0
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            self._aimless = 0
            super().on_body(body)

        def on_message_complete(self) -> None:
            self._aimless = 0
            super().on_message_complete()

    return Bounded
