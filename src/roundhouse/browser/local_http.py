"""Requests of pages and their responses, without a server."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote

from roundhouse.core.translation import translate as _
from roundhouse.table.errors import NotFound

HTML = "text/html; charset=utf-8"
SVG = "image/svg+xml"
# Addresses in a page that point to another page or file of the site.
_ADDRESS = re.compile(r'((?:\s(?:href|src|action|formaction)|\sdata-[a-z-]+)=")/(?!/)')


@dataclass(frozen=True)
class LocalRequest:
    """A request of a page; `fields` are a form's, in order, with the text of files."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    fields: tuple[tuple[str, str], ...] = ()
    json: Any = None

    @property
    def arguments(self) -> dict[str, list[str]]:
        """The parameters of the query."""
        return parse_qs(self.query, keep_blank_values=True)

    @property
    def form(self) -> dict[str, str]:
        """The filled fields; of several with one name, the last."""
        return {name: value for name, value in self.fields if value}

    @property
    def wants_fragment(self) -> bool:
        """Whether a script asks for the part of a page that changes."""
        return "x-fragment" in self.headers


@dataclass(frozen=True)
class LocalResponse:
    """A response to a page."""

    body: str = ""
    status: int = 200
    kind: str = HTML
    headers: Mapping[str, str] = field(default_factory=dict)

    def below(self, base: str) -> LocalResponse:
        """Return the response of a site in a folder: its addresses start with `base`."""
        if base == "/":
            return self
        headers = dict(self.headers)
        if headers.get("location", "").startswith("/"):
            headers["location"] = base + headers["location"][1:]
        body = self.body
        if self.kind == HTML:
            body = _ADDRESS.sub(lambda match: match[1] + base, body)
        return LocalResponse(body, self.status, self.kind, headers)


def redirect(to: str) -> LocalResponse:
    return LocalResponse("", 303, HTML, {"location": to})


def download(text: str, file: str) -> LocalResponse:
    """Return a text that the browser saves under this name."""
    disposition = {"content-disposition": f'attachment; filename="{file}"'}
    return LocalResponse(text, 200, "text/plain; charset=utf-8", disposition)


Handler = Callable[..., LocalResponse | Awaitable[LocalResponse]]
_PARAMETER = re.compile(r"{(\w+)}")


class Router:
    """Handlers by method and path."""

    def __init__(self) -> None:
        self._routes: list[tuple[str, re.Pattern[str], Handler]] = []

    def add(self, method: str, path: str) -> Callable[[Handler], Handler]:
        """Register a handler; it gets the parts of the path in braces by name."""
        pattern = re.compile(_PARAMETER.sub(r"(?P<\1>[^/]+)", path.replace(".", r"\.")))

        def register(handler: Handler) -> Handler:
            self._routes.append((method, pattern, handler))
            return handler

        return register

    def get(self, path: str) -> Callable[[Handler], Handler]:
        return self.add("GET", path)

    def post(self, path: str) -> Callable[[Handler], Handler]:
        return self.add("POST", path)

    def include(self, other: Router) -> None:
        self._routes += other._routes

    def find(self, method: str, path: str) -> tuple[Handler, dict[str, str]]:
        """Return the handler of a request and the parts of its path; raise NotFound."""
        for known, pattern, handler in self._routes:
            match = pattern.fullmatch(path)
            if known == method and match:
                return handler, {key: unquote(value) for key, value in match.groupdict().items()}
        raise NotFound(_("There is nothing here."))


def read_number(arguments: Mapping[str, list[str]], name: str) -> int | None:
    """Return an integer of a query, or None if it is missing or no number."""
    value = arguments.get(name, [""])[0]
    return int(value) if re.fullmatch(r"-?\d{1,9}", value) else None


def read_text(arguments: Mapping[str, list[str]], name: str) -> str:
    return arguments.get(name, [""])[0]
