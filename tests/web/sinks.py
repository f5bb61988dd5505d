"""Where notices go in tests: a real mail server and a real HTTP endpoint on the loopback."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from tests.web.conftest import PATIENCE, free_port


@dataclass
class MailSink:
    """Letters as they came in. `refuse`: so many are answered with an error first."""

    port: int = field(default_factory=free_port)
    letters: list[EmailMessage] = field(default_factory=list)
    refuse: int = 0
    tries: int = 0

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.tries += 1
        if self.refuse > 0:
            self.refuse -= 1
            return "451 come back later"
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 taken"


@contextmanager
def mail_sink() -> Iterator[MailSink]:
    made = MailSink()
    controller = Controller(made, hostname="127.0.0.1", port=made.port, ready_timeout=PATIENCE)
    controller.start()
    try:
        yield made
    finally:
        controller.stop()


@dataclass
class HookSink:
    """What was posted: path, headers, body. `status`: what it is answered with."""

    posted: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    port: int = 0

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def bodies(self) -> list[Any]:
        return [json.loads(body) for _, _, body in self.posted]


@contextmanager
def hook_sink() -> Iterator[HookSink]:
    made = HookSink()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            made.posted.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(made.status)
            for name, value in made.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def eventually(true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = true()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it never came to that")
