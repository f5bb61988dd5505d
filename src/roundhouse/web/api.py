"""The JSON API: what the pages do, for programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import PlainTextResponse, StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field

from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.web import desk, opponents
from roundhouse.web.errors import NotSignedIn, NotYours, Refusal
from roundhouse.web.people import Person
from roundhouse.web.seat import stream, visible_record
from roundhouse.web.tables import BOT, OPEN, PERSON, Chair, Table, bot_name, fresh_invite, tidy_name
from roundhouse.web.visit import COOKIE, Visit, house_of

ABOUT = """
Everything one can do at a table, by program. Say who you are once (POST /api/people), keep the
token, and send it as `Authorization: Bearer <token>` with every call.

Look at a table (`view`, `choices`), send a move's words together with the ply you looked at
(`moves`). If somebody was quicker the answer is 409: look again. An event stream tells when to.

Whatever you get is made from your seat's view: what your seat may not know is not sent. An answer
of 4xx says in `detail` what was wrong, in words for people, and nothing was changed.
"""


class Problem(BaseModel):
    """Why a request was refused."""

    detail: str


_REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "refused"},
    401: {"model": Problem, "description": "say who you are first"},
    403: {"model": Problem, "description": "not yours"},
    404: {"model": Problem, "description": "not found"},
    409: {"model": Problem, "description": "the table is not in a state for this"},
    413: {"model": Problem, "description": "too big"},
    422: {"model": Problem, "description": "not understood, or not legal"},
    429: {"model": Problem, "description": "too many"},
}

router = APIRouter(prefix="/api", responses=_REFUSED)

_bearer = HTTPBearer(auto_error=False, description="the token of POST /api/people")
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


def _caller(request: Request, credentials: Credentials) -> Visit:
    """Who calls: by token, or by a page's cookie with its form token."""
    house = house_of(request)
    if credentials is not None:
        token = credentials.credentials
        if not house.signer.good(token):
            raise NotSignedIn("This token is not one of ours.")
    else:
        token = request.cookies.get(COOKIE, "")
        if not house.signer.good(token):
            token = ""
        unsafe = request.method not in ("GET", "HEAD", "OPTIONS")
        if token and unsafe:
            given = request.headers.get("x-csrf", "")
            if not house.signer.good_form(token, given):
                raise NotYours("A cookie alone is not enough: send `X-CSRF`, or a bearer token.")
    return Visit(request, house, token, False, house.people.of_token(token))


Caller = Annotated[Visit, Depends(_caller)]
TableId = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]
Seat = Annotated[int | None, Query(description="one of your seats; needed if you hold several")]


def _me(visit: Visit) -> Person:
    if visit.person is None:
        raise NotSignedIn("Say who you are first: POST /api/people, then send the token.")
    return visit.person


# People


class Name(BaseModel):
    name: str = Field("", max_length=200)


class Guest(BaseModel):
    """A new guest. Keep the token: it is the only key to the guest's seats."""

    name: str
    token: str


class Me(BaseModel):
    name: str
    account: bool


@router.post("/people", status_code=201)
def new_person(request: Request, body: Name) -> Guest:
    """Become a guest."""
    house = house_of(request)
    house.limits.take("people", request.client.host if request.client else "?")
    token = house.signer.new_token()
    return Guest(name=house.people.welcome(token, body.name).name, token=token)


@router.get("/me")
def me(visit: Caller) -> Me:
    """Who you are."""
    person = _me(visit)
    return Me(name=person.name, account=person.account)


# Games and bots


class OptionOut(BaseModel):
    title: str
    values: dict[str, str] = Field(description="value: what it means; the first is the default")


class GameOut(BaseModel):
    id: str
    title: str
    tagline: str
    seats: list[int]
    minutes: list[int]
    unit: str = Field(description="what scores count")
    rules: int = Field(description="version of the rules")
    stage: str
    options: dict[str, OptionOut]


class BotOut(BaseModel):
    name: str
    label: str
    description: str


@router.get("/games")
def games() -> list[GameOut]:
    """All games."""
    return [_game(box) for box in registry.games()]


