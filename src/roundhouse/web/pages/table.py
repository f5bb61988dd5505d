"""The page of a table: looking, moving, and what else one can do there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from roundhouse.core.contract import OVER
from roundhouse.core.errors import RoundhouseError
from roundhouse.play.match import UNDO
from roundhouse.web import forms, opponents
from roundhouse.web.deeds.arguments import MOST_MOVES, Moving
from roundhouse.web.deeds.deed import CHANCES
from roundhouse.web.deeds.deeds import DEEDS, named
from roundhouse.web.errors import reason, status_of
from roundhouse.web.events import event_stream
from roundhouse.web.forms import MaybeNumber, Number
from roundhouse.web.services import Services
from roundhouse.web.show.choices import Offers, arrange
from roundhouse.web.show.events import event_cards
from roundhouse.web.show.hints import HintLine, hint_lines
from roundhouse.web.show.log import log_lines
from roundhouse.web.show.markup import rich
from roundhouse.web.show.scene import scene
from roundhouse.web.tables.chairs import BOT
from roundhouse.web.tables.fair_play import consent
from roundhouse.web.tables.jobs import Job
from roundhouse.web.tables.programmes import offers
from roundhouse.web.tables.table import ENDED, WAITING, Programme, Table
from roundhouse.web.tables.time_shown import tick, time_shown
from roundhouse.web.tables.viewpoint import (
    Viewpoint,
    is_concerned,
    new_since,
    viewpoint,
    visible_record,
)
from roundhouse.web.tempo import Tempo
from roundhouse.web.thinking.hints import NO_HINT, hint
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)

LOG_LINES = 60
PAGE, FRAGMENT, STEP = "table.html", "_table.html", "_step.html"


class _Look(BaseModel):
    """A field of the page's own: one of several at this screen has said who is looking."""

    look: int | None = None


# Looking


@router.get("/t/{table}")
def table_page(
    visit: Looking, table: str, seat: int | None = None, sheet: str = ""
) -> HTMLResponse:
    with visit.services.tables.at(table) as found:
        return _show(visit, found, seat, template=PAGE, sheet=sheet)


@router.get("/t/{table}/now")
def table_now(
    visit: Looking, table: str, seat: int | None = None, since: int | None = None
) -> HTMLResponse:
    """The table's changing part, for a page that is already open."""
    services = visit.services
    with services.tables.at(table) as found:
        if found.phase == WAITING or is_concerned(found, visit.id):
            return _show(visit, found, seat, since=since, template=FRAGMENT)

        def render() -> str:  # without a form in it: the same for every spectator
            shown = context(services, found, None, None, since)
            return visit.render(FRAGMENT, **shown, said="", base="")

        told = (services.notices.of(found.id), tick(found, services.tables.now))
        key = (found.id, found.revision, since, *told, *services.presence.present(found.id))
        return visit.answer(services.spectator_pages.get(key, render))


@router.get("/t/{table}/step")
def table_step(visit: Looking, table: str, ply: int, seat: int | None = None) -> HTMLResponse:
    """How the table looked after some ply, for a page that shows moves one after another."""
    services = visit.services
    with services.tables.at(table) as found:
        eyes = viewpoint(found, visit.id, seat)
        at = max(0, min(ply, found.match.ply))

        def render() -> str:
            now = found.views.at(eyes.seat, at)
            before = found.views.at(eyes.seat, at - 1) if at else None
            shown = scene(now, before, found.names, start=lambda: found.views.at(eyes.seat, 0))
            unit = found.game.meta.unit
            return visit.render(STEP, **shown, ply=at, eyes=eyes, unit=unit, sheet_link="?sheet=")

        # (An undo raises the revision, but so does every move: the undone plies are the key.)
        undone = sum(entry.kind == UNDO for entry in found.match.entries)
        key = (found.id, "step", eyes.seat, at, undone)
        if eyes.seat is None:
            return visit.answer(services.spectator_pages.get(key, render))
        return visit.answer(render())


@router.get("/t/{table}/events")
async def events(visit: Looking, table: str) -> StreamingResponse:
    """Server-sent events: `ply n`, and `look` where something besides a move is new."""
    services = visit.services
    person = await run_in_threadpool(lambda: visit.id)
    return await event_stream(services.watchers, services.tables, table, person, visit.where)


