"""A call of the API, answered by the thread that does its work.

FastAPI would send a plain function to one thread and put its answer into words in another; a
thread's turn costs more than most answers take to make.
"""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable
from typing import Any

from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter

JSON = "application/json"


class Call(APIRoute):
    """A route whose function gives back what its annotation says; described from that, as ever."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        said = typing.get_type_hints(endpoint).get("return", Any)
        plain = not inspect.iscoroutinefunction(endpoint)
        silent = said is type(None) or (isinstance(said, type) and issubclass(said, Response))
        if plain and not silent:
            endpoint = _answering(endpoint, TypeAdapter(said), more.get("status_code") or 200)
        super().__init__(path, endpoint, **more)


def in_words(made: BaseModel, status: int = 200) -> Response:
    return Response(made.model_dump_json(), status, media_type=JSON)


def _answering(
    endpoint: Callable[..., Any], words: TypeAdapter[Any], status: int
) -> Callable[..., Any]:
    @functools.wraps(endpoint)
    def answer(*given: Any, **named: Any) -> Response:
        return Response(words.dump_json(endpoint(*given, **named)), status, media_type=JSON)

    return answer
