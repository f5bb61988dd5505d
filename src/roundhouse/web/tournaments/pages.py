"""The list of tournaments, creating one, and its page with the standings."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel

from roundhouse.bots.levels import Level
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.formats import format_number
from roundhouse.core.meta import Meta
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.clock import TIME_CONTROLS, TimeControl
from roundhouse.table.errors import NotFound, NotSignedIn
from roundhouse.table.presentation.endings import PLACES
from roundhouse.web.accounts.sessions import User
from roundhouse.web.bots import bot_catalog
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext, Text
from roundhouse.web.storage.database import Row
from roundhouse.web.tournaments.running import FINAL, Tournament, TournamentRequest, identity
from roundhouse.web.tournaments.standings import Standing

router = APIRouter(include_in_schema=False)


class NewTournament(BaseModel):
    """The fields of the form."""

    title: str = ""
    game: str = ""
    kind: str = ""
    seats: int | None = None
    clock: str = ""
    bot_accounts: str = ""


@dataclass
class TournamentsPage:
    """The tournaments, and the form of a new one."""

    message: str
    tournaments: list[Row]
    games: list[Meta]
    time_controls: list[TimeControl]
    titles: dict[str, str]


@dataclass
class TournamentPage:
    """A tournament with its standings."""

    message: str
    tournament: Row
    entrants: list[Row]
    names: dict[int, Row]
    standings: list[Standing]
    rounds: list[tuple[str, list[Row]]]
    tables_created: int
    tables_over: int
    final: bool
    game: Meta
    time_control: TimeControl
    entered: bool
    hosting: bool
    levels: list[Level]
    usual: str
    damage: str
    bot_accounts: Set[str]  # entrants who are programs
    identity: Callable[[Row], str]
    bot_words: Callable[[str], str]
    places: Sequence[str]
    short_number: Callable[[Fraction], str]


@router.get("/tournaments")
def tournaments(context: PageContext) -> HTMLResponse:
    return _list(context)


def _list(context: RequestContext, message: str = "", status: int = 200) -> HTMLResponse:
    return context.page(
        "tournaments.html",
        TournamentsPage(
            message=message,
            tournaments=context.services.social.tournaments.rows.newest(),
            games=registry.games(),
            time_controls=[
                time_control for time_control in TIME_CONTROLS.values() if time_control.counted
            ],
            titles={meta.id: meta.title for meta in registry.games()},
        ),
        status,
    )


@router.post("/tournaments")
def create_tournament(context: FormContext, form: Annotated[NewTournament, Form()]) -> Response:
    try:
        user = _require_user(context)
        context.limit("create")
        meta = registry.meta(form.game)
        social = context.services.social
        seats = form.seats or max(s for s in meta.seats if s <= 4)
        request = TournamentRequest(
            form.title, form.game, form.kind, seats, form.clock, bool(form.bot_accounts)
        )
        result = social.tournaments.create(user, request)
    except RoundhouseError as error:
        return _list(context, reason(error), status_of(error))
    return context.redirect(f"/tournaments/{result}")


@router.get("/tournaments/{tournament}")
def tournament(context: PageContext, tournament: str) -> HTMLResponse:
    return _show(context, tournament)


@router.get("/tournaments/{tournament}/now")
def tournament_now(context: PageContext, tournament: str) -> HTMLResponse:
    """Return the part of the page that changes."""
    return _show(context, tournament, template="_tournament.html")


@router.post("/tournaments/{tournament}/{command}")
def change(
    context: FormContext, tournament: str, command: str, level: Text = "", entrant: Text = ""
) -> Response:
    running = context.services.social.tournaments
    try:
        user = _require_user(context)
        context.limit("create")
        if command == "enter":
            running.enter(tournament, user)
        elif command == "bot":
            running.enter_bot(tournament, user, level or bot_catalog.default_level())
        elif command == "leave":
            running.leave(tournament, user, entrant or user.id)
        elif command == "begin":
            running.begin(tournament, user)
        else:
            raise NotFound(_("This action does not exist."))
    except NotFound:
        raise
    except RoundhouseError as error:
        return _show(context, tournament, message=reason(error), status=status_of(error))
    return context.redirect(f"/tournaments/{tournament}")


def _require_user(context: RequestContext) -> User:
    if context.user is None:
        raise NotSignedIn(_("Create an account or sign in first."))
    return context.user


def _show(
    context: RequestContext,
    tournament: str,
    *,
    message: str = "",
    status: int = 200,
    template: str = "tournament.html",
) -> HTMLResponse:
    result = context.services.social.tournaments.find(tournament)
    names = {row["n"]: row for row in result.entrants}
    return context.page(
        template,
        TournamentPage(
            message=message,
            tournament=result.row,
            entrants=result.entrants,
            names=names,
            standings=result.standings(),
            rounds=_rounds(result),
            tables_created=len(result.pairings),
            tables_over=sum(1 for pairing in result.pairings if pairing["result"]),
            final=any(pairing["round"] >= FINAL for pairing in result.pairings),
            game=registry.meta(result.row["game"]),
            time_control=TIME_CONTROLS[result.row["clock"]],
            entered=any(row["person"] == context.id for row in result.entrants if context.id),
            hosting=result.row["host"] == context.id,
            levels=bot_catalog.all_bots(),
            usual=bot_catalog.default_level(),
            damage=result.damage,
            bot_accounts={
                row["person"]
                for row in result.entrants
                if row["person"] and context.services.users.owner_of(row["person"])
            },
            identity=identity,
            bot_words=bot_catalog.bot_label,
            places=PLACES,
            short_number=_short_number,
        ),
        status,
    )


def _short_number(number: Fraction) -> str:
    """Return a number with two digits, and none after a whole number."""
    text = f"{float(number):.2g}"
    return format_number(float(text), len(text.partition(".")[2]))


def _rounds(tournament: Tournament) -> list[tuple[str, list[dict[str, object]]]]:
    """Return the title and the tables of each round."""
    results: dict[int, list[dict[str, object]]] = {}
    for pairing in tournament.pairings:
        results.setdefault(pairing["round"], []).append(pairing)
    return [
        (_("Final, game {n}", n=n - FINAL + 1) if n >= FINAL else _("Round {n}", n=n + 1), tables)
        for n, tables in sorted(results.items())
    ]
