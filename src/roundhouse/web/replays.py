"""Replay: any ply of a match or of an uploaded record, and playing on from there."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.meta import Meta
from roundhouse.core.rule import INTERPRETED
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.play.record import Record
from roundhouse.web import desk, opponents, present
from roundhouse.web.errors import Clash, NotFound, Refusal, status_of
from roundhouse.web.house import House
from roundhouse.web.look import Reel
from roundhouse.web.outlook import outlook
from roundhouse.web.tables import BOT, PERSON, Chair, bot_name, fresh_id, tidy_name
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)

KEPT = 12  # uploaded records kept in memory
MOST_MOVES = 20_000


@dataclass
class Film:
    """Something to replay, as one viewer may see it."""

    path: str  # the page's address
    reel: Reel
    names: Sequence[str]
    seat: int | None  # through whose eyes
    eyes: Sequence[int | None]  # whose one may choose
    board: str
    options: dict[str, str]
    source: str
    may_fork: bool
    live: bool

    @property
    def meta(self) -> Meta:
        return self.reel.match.game.meta


@contextmanager
def film_of_table(visit: Visit, table: str, seat: int | None) -> Iterator[Film]:
    """While a game with secrets is played one looks through one's own eyes only."""
    with visit.house.tables.at(table) as found:
        match, reel = found.match, found.reel
        mine = desk.viewpoint(found, visit.id, seat)
        everybody = [None, *range(match.state.seats)]
        if match.over or not reel.secrets:
            eyes = everybody
            shown = seat if seat in everybody else None
        else:
            eyes = [None, *mine.mine]
            shown = mine.seat
        yield Film(
            f"/t/{table}/replay",
            reel,
            found.names,
            shown,
            eyes if reel.secrets else [],
            found.row["board"],
            dict(found.row["options"]),
            table,
            may_fork=match.over or not reel.secrets,
            live=not match.over,
        )


