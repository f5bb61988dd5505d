"""Texts of WORKER: each space with a preview of its two districts."""

from __future__ import annotations

from roundhouse.core.text import capitalize_first, count
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import Choice, with_ghost
from roundhouse.games.rails.actions import BUMP, LIFT, PLACE, REMOVE
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.outlook import preview_district
from roundhouse.games.rails.rules.phases.worker import (
    count_bonus_workers,
    count_workers_at,
    has_worker_on_district,
)
from roundhouse.games.rails.state import StateLayout


def ask(d: Decision) -> str:
    if d.s.reserve[d.seat] == 0:
        return _("Take a worker back")
    if any(owner == d.seat + 1 for owner in (*d.s.space, *d.s.above)):
        return _("Place a worker or take one back")
    return _("Place a worker")


def explain(d: Decision) -> str:
    words = {
        "workers": count(d.s.reserve[d.seat], "worker"),
        "slots": count(max(d.free_slots, 0), "free cargo slot"),
    }
    if has_worker_on_district(d.s, d.seat):
        return _(
            "{workers} in reserve, {slots}. Take back your worker on a district before any other.",
            **words,
        )
    return _("{workers} in reserve, {slots}.", **words)


def offer(d: Decision, action: int) -> Choice:
    places = d.places
    if action < BUMP:
        placed = action < REMOVE
        space = action - (PLACE if placed else REMOVE)
        note, warning = _preview_both(d, space, 0 if placed else 1)
        return with_ghost(
            d.piece("disc") if placed else None,
            d.choice(
                action,
                places.space(space),
                [places.space_ref(space)],
                _("Place a worker") if placed else _("Take a worker back"),
                note,
                warning,
            ),
        )
    bumps = action < LIFT
    district = action - (BUMP if bumps else LIFT)
    leaving = 0 if bumps else 1
    bonus = count_bonus_workers(d.board, d.s, d.seat, district) - leaving
    preview = preview_district(d, district, bonus)
    return with_ghost(
        d.piece("disc") if bumps else None,
        d.choice(
            action,
            places.district(district),
            [places.district_ref(district)],
            _("Bump all workers off") if bumps else _("Take back the worker on"),
            capitalize_first(
                f"{preview.brief} · {_write_bump_note(d, district)}" if bumps else preview.note
            ),
            preview.warning,
        ),
    )


def _preview_both(d: Decision, space: int, gone: int) -> tuple[str, str]:
    """Preview both districts of a space after `gone` workers have left it."""
    previews = []
    for district in d.board.space_ends[space]:
        bonus = count_bonus_workers(d.board, d.s, d.seat, district) - gone
        previews.append((d.places.district(district), preview_district(d, district, bonus)))
    warns = all(each.warning for _name, each in previews)
    warnings = [
        _("{district}: {effect}", district=name, effect=each.warning)
        for name, each in previews
        if warns
    ]
    note = " / ".join(each.brief for _name, each in previews)
    return capitalize_first(note), " · ".join(warnings)


def _write_bump_note(d: Decision, district: int) -> str:
    """Say which hats and resources a bump gives to the others (RULES 2.2)."""
    hats = resources = 0
    for owner in range(d.s.seats):
        home = count_workers_at(d.board, d.s, owner, district)
        gained = min(home, d.board.max_hats - d.s.hats[owner])
        hats += gained
        resources += home - gained
    if not resources:
        return ngettext("others get {n} hat", "others get {n} hats", hats)
    picked = count(resources, "resource")
    if not hats:
        return _("others get {resources}", resources=picked)
    return ngettext(
        "others get {n} hat and {resources}",
        "others get {n} hats and {resources}",
        hats,
        resources=picked,
    )


def describe(d: Decision, action: int, then: StateLayout) -> str:
    if BUMP <= action < LIFT:
        district = d.places.district(action - BUMP)
        return _("{who} bumps all workers off {district}", who=d.who, district=district)
    return ""


PHASE = Phase(mark("worker"), ask, offer, describe, explain=explain)
