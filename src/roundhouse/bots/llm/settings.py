"""Names and settings of language models.

A name is `llm:MODEL@URL`, with settings after `#`: `llm:qwen3@http://127.0.0.1:8000/v1#seconds=30`.
An API key is never part of a name: `key=VARIABLE` names the environment variable that has it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from roundhouse.core.errors import RoundhouseError

PREFIX = "llm:"
CONFIGURED = "model-"  # before the name of a configured model
VARIABLE = "ROUNDHOUSE_MODELS"
BYTES_PER_TOKEN = 4  # estimates tokens that no server has counted
MAX_SECONDS, MAX_TOKENS, MAX_RETRIES = 3600.0, 10**9, 20
SHORT_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,30}")
VARIABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class BadModel(RoundhouseError, LookupError):
    """The name or the settings of a language model are wrong."""


@dataclass(frozen=True)
class LlmSettings:
    """How a language model is asked.

    Attributes:
        model: The name of the model, as its endpoint knows it.
        url: The address of an OpenAI-compatible API, such as `http://127.0.0.1:8000/v1`.
        seconds: The time for a decision, with all retries.
        answer: The maximum of tokens in an answer.
        tokens: The maximum of tokens in a game, in prompts and answers.
        retries: How often a decision is asked again after an error or an illegal move.
        legal: Whether prompts list the legal moves.
        fallback: The bot that decides when the model does not.
        key: The environment variable with the API key; empty: none is sent.
    """

    model: str
    url: str = ""
    seconds: float = 60.0
    answer: int = 1024
    tokens: int = 5_000_000
    retries: int = 2
    legal: bool = True
    fallback: str = "random"
    key: str = ""


def parse_settings(name: str) -> LlmSettings:
    """Parse a name such as `llm:qwen3@http://127.0.0.1:8000/v1`.

    Settings may follow, as in `#seconds=30:fallback=greedy`. Raises BadModel if it is malformed.
    """
    body, _, words = name.removeprefix(PREFIX).partition("#")
    model, at, url = body.rpartition("@")
    if not name.startswith(PREFIX) or not at or not model or not model.isprintable():
        raise BadModel(f"write a model as llm:MODEL@URL, not {_without_user(name)!r}")
    settings = LlmSettings(model, _check_url(url))
    for word in filter(None, words.split(":")):
        settings = _apply(settings, word)
    return settings


def configured_models() -> dict[str, LlmSettings]:
    """Return the models that the operator has configured, by the names of their bots.

    ROUNDHOUSE_MODELS has them, separated by spaces: `small=llm:qwen3@http://127.0.0.1:8000/v1`.
    Players see the name `model-small` only, never the address.

    Raises:
        BadModel: The variable is malformed.
    """
    models = {}
    for word in os.environ.get(VARIABLE, "").split():
        short, _, name = word.partition("=")
        if not SHORT_NAME.fullmatch(short) or not name:
            raise BadModel(f"in {VARIABLE} write NAME=llm:MODEL@URL, with a name like `small`")
        models[CONFIGURED + short] = parse_settings(name)
    return models


def _check_url(url: str) -> str:
    """Return an address without a final slash; refuse one with a key or a password.

    These would be shown.
    """
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise BadModel("the address of a model is not a URL") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"\s", url):
        raise BadModel("the address of a model must be like http://127.0.0.1:8000/v1")
    if "@" in parts.netloc or parts.query:
        raise BadModel("the address of a model must not contain a key or a password; use key=")
    return url.rstrip("/")


def _apply(settings: LlmSettings, word: str) -> LlmSettings:
    key, _, value = word.partition("=")
    if key in ("answer", "tokens", "retries"):
        number = int(value) if value.isascii() and value.isdigit() else -1
        least, most = (0, MAX_RETRIES) if key == "retries" else (1, MAX_TOKENS)
        if not least <= number <= most:
            raise BadModel(f"`{key}` of a model must be from {least} to {most}")
        changes: dict[str, Any] = {key: number}
        return replace(settings, **changes)
    if key == "seconds":
        try:
            seconds = float(value)
        except ValueError:
            seconds = 0.0
        if not 0.0 < seconds <= MAX_SECONDS:
            raise BadModel(f"`seconds` of a model must be up to {MAX_SECONDS:g}")
        return replace(settings, seconds=seconds)
    if key == "legal" and value in ("0", "1"):
        return replace(settings, legal=value == "1")
    if key == "key" and VARIABLE_NAME.fullmatch(value):
        return replace(settings, key=value)
    if key == "fallback" and value and not value.startswith((PREFIX, CONFIGURED)):
        return replace(settings, fallback=value)
    raise BadModel(
        "settings of a model are seconds=, answer=, tokens=, retries=, legal=0 or 1, fallback=BOT "
        "and key=VARIABLE, separated by colons"
    )


def _without_user(name: str) -> str:
    """Return the beginning of a wrong name, without what may be a password."""
    return name.partition("//")[0][:60]
