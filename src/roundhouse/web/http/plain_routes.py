"""Plain Starlette routes, for the requests that a server gets most.

They cost less than FastAPI's routes and are matched before them. FastAPI only describes them in the
OpenAPI document, from the signature by which their path and query are parsed.

All routes of the API serialize their response in the thread of the endpoint. FastAPI runs a plain
function in one thread and serializes its result in another, which takes longer than most responses.
"""

from __future__ import annotations

import functools
import inspect
import re
import typing
from collections.abc import Callable, Coroutine, Mapping
from json import JSONDecodeError
from typing import Any, NamedTuple, TypeVar

from fastapi import APIRouter
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundhouse.core.translation import translate as _
from roundhouse.web.http.body_limit import check_json
from roundhouse.web.http.request_context import RequestContext
from roundhouse.web.http.threads import run_at_table

JSON = "application/json"
JSON_TYPE = re.compile(r" *application/(?:[^; ]+\+)?json *(?:;|$)", re.IGNORECASE)
Handler = TypeVar("Handler", bound=Callable[..., Any])


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


class LimitedRequest(Request):
    """A request whose JSON has a maximum number of values."""

    async def json(self) -> Any:
        check_json(await self.body())
        return await super().json()


class LimitedRoute(APIRoute):
    """A route that limits its JSON."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            return await handler(LimitedRequest(request.scope, request.receive))

        return handle


class ApiRoute(LimitedRoute):
    """A route of the API; it serializes the return value."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        if not inspect.iscoroutinefunction(endpoint):
            endpoint = json_endpoint(endpoint, options.get("status_code") or 200)
        super().__init__(path, endpoint, **options)


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


class PlainRoutes:
    """Routes at a table.

    `context_of` returns the context of a request. `described` is a router that serves nothing: it
    describes the routes in the OpenAPI document.
    """

    def __init__(
        self, context_of: Callable[[Request], RequestContext], described: APIRouter | None = None
    ) -> None:
        self._context_of, self._described = context_of, described
        self.routes: list[Route] = []

    def get(self, path: str, **description: Any) -> Callable[[Handler], Handler]:
        """Serve a function of the context, the table and the query, in a thread."""

        def add(handler: Handler) -> Handler:
            parameters = parameters_of(handler)
            respond = json_endpoint(handler)

            async def serve(request: Request) -> Response:
                context = self._context_of(request)
                values = parse_parameters(request, parameters)
                return await run_at_table(values["table"], respond, context, **values)

            self.add("GET", path, serve, handler, **description)
            return handler

        return add

    def add(
        self,
        method: str,
        path: str,
        endpoint: Callable[[Request], Any],
        signature: Callable[..., Any],
        **description: Any,
    ) -> None:
        """Serve `endpoint`; describe it by `signature` and FastAPI's options of a route."""
        prefix = self._described.prefix if self._described else ""
        self.routes.append(Route(prefix + path, endpoint, methods=[method]))
        if self._described:
            self._described.add_api_route(path, signature, methods=[method], **description)


class RouteParameter(NamedTuple):
    kind: TypeAdapter[Any]
    is_required: bool


def parameters_of(handler: Callable[..., Any]) -> dict[str, RouteParameter]:
    """Return the parameters of a path and a query: all of a function but `context`."""
    hints = typing.get_type_hints(handler, include_extras=True)
    return {
        name: RouteParameter(TypeAdapter(hints[name]), parameter.default is parameter.empty)
        for name, parameter in inspect.signature(handler).parameters.items()
        if name != "context"
    }


def parse_parameters(request: Request, parameters: Mapping[str, RouteParameter]) -> dict[str, Any]:
    """Return the values of a path and a query, with defaults for those not sent."""
    values: dict[str, Any] = {}
    for name, (kind, is_required) in parameters.items():
        in_path = name in request.path_params
        sent: Mapping[str, Any] = request.path_params if in_path else request.query_params
        place = "path" if in_path else "query"
        if name in sent:
            values[name] = validate(kind, sent[name], place, name)
        elif is_required:
            raise missing(place, name)
    return values


async def read_json(request: Request, kind: TypeAdapter[Any], *, is_required: bool) -> Any:
    """Return the parsed body, or None if it is missing and may be."""
    sent: Any = await request.body()
    if sent and JSON_TYPE.match(request.headers.get("content-type", "")):
        check_json(sent)
        try:
            sent = await request.json()
        except JSONDecodeError as error:
            fault = {"loc": ("body", error.pos), "msg": "JSON decode error"}
            raise RequestValidationError([fault]) from None
        except (ValueError, RecursionError):  # not UTF-8, too many digits, too deep
            raise HTTPException(400, _("There was an error parsing the body")) from None
    if sent == b"":
        if is_required:
            raise missing("body")
        return None
    return validate(kind, sent, "body")


def validate(kind: TypeAdapter[Any], value: Any, *place: str) -> Any:
    """Return a valid value; raise the error that FastAPI would."""
    try:
        return kind.validate_python(value, from_attributes=True)
    except ValidationError as error:
        faults = [{**fault, "loc": (*place, *fault["loc"])} for fault in error.errors()]
        raise RequestValidationError(faults) from None


def missing(*place: str) -> RequestValidationError:
    return RequestValidationError([{"loc": place, "msg": _("Field required")}])
