"""How WORKER is said: every space with what its two districts would bring."""

from __future__ import annotations

from roundhouse.core.text import count
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import BUMP, LIFT, PLACE, REMOVE
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.outlook import outlook
from roundhouse.games.rails.rules.phases.worker import stands_above, workers_at
from roundhouse.games.rails.state import State


def ask(d: Decision) -> str:
    if d.s.reserve[d.seat] == 0:
        return "Take a worker back"
    if any(owner == d.seat + 1 for owner in (*d.s.space, *d.s.above)):
        return "Place a worker, or take one back"
    return "Place a worker"


def why(d: Decision) -> str:
    home = count(d.s.reserve[d.seat], "worker")
    if stands_above(d.s, d.seat):
        return f"{home} at home; your worker on a district comes back before any other"
    return f"{home} at home; a worker acts at one of the two districts beside its space"


def offer(d: Decision, action: int) -> Choice:
    places = d.places
    if action < BUMP:
        placed = action < REMOVE
        space = action - (PLACE if placed else REMOVE)
        note, warning = _both(d, space, 0 if placed else 1)
        return d.choice(
            action,
            places.space(space),
            [places.space_ref(space)],
            "Place a worker" if placed else "Take a worker back",
            note,
            warning,
            d.piece("disc") if placed else None,
        )
    bumps = action < LIFT
    district = action - (BUMP if bumps else LIFT)
    bonus = 0 if bumps else workers_at(d.board, d.s, d.seat, district) - 1
    note, warning = outlook(d, district, bonus)
    return d.choice(
        action,
        places.district(district),
        [places.district_ref(district)],
        "Bump all workers off" if bumps else "Take back the worker on",
        f"{_bump_note(d)}; {note}" if bumps else note,
        warning,
        d.piece("disc") if bumps else None,
    )


def _both(d: Decision, space: int, gone: int) -> tuple[str, str]:
    """What the two districts beside a space would bring; `gone` workers leave it first."""
    said, warnings = [], []
    for district in d.board.space_ends[space]:
        bonus = workers_at(d.board, d.s, d.seat, district) - gone
        note, warning = outlook(d, district, bonus)
        said.append(f"{d.places.district(district)}: {note}")
        warnings.append(warning and f"{d.places.district(district)}: {warning}")
    return " · ".join(said), " · ".join(warnings) if all(warnings) else ""


def _bump_note(d: Decision) -> str:
    most = ("no", "one", "two", "three", "four")[d.board.max_hats]
    return f"each gives its owner a hat, or a resource beyond {most}"


def tell(d: Decision, action: int, then: State) -> str:
    if BUMP <= action < LIFT:
        return f"{d.who} bumps all workers off {d.places.district(action - BUMP)}"
    return ""


PHASE = Phase("worker", ask, offer, tell, why=why)
