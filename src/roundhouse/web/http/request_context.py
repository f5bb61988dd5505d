"""The context of a request: user, session, limits, forms and responses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, TypeVar, cast

from fastapi import Depends, Form, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from roundhouse.core.translation import is_known, mark, set_language
from roundhouse.core.translation import translate as _
from roundhouse.table.commands.arguments import Arguments, parse_arguments
from roundhouse.table.errors import InvalidArguments, NotSignedIn, NotYours
from roundhouse.web.accounts.sessions import User
from roundhouse.web.http.addresses import UNKNOWN_ADDRESS, limit_key
from roundhouse.web.http.languages import API, VARY
from roundhouse.web.services import Services

COOKIE = "roundhouse"
INVALID_TOKEN = mark("This token is not valid.")
FORM_LIMITS = {"max_files": 2, "max_fields": 200}


@dataclass
class RequestContext:
    """One request with its session and its user."""

    request: Request
    services: Services
    token: str
    is_new_session: bool  # the token is new: the response must set the cookie

    @cached_property
    def user(self) -> User | None:
        """The user of the session.

        The first access queries the database, so do not use it in the event loop; see
        `identified_context`.
        """
        user = None if self.is_new_session else self.services.sessions.find_user(self.token)
        if user is None and self.services.signer.is_bot_token(self.token):
            raise NotSignedIn(_(INVALID_TOKEN))  # revoked: it is not just another visitor
        self._use_language_of(user)
        return user

    def use_language(self) -> None:
        """Write in the user's language; the user is loaded."""
        self._use_language_of(self.user)

    def _use_language_of(self, user: User | None) -> None:
        """Write in the language of an account, whatever this browser asks for."""
        is_page = not self.request.url.path.startswith(API)
        if is_page and user is not None and user.language and is_known(user.language):
            set_language(user.language)

    @property
    def id(self) -> str | None:
        return self.user.id if self.user else None

    @property
    def client_key(self) -> str:
        return client_key(self.request)

    def require_user(self, name: str = "") -> User:
        """Return the user; create a guest if there is none."""
        if self.user is None:
            self.services.limits.take("people", self.client_key)
            self.user = self.services.users.create_guest(self.token, name)
        return self.user

    def limit(self, kind: str) -> None:
        self.services.limits.take(kind, self.id or self.client_key)

    def limit_upload(self) -> None:
        """Count an upload, per user and per address."""
        self.limit("upload")
        self.services.limits.take("uploads", self.client_key)

    def limit_board(self) -> None:
        """Count an upload of a board, which is kept for good."""
        self.limit_upload()
        self.services.limits.take("boards", self.client_key)

    def limit_record(self) -> None:
        """Count an upload of a record, which is kept for good."""
        self.limit_upload()
        self.services.limits.take("records", self.client_key)

    def page(self, template: str, page: object = None, status: int = 200) -> HTMLResponse:
        return self.answer(self.render(template, page), status)

    def render(self, template: str, page: object = None) -> str:
        """Render a template; it gets the fields of the dataclass `page` by their names."""
        user = self.user  # has the language, which chooses the template
        return self.services.templates.get_template(template).render(
            {} if page is None else vars(page),
            me=user,
            csrf=self.services.signer.form_token(self.token),
            theme=self.theme,
            in_words=self.in_words,
            path=self.request.url.path,
        )

    def answer(self, html: str, status: int = 200) -> HTMLResponse:
        result = HTMLResponse(html, status)
        result.headers["cache-control"] = "no-store"
        result.headers["vary"] = VARY
        self.set_session_cookie(result)
        return result

    def redirect(self, to: str) -> Response:
        answer = RedirectResponse(to, 303)
        self.set_session_cookie(answer)
        return answer

    def redirect_back(self, path: str) -> Response:
        """Redirect to the page of a form, unless its address leads to another site."""
        inside = path.startswith("/") and not path.startswith(("//", "/\\"))
        return self.redirect(path if inside else "/")

    def set_session_cookie(self, answer: Response, token: str | None = None) -> None:
        """Set the cookie of the session."""
        if token is None and not self.is_new_session:
            return
        answer.set_cookie(
            COOKIE,
            token or self.token,
            max_age=int(self.services.settings.session_life),
            httponly=True,
            samesite="lax",
            secure=self.services.settings.secure or self.request.url.scheme == "https",
        )

    @property
    def in_words(self) -> bool:
        """Whether tables are shown in words, by the account or else by this browser."""
        chosen = None if self.user is None else self.user.text_mode
        return self.request.cookies.get("display") == "words" if chosen is None else chosen

    @property
    def theme(self) -> str:
        chosen = self.request.cookies.get("theme", "")
        return chosen if chosen in ("light", "dark") else ""