@router.get("/t/{table}/record")
def record(visit: Looking, table: str, seat: int | None = None) -> Response:
    """The record as the viewer may see it; the whole of it when the game is over."""
    found = visible_record(visit.services.tables, table, visit.id, seat)
    name = f"{found.game}-{table}.game"
    return Response(
        found.dumps(),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


# Doing


@router.post("/t/{table}/move")
def move(
    visit: Doing,
    table: str,
    ply: Number,
    move: Annotated[list[str], Form()] = [],  # noqa: B006
    seat: MaybeNumber = None,
) -> Response:
    """A move, or several in a row: what a button or the option of a stepper stands for."""
    deed = DEEDS["move"]
    visit.limit(deed.limit)
    with visit.services.tables.at(table) as found:
        try:
            given = forms.arguments(Moving, {"ply": ply, "moves": move[:MOST_MOVES], "seat": seat})
            visit.perform(deed, found, given)
        except RoundhouseError as error:
            return _show(visit, found, seat, said=reason(error), status=status_of(error))
        if not found.views.secrets or found.turn != seat:
            seat = None  # at a shared screen the next one is to act: draw the curtain
        return _done(visit, found, seat)


@router.post("/t/{table}/do/{deed}")
async def do(visit: Doing, request: Request, table: str, deed: str) -> Response:
    """Any of the deeds, by its name. `look`: through whose eyes one looks on."""
    form = await request.form(max_files=2, max_fields=200)
    look = forms.read(_Look, form).look
    done = await run_in_threadpool(_do, visit, table, deed, form, look)
    if isinstance(done, Response):
        return done
    found = await hint(visit.services.pool, done)
    return await run_in_threadpool(_show_hint, visit, table, look, found)


@router.post("/t/{table}/hint")
async def ask_for_hint(visit: Doing, request: Request, table: str) -> Response:
    return await do(visit, request, table, "hint")


def _do(visit: Visit, table: str, name: str, form: FormData, look: int | None) -> Response | Job:
    """The answer, or what a worker has to think about before there is one."""
    deed = named(name)
    visit.limit(deed.limit)
    if visit.perform_unplayed(deed, table):
        return visit.go("/")
    with visit.services.tables.at(table) as found:
        try:
            outcome = visit.perform(deed, found, forms.read(deed.arguments, form))
        except RoundhouseError as error:
            return _show(visit, found, look, said=reason(error), status=status_of(error))
        if outcome.job is not None:
            return outcome.job
        if outcome.table:
            return visit.go(f"/t/{outcome.table}")
        if deed.gives == CHANCES:
            return visit.go(f"/t/{table}/replay")
        return _done(visit, found, look)


def _show_hint(
    visit: Visit, table: str, look: int | None, found: Mapping[str, Any] | None
) -> Response:
    with visit.services.tables.at(table) as at:
        view = at.views.at(at.turn if at.turn >= 0 else None).view
        said = "" if found else NO_HINT
        return _show(visit, at, look, said=said, hint=hint_lines(view, found, at.names))


# Answering


def _done(visit: Visit, table: Table, seat: int | None) -> Response:
    """After something was done: the fragment for a script, the page for a browser."""
    if _wants_fragment(visit):
        return _show(visit, table, seat)
    suffix = f"?seat={seat}" if seat is not None else ""
    return visit.go(f"/t/{table.id}{suffix}")


def _show(
    visit: Visit,
    table: Table,
    seat: int | None,
    *,
    since: int | None = None,
    said: str = "",
    status: int = 200,
    hint: Sequence[HintLine] = (),
    template: str = "",
    sheet: str = "",
) -> HTMLResponse:
    """The table as it is now, perhaps with something said on top of it: why not, or a hint."""
    shown = context(visit.services, table, visit.id, seat, since, sheet)
    return visit.page(
        template or (FRAGMENT if _wants_fragment(visit) else PAGE),
        status,
        **{**shown, "hint": hint},
        said=said,
        base=str(visit.request.base_url).rstrip("/"),
        had=_sheets_had(visit),
    )


def _sheets_had(visit: Visit) -> Sequence[str]:
    """Digests of the sheets that an open page shows: they need not be sent again."""
    return visit.request.headers.get("x-sheets", "")[:200].split() if _wants_fragment(visit) else ()


def _wants_fragment(visit: Visit) -> bool:
    """Whether a script asks, which exchanges the parts of the page that changed."""
    return "x-fragment" in visit.request.headers


# The context


def context(
    services: Services,
    table: Table,
    person: str | None,
    asked: int | None,
    seen: int | None,
    sheet: str = "",
) -> dict[str, Any]:
    """Everything the table's templates print. `asked` is the seat through which one wants to
    look, `seen` the last ply that a spectator has seen, `sheet` the one wanted in focus."""
    eyes = viewpoint(table, person, asked)
    names, views, ply = table.names, table.views, table.match.ply
    since = new_since(table, eyes, seen)
    now = views.at(eyes.seat)
    before = views.at(eyes.seat, since) if 0 < since < ply else None
    shown = scene(now, before, names, sheet, lambda: views.at(eyes.seat, 0))
    doing = _doing(table, person, eyes)
    if eyes.curtain and doing["my_turn"]:
        shown["prompt"] = rich(f"@{table.turn} is to act", names)
    return {
        **shown,
        **doing,
        **_orders(table, eyes, doing["acting"]),
        **time_shown(services.tables, table, person, services.settings.absent),
        **_happened(table, eyes, since),
        **_standing(services, table),
        "ply": ply,
        "since": since,
        "hint": (),
        "sheet_link": "?sheet=" if asked is None else f"?seat={asked}&sheet=",
    }


def _standing(services: Services, table: Table) -> dict[str, Any]:
    """How it stands with the table as such: the same for everybody."""
    present, pages = services.presence.present(table.id)
    return {
        "table": table,
        "game": table.game.meta,
        "lesson": table.game.room.lesson,
        "rules": table.game.rules,
        "unit": table.game.meta.unit,
        "names": table.names,
        "revision": table.revision,
        "phase": "damaged" if table.damage else table.phase,
        "damage": table.damage,
        "notice": services.notices.of(table.id),
        "finished": table.phase == ENDED and table.match.over,
        "present": present,
        "pages": pages,
        "thinking": table.thinking,
        "tempo": _tempo(services, table),
        "waiting_for": table.turn if table.turn != OVER else None,
        "ending": rich(table.match.state.end().sentence, table.names) if table.match.over else "",
    }


def _tempo(services: Services, table: Table) -> Tempo | None:
    """How soon its bots answer; None where there is none, or the server has a pause of its own."""
    has_bots = any(chair.kind == BOT for chair in table.chairs)
    return table.tempo if has_bots and services.settings.bot_pause is None else None


def _happened(table: Table, eyes: Viewpoint, since: int) -> dict[str, Any]:
    """The last lines of the log, and cards of what deserves one since a ply."""
    log, earlier = table.views.recent_log(eyes.seat, LOG_LINES)
    events = table.views.events(eyes.seat, since) if table.phase != WAITING else ()
    return {
        "log": log_lines(log, table.names, since),
        "earlier": earlier,
        "cards": event_cards(events, table.names),
    }


def _orders(table: Table, eyes: Viewpoint, acting: Sequence[int]) -> dict[str, Any]:
    """A seat's standing orders, for the one who sits there and nobody else."""
    if not table.playing or eyes.curtain or eyes.seat is None or eyes.seat not in acting:
        return {"programme": None, "order_offers": []}
    kept = table.orders.get(eyes.seat, Programme())
    found = offers(table, eyes.seat)
    return {"programme": kept if found or kept != Programme() else None, "order_offers": found}


def _doing(table: Table, person: str | None, eyes: Viewpoint) -> dict[str, Any]:
    """What this person can do now."""
    acting = table.seats_of(person)
    playing = table.playing
    my_turn = playing and table.turn in acting
    may_choose = my_turn and eyes.seat == table.turn
    last = table.last_choice(acting) if playing and acting else None
    return {
        "person": person,
        "eyes": eyes,
        "acting": acting,
        "hosting": table.hosted_by(person),
        "my_turn": my_turn,
        "offers": arrange(table.views.at(eyes.seat).view, table.names) if may_choose else Offers(),
        "may_hint": may_choose and table.gives_hints,
        "may_undo": playing and any(table.match.undo_ply(s) is not None for s in acting),
        "may_ask": last is not None,
        "alone": last is not None and consent(table, last) == {person},
        "proposal": table.proposal,
        "levels": opponents.offered(),
        "usual": opponents.usual(),
        "bot_words": opponents.bot_words,
        "unguided": opponents.without_network(
            (chair.level for chair in table.chairs if chair.level), table.game
        ),
    }
