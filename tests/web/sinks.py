"""Destinations for notifications: a mail server and an HTTP endpoint."""

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
from tests.web.conftest import TIMEOUT_S, find_free_port


@dataclass
class MailSink:
    """A mail server that rejects `rejections_left` emails and saves the others."""

    port: int = field(default_factory=find_free_port)
    messages: list[EmailMessage] = field(default_factory=list)
    rejections_left: int = 0
    attempts: int = 0

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.attempts += 1
        if self.rejections_left > 0:
            self.rejections_left -= 1
            return "451 try again later"
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.messages.append(message)
        return "250 OK"


@contextmanager
def mail_sink() -> Iterator[MailSink]:
    result = MailSink()
    controller = Controller(result, hostname="127.0.0.1", port=result.port, ready_timeout=TIMEOUT_S)
    controller.start()
    try:
        yield result
    finally:
        controller.stop()


@dataclass
class HookSink:
    """An HTTP endpoint that saves path, headers and body of each POST request."""

    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    status: int = 200  # of the responses
    headers: dict[str, str] = field(default_factory=dict)
    port: int = 0

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def bodies(self) -> list[Any]:
        return [json.loads(body) for _, _, body in self.requests]


@contextmanager
def hook_sink() -> Iterator[HookSink]:
    result = HookSink()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            result.requests.append(
                (self.path, {k.lower(): v for k, v in self.headers.items()}, body)
            )
            self.send_response(result.status)
            for name, value in result.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    result.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield result
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def eventually(condition: Callable[[], Any], seconds: float = TIMEOUT_S) -> Any:
    """Wait until a condition is true and return its value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.02)
    raise AssertionError("the condition never became true")
