"""Routes that serialize their response in the thread of the endpoint.

FastAPI runs a plain function in one thread and serializes its result in another. Switching threads
takes longer than most responses.
"""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter
from starlette.requests import Request

from roundhouse.web.http.body_limit import check_json

JSON = "application/json"


class Problem(BaseModel):
    """The reason for an error."""

    detail: str


REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "refused"},
    401: {"model": Problem, "description": "not signed in"},
    403: {"model": Problem, "description": "not yours"},
    404: {"model": Problem, "description": "not found"},
    409: {"model": Problem, "description": "not possible in the current state of the table"},
    413: {"model": Problem, "description": "request body too large"},
    422: {"model": Problem, "description": "invalid or illegal"},
    429: {"model": Problem, "description": "too many requests"},
    503: {"model": Problem, "description": "the server or its database is busy"},
}


class ApiRequest(Request):
    """A request whose JSON has a maximum number of values."""

    async def json(self) -> Any:
        check_json(await self.body())
        return await super().json()


class ApiRoute(APIRoute):
    """A route that limits its JSON and serializes the return value."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        if not inspect.iscoroutinefunction(endpoint):
            endpoint = json_endpoint(endpoint, options.get("status_code") or 200)
        super().__init__(path, endpoint, **options)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            return await handler(ApiRequest(request.scope, request.receive))

        return handle


def api_router() -> APIRouter:
    """Return a FastAPI router for calls of the API."""
    return APIRouter(prefix="/api", route_class=ApiRoute, responses=REFUSED)


def json_response(model: BaseModel, status: int = 200) -> Response:
    return Response(model.model_dump_json(), status, media_type=JSON)


def json_endpoint(endpoint: Callable[..., Any], status: int = 200) -> Callable[..., Any]:
    """Return a function that serializes what `endpoint` returns."""
    returned = typing.get_type_hints(endpoint).get("return", Any)
    if returned is type(None) or (isinstance(returned, type) and issubclass(returned, Response)):
        return endpoint
    adapter = TypeAdapter(returned)

    @functools.wraps(endpoint)
    def respond(*arguments: Any, **named: Any) -> Response:
        return Response(adapter.dump_json(endpoint(*arguments, **named)), status, media_type=JSON)

    return respond
