"""What a seat sees of Pacific Rails Inc. (everything), in words."""

from __future__ import annotations

from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.text import count, quantity
from roundhouse.core.translation import current_language
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import Fact, Panel, View, ViewContent, assemble, fact
from roundhouse.games.rails.names import (
    RESOURCE_NAMES,
    Places,
    items,
    plain_amount,
    specialist_name,
)
from roundhouse.games.rails.rules.cargo import cargo_limit, cargo_load, count_carriages
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.phases import PHASES
from roundhouse.games.rails.rules.scoring import building_points, goal_leader, leftover_points
from roundhouse.games.rails.state import NEIGHBOURS, RESOURCES, BoardLayout, State, StateLayout
from roundhouse.games.rails.view.coasts import count_missing_tiles
from roundhouse.games.rails.view.facts import facts
from roundhouse.games.rails.view.shortcuts import shortcuts
from roundhouse.games.rails.view.suggestions import suggest

__all__ = ["suggest", "view"]

NOUNS_IN_CAPITALS = ("de",)  # languages in which no first letter can be made small


def view(state: State, seat: int | None) -> View:
    d = Decision(state)
    mine = seat is not None and seat == d.seat
    phase = PHASES.get(d.phase)  # None when the game is over
    missing = count_missing_tiles(d.board, d.s) if d.seat != OVER and not d.s.joined else None
    return assemble(
        state,
        seat,
        ViewContent(
            phase=phase.name if phase else "over",
            prompt=prompt(d, mine),
            why=phase.explain(d) if phase and mine else "",
            focus=phase.focus(d) if phase else "map",
            choices=[phase.offer(d, action) for action in d.legal()] if phase and mine else [],
            shortcuts=shortcuts(d) if mine else [],
            panels=[_build_panel(d.board, d.s, n, missing) for n in range(d.s.seats)],
            notes=_build_notes(d.board, d.s, d.places, missing),
            facts=facts(d.board, d.s, d.places),
        ),
    )


def prompt(d: Decision, mine: bool) -> str:
    """Write the prompt, with the name of the seat to act if it is not the reader's."""
    if d.seat == OVER:
        return _("The game is over")
    text = PHASES[d.phase].ask(d)
    if mine or d.seat == CHANCE:
        return text
    starts_with_name = ":" in text  # "Iron: spend hats?"
    if not starts_with_name and current_language() not in NOUNS_IN_CAPITALS:
        text = text[0].lower() + text[1:]
    return _("Waiting for {who}: {decision}", who=d.who, decision=text)


def _build_panel(board: BoardLayout, s: StateLayout, seat: int, missing: int | None) -> Panel:
    people = ", ".join(specialist_name(n - 1) for n in s.windows[seat] if n) or _("empty")
    carriages = count(count_carriages(s, seat), "carriage")
    load = {"load": cargo_load(s, seat), "limit": cargo_limit(board, s, seat)}
    facts: list[Fact] = [
        fact(_("workers in reserve"), s.reserve[seat]),
        fact(_("hats"), s.hats[seat]),
        fact(_("cargo"), _("{items} ({load} of {limit})", items=items(s.cargo[seat]), **load)),
        fact(_("train"), _("{carriages}: {people}", carriages=carriages, people=people)),
        fact(
            _("on the map"),
            f"{count(s.stations[seat], 'station')}, {count(s.telegraphs[seat], 'telegraph')}",
        ),
    ]
    if missing is not None:
        tiles = sum(s.cargo[seat][RESOURCES:])
        text = _("{missing}, has {tiles}", missing=count(missing, "tile"), tiles=tiles)
        facts.append(fact(_("to join the coasts"), text))
    if s.turn != OVER:
        points = quantity(building_points(board, s, seat), "VP")
        facts.append(fact(_("end of game: buildings"), points))
        points = quantity(leftover_points(board, s, seat), "VP")
        facts.append(fact(_("end of game: tiles"), points))
    badges = []
    if s.joined == seat + 1:
        badges.append(_("joined the coasts"))
    if s.turn >= 0 and s.mover == seat and s.turn != seat:
        badges.append(_("current turn"))
    return {
        "seat": seat,
        "score": s.score[seat],
        "facts": facts,
        "brief": [
            fact(_("workers"), s.reserve[seat]),
            fact(_("cargo"), _("{load} of {limit}", **load)),
            fact(_("buildings"), s.stations[seat] + s.telegraphs[seat]),
        ],
        "badges": badges,
    }


def _build_notes(
    board: BoardLayout, s: StateLayout, places: Places, missing: int | None
) -> list[Fact]:
    notes = [fact(_("round"), s.round_number)]
    if s.turn == OVER:
        rounds = ngettext("{n} round played", "{n} rounds played", board.max_rounds)
        notes.append(fact(_("ended"), _("coast-to-coast line") if s.joined else rounds))
    elif s.joined:
        text = _("{who} joined the coasts", who=f"@{s.joined - 1}")
        notes.append(fact(_("last round"), text))
    if missing is not None:
        notes.append(fact(_("to join the coasts"), count(missing, "more tile")))
    for n, goal in enumerate(places.goals):
        if s.goals[n]:
            leader = goal_leader(s, board.goal_kind[n])
            notes.append(fact(_(goal["name"]), f"@{leader}" if leader >= 0 else _("no leader")))
    supply = zip(s.supply[:RESOURCES], RESOURCE_NAMES, strict=True)
    notes.append(fact(_("supply"), ", ".join(plain_amount(n, name) for n, name in supply)))
    if s.district_worker == NEIGHBOURS:
        text = _("also adds 1 to the districts next to it")
        notes.append(fact(_("worker on a district"), text))
    return notes