def _game(box: Meta) -> GameOut:
    return GameOut(
        id=box.id,
        title=box.title,
        tagline=box.tagline,
        seats=list(box.seats),
        minutes=list(box.minutes),
        unit=box.unit,
        rules=box.rules,
        stage=box.stage,
        options={
            name: OptionOut(title=option.title, values=dict(option.values))
            for name, option in box.options.items()
        },
    )


@router.get("/bots")
def bots() -> list[BotOut]:
    """The bots one can play against, weakest first."""
    return [
        BotOut(name=o.name, label=o.label, description=o.description) for o in opponents.opponents()
    ]


# Tables


class SeatOut(BaseModel):
    seat: int
    kind: str = Field(description="person, bot or open")
    name: str
    level: str = Field("", description="of a bot")
    yours: bool
    resigned: bool
    invite: str | None = Field(None, description="for the host: the secret of an open seat")


class TableOut(BaseModel):
    id: str
    game: str
    options: dict[str, str]
    phase: str = Field(description="waiting, playing or over")
    ply: int
    turn: int = Field(description="the seat that is to act; below 0: nobody")
    seats: list[SeatOut]
    listed: bool
    scores: list[int]
    ranks: list[int] | None


class Row(BaseModel):
    """A table in a list."""

    id: str
    game: str
    phase: str
    ply: int
    turn: int
    names: list[str]
    free: int


class NewTable(BaseModel):
    game: str = Field(max_length=40)
    seats: list[Annotated[str, Field(max_length=60)]] = Field(
        description="for each seat `me`, `open`, or `bot:<name>`", max_length=20
    )
    options: dict[str, str] = Field({}, max_length=40)
    board: str = Field("", pattern="^[0-9a-f]{0,16}$", description="digest; empty: the game's own")
    listed: bool = Field(False, description="whether anybody may find and join it")


class Joining(BaseModel):
    invite: str = Field("", max_length=60, description="the secret of a seat's link")
    name: str = Field("", max_length=200)


class Moving(BaseModel):
    ply: int = Field(description="the ply you looked at")
    move: str = Field("", max_length=400)
    moves: list[Annotated[str, Field(max_length=400)]] = Field(
        [], max_length=50, description="instead of `move`: several in a row"
    )
    seat: int | None = Field(None, description="which of your seats, if you hold several")


@router.get("/tables")
def tables(visit: Caller, mine: bool = False) -> list[Row]:
    """Open tables, or with `mine` yours."""
    store = visit.house.store
    rows = store.tables_of(_me(visit).id) if mine else store.open_tables()
    return [
        Row(
            id=r["id"],
            game=r["game"],
            phase=r["phase"],
            ply=r["ply"],
            turn=r["turn"],
            names=[c["name"] for c in r["chairs"]],
            free=sum(c["kind"] == OPEN for c in r["chairs"]),
        )
        for r in rows
    ]


@router.post("/tables", status_code=201)
def create(visit: Caller, body: NewTable) -> TableOut:
    """Lay a table. The game begins when no seat is open."""
    person = _me(visit)
    visit.limit("create")
    registry.meta(body.game).check_seats(len(body.seats))
    chairs = [_chair(seat, word, person) for seat, word in enumerate(body.seats)]
    made = visit.house.tables.create(
        person.id, body.game, body.options, chairs, body.board, body.listed
    )
    return table(visit, made)


def _chair(seat: int, word: str, person: Person) -> Chair:
    if word == "me":
        return Chair(seat, PERSON, person.name, person.id)
    if word == "open":
        return Chair(seat, OPEN, "open seat", invite=fresh_invite())
    if word.startswith("bot:"):
        return Chair(seat, BOT, bot_name(seat), level=word.removeprefix("bot:"))
    raise Refusal(f"A seat is `me`, `open` or `bot:<name>`, not {word!r}.")


@router.get("/tables/{table}")
def table(visit: Caller, table: TableId) -> TableOut:
    """A table: who sits where, whose turn it is."""
    with visit.house.tables.at(table) as found:
        return _table(found, visit.id)