def text_download(text: str, file: str) -> Response:
    """Return a text that browsers save under this name."""
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def client_key(request: Request) -> str:
    """Return the client address as rate limits count it."""
    return limit_key(request.client.host if request.client else UNKNOWN_ADDRESS)


def services_of(request: Request) -> Services:
    return cast(Services, request.app.state.services)


def page_request_context(request: Request) -> RequestContext:
    """Return the context of a request that changes nothing."""
    services = services_of(request)
    token = request.cookies.get(COOKIE, "")
    fresh = not services.signer.is_valid(token)
    if fresh:
        token = services.signer.new_token()
    return RequestContext(request, services, token, fresh)


def identified_context(request: Request) -> RequestContext:
    """Return a context whose user is loaded, for use in the event loop."""
    result = page_request_context(request)
    result.user  # noqa: B018
    return result


def anonymous_context(request: Request) -> RequestContext:
    """Return a context without a user, for when the database does not answer."""
    result = RequestContext(request, services_of(request), request.cookies.get(COOKIE, ""), False)
    result.user = None
    return result


async def read_context(request: Request) -> RequestContext:
    return page_request_context(request)


async def form_context(request: Request) -> RequestContext:
    """Return the context of a form post, after the CSRF check."""
    result = await run_in_threadpool(identified_context, request)
    result.use_language()  # the thread had a context of its own
    await check_form(result)
    return result


async def read_form(request: Request) -> tuple[RequestContext, FormData]:
    """Return the context and the fields of a form post, after the CSRF check."""
    context = page_request_context(request)
    await check_form(context)
    return context, await request.form(**FORM_LIMITS)


async def check_form(context: RequestContext) -> None:
    """Check that a page of this session sent the form, by the CSRF token."""
    value: Any = context.request.headers.get("x-csrf", "")
    if not value:
        value = (await context.request.form(**FORM_LIMITS)).get("csrf")
    is_text = isinstance(value, str)
    if (
        context.is_new_session
        or not is_text
        or not context.services.signer.is_valid_form(context.token, value)
    ):
        raise NotYours(
            _(
                "This form has expired. Reload the page and try again. Your browser must allow "
                "cookies."
            )
        )


PageContext = Annotated[RequestContext, Depends(read_context)]
FormContext = Annotated[RequestContext, Depends(form_context)]
Text = Annotated[str, Form()]
Number = Annotated[int, Form()]
MaybeNumber = Annotated[int | None, Form()]
A = TypeVar("A", bound=Arguments)


def form_arguments(kind: type[A], form: FormData, lists: Mapping[str, Any] | None = None) -> A:
    """Return a form's arguments without empty fields; `lists` replaces some."""
    filled = {name: value for name, value in form.items() if value not in (None, "")}
    return checked_arguments(kind, {**filled, **(lists or {})})


def checked_arguments(kind: type[A], fields: Mapping[str, Any]) -> A:
    """Return the arguments of a command; report an invalid one as FastAPI does."""
    try:
        return parse_arguments(kind, fields)
    except InvalidArguments as error:
        where = ("body", error.field)
        raise RequestValidationError([{"loc": where, "msg": error.reason}]) from None


_bearer = HTTPBearer(
    auto_error=False, description="The token from POST /api/people, or a bot account's"
)
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


async def _caller(request: Request, credentials: Credentials) -> RequestContext:
    """Return the request context; `credentials` only documents the scheme."""
    return caller_context(request)


def caller_context(request: Request) -> RequestContext:
    """Authenticate by bearer token, or by cookie with a form token."""
    services = services_of(request)
    scheme, token = get_authorization_scheme_param(request.headers.get("authorization"))
    if scheme.lower() == "bearer" and token:
        if services.signer.is_bot_token(token):
            services.limits.take("bot", services.signer.key(token))
        elif not services.signer.is_valid(token):
            raise NotSignedIn(INVALID_TOKEN)
    else:
        token = request.cookies.get(COOKIE, "")
        if not services.signer.is_valid(token):
            token = ""
        unsafe = request.method not in ("GET", "HEAD", "OPTIONS")
        if token and unsafe:
            value = request.headers.get("x-csrf", "")
            if not services.signer.is_valid_form(token, value):
                raise NotYours("A cookie alone is not enough: send `X-CSRF`, or a bearer token.")
    return RequestContext(request, services, token, False)


ApiContext = Annotated[RequestContext, Depends(_caller)]
TableId = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]
RecordId = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]
SeatQuery = Annotated[int | None, Query(description="Your seat, if you have several")]
ViewpointQuery = Annotated[
    int | None, Query(description="Seat whose view to show; default: a spectator's")
]
PlyQuery = Annotated[int | None, Query(description="Number of moves made; default: all")]


def require_user(context: RequestContext) -> User:
    """Return the user of the request, or raise NotSignedIn."""
    if context.user is None:
        raise NotSignedIn("Authenticate first: POST /api/people, then send the token.")
    return context.user
