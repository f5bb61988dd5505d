"""The express: what is asked of tables again and again, on a shorter way than the rest.

A request that is plainly in order (a table's address, numbers that are numbers, a body that fits)
goes straight to the function that answers it. Whatever is not, goes the long way through FastAPI,
which says in words what is wrong with it; which also describes these calls in the documentation.
Nothing can be asked here that cannot be asked there, and the functions are the same.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from roundhouse.web.api.caller import Caller, EyesQuery, PlyQuery, SeatQuery, caller
from roundhouse.web.api.route import JSON, Call
from roundhouse.web.guard import App, Message, Receive, Scope, Send
from roundhouse.web.threads import in_thread
from roundhouse.web.turns import Turns
from roundhouse.web.visit import Looking, Visit, visit

Refuse = Callable[[Request, Exception], Awaitable[Response]]
Key = tuple[str, str, str]  # method, what comes before the table's id, and what after it

PLACES = ("/api/tables/", "/t/")
TABLE = re.compile("[a-z0-9]{1,16}")
NUMBER = re.compile("-?[0-9]{1,9}")
NUMBERS: tuple[Any, ...] = (SeatQuery, EyesQuery, PlyQuery, int | None)
WHO: dict[Any, Callable[[Request], Visit]] = {Caller: caller, Looking: visit}


@dataclass(frozen=True)
class Stop:
    """A function that answers: `who` finds who asks; it takes some numbers from the query and, if
    there is one, a body."""

    answer: Callable[..., Any]
    who: Callable[[Request], Visit]
    waits: bool  # a coroutine function; others are called in a thread
    numbers: frozenset[str]
    body: TypeAdapter[Any] | None

    async def asked(
        self, request: Request, table: str, given: dict[str, Any], turns: Turns
    ) -> Response:
        who = self.who(request)
        if not self.waits:
            async with turns.at(table):
                return await in_thread(self.answer, who, table, **given)
        made: Response = await self.answer(who, table, **given)
        return made


class Express:
    """Around the app. `refuse` are the app's own answers to errors, by their kinds."""

    def __init__(
        self, app: App, stops: Mapping[Key, Stop], refuse: Mapping[type[Exception], Refuse]
    ) -> None:
        self._app, self._stops, self._refuse = app, stops, refuse
        self._errors = tuple(refuse)
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        stop, table = self._find(scope)
        given = None if stop is None else _numbers(scope["query_string"], stop.numbers)
        if stop is None or given is None:
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            if stop.body is not None:
                body = await request.body()
                read = _read(request, stop.body, body)
                if read is None:
                    await self._app(scope, _again(body, receive), send)
                    return
                given["given"] = read
            answer = await stop.asked(request, table, given, self._turns)
        except self._errors as error:
            kind = next(kind for kind in type(error).__mro__ if kind in self._refuse)
            answer = await self._refuse[kind](request, error)
        await answer(scope, receive, send)

    def _find(self, scope: Scope) -> tuple[Stop | None, str]:
        if scope["type"] == "http" and not scope.get("root_path"):
            path: str = scope["path"]
            for before in PLACES:
                if path.startswith(before):
                    table, slash, after = path[len(before) :].partition("/")
                    if TABLE.fullmatch(table) and bool(slash) == bool(after):
                        return self._stops.get((scope["method"], before, after)), table
        return None, ""


def _numbers(query: bytes, names: frozenset[str]) -> dict[str, Any] | None:
    """The numbers of a query; None if there is anything else in it."""
    if not query:
        return {}
    found: dict[str, Any] = {}
    for part in query.decode("latin-1").split("&"):
        name, _, value = part.partition("=")
        if name not in names or name in found or not NUMBER.fullmatch(value):
            return None
        found[name] = int(value)
    return found


def _read(request: Request, body: TypeAdapter[Any], sent: bytes) -> Any:
    """What a body says; None if it does not fit."""
    if request.headers.get("content-type") != JSON:
        return None
    try:
        return body.validate_json(sent)
    except ValidationError:
        return None


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, for somebody else to read."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def read() -> Message:
        return left.pop() if left else await receive()

    return read


def stops(routes: Iterable[Any], prefix: str = "") -> dict[Key, Stop]:
    """Those of the routes that the express can serve."""
    found: dict[Key, Stop] = {}
    for route in routes:
        before, place, after = (prefix + route.path).partition("{table}")
        made = _stop(route) if place and before in PLACES and "{" not in after else None
        if made is not None:
            for method in route.methods:
                found[method, before, after.removeprefix("/")] = made
    return found


def _stop(route: APIRoute) -> Stop | None:
    """None for a function that takes something that is not read here, or does not put its answer
    into words itself, or never ends."""
    answer = route.endpoint
    hints = typing.get_type_hints(answer, include_extras=True)
    said = hints.pop("return")
    words = isinstance(route, Call) or issubclass(said, Response)
    who = WHO.get(hints.pop("visit", None))
    hints.pop("table", None)
    body = hints.pop("given", None)
    if who is None or not words or said is StreamingResponse:
        return None
    if any(hint not in NUMBERS for hint in hints.values()) or _required(answer, hints):
        return None
    read = None if body is None else TypeAdapter(body)
    return Stop(answer, who, inspect.iscoroutinefunction(answer), frozenset(hints), read)


def _required(answer: Callable[..., Any], names: Iterable[str]) -> bool:
    named = inspect.signature(answer).parameters
    return any(named[name].default is inspect.Parameter.empty for name in names)
