"""A chat API on loopback whose answers are scripted."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]


class ScriptedEndpoint:
    """The address of the server, and the requests that it got."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []


@contextmanager
def serve(script: Script) -> Iterator[ScriptedEndpoint]:
    """Serve a script until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.requests.append(body)
            endpoint.keys.append(self.headers.get("Authorization"))
            with suppress(OSError):  # the client has left
                script(self, body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    endpoint = ScriptedEndpoint(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def send(handler: BaseHTTPRequestHandler, data: bytes, status: int = 200) -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


def chat(text: str | None, usage: bool = True) -> bytes:
    reply: dict[str, Any] = {"choices": [{"message": {"role": "assistant", "content": text}}]}
    if usage:
        reply["usage"] = {"prompt_tokens": 100, "completion_tokens": 7}
    return json.dumps(reply).encode()


def first_move(body: dict[str, Any]) -> str:
    """Return the first move that a prompt lists."""
    moves = re.findall(r"^- `([^`]+)`: ", body["messages"][1]["content"], re.M)
    return moves[0] if moves else "lay fargo"


def well(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
    send(handler, chat(f"Let me think.\n**Move:** `{first_move(body)}`"))


def badly(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
    send(handler, chat("Move: lay oz"))


def badly_once(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
    """Answer well after an explanation."""
    if len(body["messages"]) > 2:
        well(handler, body)
    else:
        badly(handler, body)


def slowly(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
    """Send a byte at a time, so that no single wait is long."""
    handler.send_response(200)
    handler.end_headers()
    for _ in range(200):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.05)


def never(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
    time.sleep(3)


def replies(*answers: tuple[int, bytes]) -> Script:
    """Send these answers in turn, the last one from then on."""
    rest = list(answers)

    def script(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        status, data = rest.pop(0) if len(rest) > 1 else rest[0]
        send(handler, data, status)

    return script