def _table(table: Table, person: str | None) -> TableOut:
    hosting = person is not None and table.row["host"] == person
    mine = {*table.seats_of(person), *table.handed_over(person)}
    view = table.look(None).view
    return TableOut(
        id=table.id,
        game=table.row["game"],
        options=table.row["options"],
        phase=table.phase,
        ply=table.match.ply,
        turn=table.turn,
        listed=bool(table.row["listed"]),
        scores=[panel["score"] for panel in view["panels"]],
        ranks=view["ranks"],
        seats=[
            SeatOut(
                seat=c.seat,
                kind=c.kind,
                name=c.name,
                level=c.level,
                yours=c.seat in mine,
                resigned=c.resigned,
                invite=c.invite if hosting else None,
            )
            for c in table.chairs
        ],
    )


@router.post("/tables/{table}/join")
def join(visit: Caller, table: TableId, body: Joining) -> TableOut:
    """Sit down: by invitation, or at a listed table on any free seat."""
    person = _me(visit)
    visit.limit("move")
    name = tidy_name(body.name, person.name)
    with visit.house.tables.at(table) as found:
        if body.invite:
            visit.house.tables.join(found, person.id, name, body.invite)
        else:
            visit.house.tables.join_listed(found, person.id, name)
        return _table(found, person.id)


@router.get("/tables/{table}/view")
def view(visit: Caller, table: TableId, seat: Seat = None) -> dict[str, Any]:
    """What your seat may know (a spectator's view if you have none), and the ply it is of."""
    with visit.house.tables.at(table) as found:
        eyes = _eyes(found, visit, seat)
        return {"ply": found.match.ply, **found.look(eyes).view}


class Choices(BaseModel):
    ply: int
    seat: int | None = Field(description="the seat they are for")
    your_turn: bool
    phase: str
    prompt: str
    choices: list[dict[str, Any]] = Field(description="`move` is what to send; `label` for people")


@router.get("/tables/{table}/choices")
def choices(visit: Caller, table: TableId, seat: Seat = None) -> Choices:
    """What you may do now; none while it is not your turn."""
    with visit.house.tables.at(table) as found:
        eyes = _eyes(found, visit, seat)
        seen = found.look(eyes).view
        yours = eyes is not None and eyes == found.turn and eyes in found.seats_of(visit.id)
        return Choices(
            ply=found.match.ply,
            seat=eyes,
            your_turn=yours,
            phase=found.phase,
            prompt=seen["prompt"],
            choices=[dict(c) for c in seen["choices"]] if yours else [],
        )


def _eyes(table: Table, visit: Visit, seat: int | None) -> int | None:
    eyes = desk.viewpoint(table, visit.id, seat)
    if seat is not None and eyes.seat != seat:
        raise NotYours("That seat is not yours to look from.")
    return eyes.seat


@router.post("/tables/{table}/moves")
def move(visit: Caller, table: TableId, body: Moving) -> TableOut:
    """Make a move. It is on disk when you get the answer."""
    person = _me(visit)
    visit.limit("move")
    words = body.moves or [body.move]
    with visit.house.tables.at(table) as found:
        seats = found.seats_of(person.id)
        if not seats or (body.seat is not None and body.seat not in seats):
            raise NotYours("You do not sit there." if seats else "You do not sit at this table.")
        acting = seats if body.seat is None else [body.seat]
        visit.house.tables.move(found, acting, words, body.ply)
        return _table(found, person.id)


@router.post("/tables/{table}/undo")
def undo(visit: Caller, table: TableId) -> TableOut:
    """Take back your last move, as far as that needs nobody's consent."""
    person = _me(visit)
    visit.limit("move")
    with visit.house.tables.at(table) as found:
        visit.house.tables.undo(found, person.id)
        return _table(found, person.id)


@router.get(
    "/tables/{table}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "`ply n`, repeatedly"}},
)
async def events(visit: Caller, table: TableId) -> StreamingResponse:
    """Server-sent events: `ply n`, now and whenever the table changes."""
    return await stream(visit.house, table, visit.id)


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "a record file"}},
)
def record(visit: Caller, table: TableId, seat: Seat = None) -> PlainTextResponse:
    """The record as you may see it; the whole of it when the game is over."""
    with visit.house.tables.at(table) as found:
        return PlainTextResponse(visible_record(found, visit.id, seat).dumps())