class Cinema:
    """Uploaded records that were looked at lately."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reels: OrderedDict[str, tuple[Reel, Record, str]] = OrderedDict()

    @contextmanager
    def show(self, house: House, record: str, seat: int | None) -> Iterator[Film]:
        with self._lock:
            if record not in self._reels:
                row = house.store.record(record)
                if row is None:
                    raise NotFound("There is no such record.")
                self._reels[record] = _develop(house, row["text"])
                while len(self._reels) > KEPT:
                    self._reels.popitem(last=False)
            self._reels.move_to_end(record)
            reel, kept, board = self._reels[record]
            seats = reel.match.state.seats
            names = [*kept.names, *(f"Seat {n}" for n in range(len(kept.names), seats))][:seats]
            yield Film(
                f"/r/{record}",
                reel,
                names,
                seat if seat in range(seats) else None,
                [None, *range(seats)] if reel.secrets else [],
                board,
                dict(kept.options),
                record,
                may_fork=True,
                live=False,
            )


cinema = Cinema()


def _develop(house: House, text: str) -> tuple[Reel, Record, str]:
    """A record that can be looked at; raises BadRecord with the line and the reason."""
    record = Record.loads(text, "the record")
    if len(record.moves) > MOST_MOVES:
        raise Refusal(f"A record of more than {MOST_MOVES} moves is too long to be shown here.")
    kept = house.store.board(record.board)
    sheet = None if kept is None else BoardFile.parse(kept["text"], kept["name"])
    game = record.load_game(sheet, INTERPRETED)
    for _ in record.replay(game):
        pass
    entries = [Entry(MOVE, n, move.seat, move.words) for n, move in enumerate(record.moves)]
    match = Match.resume(game, record.seats, entries, record.names)
    return Reel(match), record, "" if kept is None else record.board


def context(film: Film, ply: int | None) -> dict[str, Any]:
    match = film.reel.match
    at = match.ply if ply is None else max(0, min(ply, match.ply))
    look = film.reel.look(film.seat, at)
    before = film.reel.look(film.seat, at - 1) if at else None
    names = film.names
    log = film.reel.log(film.seat)
    return {
        **present.scene(look, before, names),
        "film": film,
        "game": film.meta,
        "names": names,
        "ply": at,
        "last": match.ply,
        "said_at": next((present.rich(text, names) for n, text in log if n == at - 1), None),
        "log": [{"ply": n + 1, "text": present.rich(text, names)} for n, text in log],
        "unit": film.meta.unit,
        "levels": opponents.opponents(),
        "usual": opponents.usual(),
        "seat_query": "" if film.seat is None else f"&seat={film.seat}",
    }


def _page(visit: Visit, film: Film, ply: int | None) -> HTMLResponse:
    template = "_replay.html" if "x-fragment" in visit.request.headers else "replay.html"
    return visit.page(template, **context(film, ply), outlook=outlook(visit.house, film))


@router.get("/t/{table}/replay")
def replay(
    visit: Looking, table: str, ply: int | None = None, seat: int | None = None
) -> HTMLResponse:
    with film_of_table(visit, table, seat) as film:
        return _page(visit, film, ply)


@router.get("/r/{record}")
def replay_record(
    visit: Looking, record: str, ply: int | None = None, seat: int | None = None
) -> HTMLResponse:
    with cinema.show(visit.house, record, seat) as film:
        return _page(visit, film, 0 if ply is None else ply)


@router.get("/r/{record}/record")
def download(visit: Looking, record: str) -> Response:
    row = visit.house.store.record(record)
    if row is None:
        raise NotFound("There is no such record.")
    return Response(
        row["text"],
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{row["game"]}-{record}.game"'},
    )


@router.get("/upload")
def upload_page(visit: Looking) -> HTMLResponse:
    return visit.page("upload.html", said="", text="")


@router.post("/upload")
async def upload(visit: Doing, request: Request) -> Response:
    form = await request.form(max_files=2, max_fields=10)
    given, pasted = form.get("file"), form.get("text")
    text = pasted if isinstance(pasted, str) else ""
    if given is not None and not isinstance(given, str) and given.filename:
        text = (await given.read()).decode("utf-8", "replace")
    return await run_in_threadpool(_keep, visit, text)


def _keep(visit: Visit, text: str) -> Response:
    try:
        visit.limit("upload")
        _, record, _ = _develop(visit.house, text)
    except RoundhouseError as error:
        return visit.page("upload.html", status_of(error), said=str(error), text=text[:20_000])
    name = fresh_id()
    visit.house.store.keep_record(name, record.game, text, visit.somebody().id)
    return visit.go(f"/r/{name}")


@router.post("/t/{table}/fork")
def fork_table(
    visit: Doing,
    table: str,
    ply: Annotated[int, Form()],
    seat: Annotated[int, Form()],
    level: Annotated[str, Form()] = "",
) -> Response:
    with film_of_table(visit, table, None) as film:
        return _fork(visit, film, ply, seat, level)


@router.post("/r/{record}/fork")
def fork_record(
    visit: Doing,
    record: str,
    ply: Annotated[int, Form()],
    seat: Annotated[int, Form()],
    level: Annotated[str, Form()] = "",
) -> Response:
    with cinema.show(visit.house, record, None) as film:
        return _fork(visit, film, ply, seat, level)


def _fork(visit: Visit, film: Film, ply: int, seat: int, level: str) -> Response:
    """Play on from a ply against bots, at a table of one's own."""
    match = film.reel.match
    if not film.may_fork:
        raise Clash("This game has secrets: one can play on from it only when it is over.")
    seats = match.state.seats
    if not 0 <= ply <= match.ply or not 0 <= seat < seats:
        raise Clash("There is no such ply or seat in this game.")
    if match.state_at(ply).over:
        raise Clash("The game is over at this ply; go back a little first.")
    visit.limit("create")
    me = visit.somebody()
    chosen = level or opponents.usual()
    chairs = [
        Chair(n, PERSON, tidy_name(me.name, "Me"), me.id)
        if n == seat
        else Chair(n, BOT, bot_name(n), level=chosen)
        for n in range(seats)
    ]
    begun = [standing.entry for standing in match.line[:ply]]
    made = visit.house.tables.create(
        me.id, film.meta.id, film.options, chairs, film.board, begun=begun, source=film.source
    )
    return visit.go(f"/t/{made}")
