"""The page of a replay: any ply of a match or of an uploaded record, and playing on from there."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.web import forms, opponents
from roundhouse.web.deeds.arguments import Nothing, PlayingOn
from roundhouse.web.deeds.deeds import DEEDS, fork_replay, look_over
from roundhouse.web.forms import Number, Text
from roundhouse.web.show.chances import chances_part
from roundhouse.web.show.log import log_lines
from roundhouse.web.show.scene import scene
from roundhouse.web.tables.replays import Replay, replay_of_table
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)


# Looking


@router.get("/t/{table}/replay")
def replay_table(
    visit: Looking, table: str, ply: int | None = None, seat: int | None = None, sheet: str = ""
) -> HTMLResponse:
    with visit.services.tables.at(table) as found:
        return _page(visit, replay_of_table(found, visit.id, seat), ply, sheet)


@router.get("/r/{record}")
def replay_record(
    visit: Looking, record: str, ply: int | None = None, seat: int | None = None, sheet: str = ""
) -> HTMLResponse:
    replay = visit.services.records.replay(record, seat)
    return _page(visit, replay, 0 if ply is None else ply, sheet)


@router.get("/r/{record}/record")
def download(visit: Looking, record: str) -> Response:
    row = visit.services.records.row(record)
    return Response(
        row["text"],
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{row["game"]}-{record}.game"'},
    )


def _page(visit: Visit, replay: Replay, ply: int | None, sheet: str) -> HTMLResponse:
    template = "_replay.html" if "x-fragment" in visit.request.headers else "replay.html"
    analyses = visit.services.analyses
    chances = chances_part(
        replay.match.over,
        analyses.progress(replay.source),
        analyses.found(replay.source),
        replay.views,
        replay.names,
        replay.page,
        analyses.failed(replay.source),
    )
    return visit.page(template, **context(replay, ply, sheet), chances=chances)


def context(replay: Replay, ply: int | None, sheet: str = "") -> dict[str, Any]:
    """Everything the templates print of a ply."""
    last = replay.match.ply
    at = last if ply is None else max(0, min(ply, last))
    now = replay.views.at(replay.seat, at)
    before = replay.views.at(replay.seat, at - 1) if at else None
    log = log_lines(replay.views.log(replay.seat), replay.names)
    return {
        **scene(now, before, replay.names, sheet, lambda: replay.views.at(replay.seat, 0)),
        "replay": replay,
        "game": replay.meta,
        "rules": replay.match.game.rules,
        "names": replay.names,
        "ply": at,
        "last": last,
        "said_at": next((line.text for line in log if line.ply == at), None),
        "log": log,
        "unit": replay.meta.unit,
        "levels": opponents.offered(),
        "usual": opponents.usual(),
        "seat_query": "" if replay.seat is None else f"&seat={replay.seat}",
        "sheet_link": f"?ply={at}{'' if replay.seat is None else f'&seat={replay.seat}'}&sheet=",
    }


# Doing


@router.post("/t/{table}/fork")
def fork_table(visit: Doing, table: str, ply: Number, seat: Number, level: Text = "") -> Response:
    deed = DEEDS["fork"]
    visit.limit(deed.limit)
    given = forms.arguments(PlayingOn, {"ply": ply, "seat": seat, "level": level})
    with visit.services.tables.at(table) as found:
        return visit.go(f"/t/{visit.perform(deed, found, given).table}")


@router.post("/t/{table}/chances")
def chances_of_table(visit: Doing, table: str, back: Text = "") -> Response:
    """`back`: from the page of the result one is shown that again."""
    deed = DEEDS["chances"]
    visit.limit(deed.limit)
    with visit.services.tables.at(table) as found:
        visit.perform(deed, found, Nothing())
    return visit.go(f"/t/{table}/{back if back in ('result', 'review') else 'replay'}")


@router.post("/r/{record}/fork")
def fork_record(visit: Doing, record: str, ply: Number, seat: Number, level: Text = "") -> Response:
    visit.limit("create")
    given = forms.arguments(PlayingOn, {"ply": ply, "seat": seat, "level": level})
    replay = visit.services.records.replay(record, None)
    return visit.go(f"/t/{fork_replay(visit.services, replay, visit.somebody(), given)}")


@router.post("/r/{record}/chances")
def chances_of_record(visit: Doing, record: str, back: Text = "") -> Response:
    visit.limit("hint")
    replay = visit.services.records.replay(record, None)
    look_over(visit.services, replay)
    return visit.go(f"{replay.page}/review" if back == "review" else replay.page)
