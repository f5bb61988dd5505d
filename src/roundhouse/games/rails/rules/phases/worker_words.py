"""Texts of WORKER: each space with a preview of its two districts."""

from __future__ import annotations

from roundhouse.core.text import capitalize_first, count
from roundhouse.core.view import Choice, with_ghost
from roundhouse.games.rails.actions import BUMP, LIFT, PLACE, REMOVE
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.outlook import NO_EFFECT, preview_district
from roundhouse.games.rails.rules.phases.worker import count_bonus_workers, has_worker_on_district
from roundhouse.games.rails.state import StateLayout


def ask(d: Decision) -> str:
    if d.s.reserve[d.seat] == 0:
        return "Take a worker back"
    if any(owner == d.seat + 1 for owner in (*d.s.space, *d.s.above)):
        return "Place a worker or take one back"
    return "Place a worker"


def explain(d: Decision) -> str:
    home = count(d.s.reserve[d.seat], "worker")
    free = count(max(d.free_slots, 0), "free cargo slot")
    if has_worker_on_district(d.s, d.seat):
        return f"{home} in reserve, {free}. Take back your worker on a district before any other."
    return f"{home} in reserve, {free}. A worker uses one of the two districts next to its space."


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
                "Place a worker" if placed else "Take a worker back",
                note,
                warning,
            ),
        )
    bumps = action < LIFT
    district = action - (BUMP if bumps else LIFT)
    leaving = 0 if bumps else 1
    bonus = count_bonus_workers(d.board, d.s, d.seat, district) - leaving
    note, warning = preview_district(d, district, bonus)
    return with_ghost(
        d.piece("disc") if bumps else None,
        d.choice(
            action,
            places.district(district),
            [places.district_ref(district)],
            "Bump all workers off" if bumps else "Take back the worker on",
            capitalize_first(f"{note} · {_write_bump_note(d)}" if bumps else note),
            warning,
        ),
    )


def _preview_both(d: Decision, space: int, gone: int) -> tuple[str, str]:
    """Preview both districts of a space after `gone` workers have left it."""
    previews = []
    for district in d.board.space_ends[space]:
        bonus = count_bonus_workers(d.board, d.s, d.seat, district) - gone
        previews.append((d.places.district(district), *preview_district(d, district, bonus)))
    warns = all(warning for *_, warning in previews)
    notes = [f"{name}: {note if warns else _join(note, warn)}" for name, note, warn in previews]
    warnings = [f"{name}: {warning}" for name, _, warning in previews] if warns else []
    return " · ".join(notes), " · ".join(warnings)


def _join(note: str, warning: str) -> str:
    """Join a district's preview and its warning, when the other district has none."""
    if warning.endswith(NO_EFFECT):
        return "no effect"
    return f"{note} ({warning})" if warning else note


def _write_bump_note(d: Decision) -> str:
    return f"each worker gives its owner a hat (a resource beyond {d.board.max_hats} hats)"


def describe(d: Decision, action: int, then: StateLayout) -> str:
    if BUMP <= action < LIFT:
        return f"{d.who} bumps all workers off {d.places.district(action - BUMP)}"
    return ""


PHASE = Phase("worker", ask, offer, describe, explain=explain)
