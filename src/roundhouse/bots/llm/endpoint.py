"""A client of OpenAI-compatible chat APIs: one request, a deadline, no redirects.

Errors name no address, no body and no key, because they end up in logs and transcripts.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import ssl
import threading
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from roundhouse.bots.llm.readers import Answer, Message
from roundhouse.bots.llm.settings import BYTES_PER_TOKEN, BadModel, LlmSettings, configured_models
from roundhouse.core.errors import RoundhouseError

MAX_BODY_BYTES = 2_000_000
TEMPORARY = {408, 409, 425, 429}  # of the statuses below 500, those worth a retry
HIDDEN = "[key]"


class EndpointError(RoundhouseError):
    """The endpoint did not give an answer."""

    def __init__(self, reason: str, is_temporary: bool = True) -> None:
        super().__init__(reason)
        self.is_temporary = is_temporary


class Endpoint:
    """A model behind an address.

    Args:
        settings: The model and its address.

    Raises:
        BadModel: The environment variable with the API key is not set.
    """

    def __init__(self, settings: LlmSettings) -> None:
        self._settings = settings
        self._key = os.environ.get(settings.key, "") if settings.key else ""
        if settings.key and not self._key:
            raise BadModel(f"set the environment variable {settings.key} to the key of the model")
        self._socket: socket.socket | None = None

    def answer(self, messages: Sequence[Message], seconds: float) -> Answer:
        """Return the model's answer to a conversation.

        Raises EndpointError if there is none within `seconds`, or not of the right form.
        """
        body = {
            "model": self._settings.model,
            "messages": [{"role": each.role, "content": each.text} for each in messages],
            "max_tokens": self._settings.answer,
            "stream": False,
        }
        data = json.dumps(body).encode()
        reply = self._post(data, seconds)
        try:
            text = json.loads(reply)["choices"][0]["message"]["content"] or ""
        except (ValueError, LookupError, TypeError, RecursionError):
            raise EndpointError("the answer is not one of a chat API") from None
        if not isinstance(text, str):
            raise EndpointError("the answer is not text")
        usage = _read_usage(reply)
        return Answer(
            self.hide_key(text),
            usage.get("prompt_tokens", len(data) // BYTES_PER_TOKEN),
            usage.get("completion_tokens", len(text) // BYTES_PER_TOKEN),
        )

    def stop(self) -> None:
        """End a running request, from another thread."""
        current = self._socket
        if current is not None:
            with contextlib.suppress(OSError):  # it has ended by itself
                current.shutdown(socket.SHUT_RDWR)

    def hide_key(self, text: str) -> str:
        """Return a text without the API key, which a server may repeat."""
        return text.replace(self._key, HIDDEN) if self._key else text

    def _post(self, data: bytes, seconds: float) -> bytes:
        parts = urlsplit(self._settings.url)
        connection = _connect(parts.scheme, parts.hostname or "", parts.port, seconds)
        headers = {"Content-Type": "application/json", "Connection": "close"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        # A timeout of the socket alone would start again with each byte.
        alarm = threading.Timer(seconds, self.stop)
        alarm.daemon = True
        alarm.start()
        try:
            connection.connect()
            self._socket = connection.sock
            connection.request("POST", f"{parts.path}/chat/completions", data, headers)
            response = connection.getresponse()
            reply = response.read(MAX_BODY_BYTES + 1)
        except (OSError, http.client.HTTPException) as error:
            raise EndpointError(f"no answer: {type(error).__name__}") from None
        finally:
            alarm.cancel()
            self._socket = None
            connection.close()
        return _check_reply(response, reply)


def check_models() -> None:
    """Check the configured models and that their keys are there, without asking them.

    Raises:
        BadModel: The variable is malformed, or a key is missing.
    """
    for settings in configured_models().values():
        Endpoint(settings)


def _connect(
    scheme: str, host: str, port: int | None, seconds: float
) -> http.client.HTTPConnection:
    if scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=seconds, context=context)
    return http.client.HTTPConnection(host, port, timeout=seconds)


def _check_reply(response: http.client.HTTPResponse, reply: bytes) -> bytes:
    if response.status != http.HTTPStatus.OK:
        is_temporary = response.status >= 500 or response.status in TEMPORARY
        raise EndpointError(f"the server answers with status {response.status}", is_temporary)
    if len(reply) > MAX_BODY_BYTES:
        raise EndpointError("the answer is too long")
    expected = response.getheader("Content-Length")
    if not reply or (expected and expected.isdigit() and len(reply) < int(expected)):
        raise EndpointError("the answer is cut off")
    return reply


def _read_usage(reply: bytes) -> dict[str, int]:
    """Return the numbers of tokens that the server counted."""
    usage: Any = json.loads(reply).get("usage")
    if not isinstance(usage, dict):
        return {}
    return {key: value for key, value in usage.items() if type(value) is int and value >= 0}
