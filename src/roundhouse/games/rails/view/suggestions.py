"""Good first choices for learners, who otherwise compare a dozen placements.

They come from the heuristics that also guide the bots, without search.
"""

from __future__ import annotations

from typing import NamedTuple

from roundhouse.core.state import State
from roundhouse.core.text import join_words
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Suggestion
from roundhouse.games.rails.actions import BUMP, LIFT, PLACE, REMOVE
from roundhouse.games.rails.advice.moves import action_context, rate_district, worker_prior
from roundhouse.games.rails.advice.plans import Plan, plan_tiles, plan_value
from roundhouse.games.rails.names import RESOURCE_NAMES, TILE_NAMES, amount
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.outlook import preview_district
from roundhouse.games.rails.rules.phases.worker import count_bonus_workers
from roundhouse.games.rails.state import (
    FINANCIER,
    RESOURCE_KIND,
    SPACES,
    TILES,
    TRAIN_KIND,
    WORKER,
    ScratchLayout,
)

MAX_SUGGESTIONS = 3
MIN_SHARE = 0.6  # of the prior of the best suggestion


class _Use(NamedTuple):
    """A worker's move and the district that it would use."""

    prior: int
    action: int
    district: int
    advice: str
    reason: str


def suggest(state: State) -> list[Suggestion]:
    """Suggest the best worker's moves, each for a different district."""
    d = Decision(state)
    legal = d.legal()
    if d.phase != WORKER or len(legal) <= MAX_SUGGESTIONS:
        return []
    plan = action_context(d.board, d.s, ScratchLayout())
    uses: dict[int, _Use] = {}
    for action in legal:
        use = _rate(d, plan, action)
        if use and (use.district not in uses or use.prior > uses[use.district].prior):
            uses[use.district] = use
    ranked = sorted(uses.values(), key=lambda use: (-use.prior, use.action))[:MAX_SUGGESTIONS]
    return [
        Suggestion(d.text(use.action), use.advice, use.reason)
        for use in ranked
        if use.prior >= MIN_SHARE * ranked[0].prior
    ]


def _rate(d: Decision, plan: Plan, action: int) -> _Use | None:
    """Return the better use of a worker's move, or None if it cannot pay off."""
    is_leaving = REMOVE <= action < BUMP or action >= LIFT
    if action < BUMP:
        districts = list(d.board.space_ends[(action - PLACE) % SPACES])
    else:
        districts = [action - (BUMP if action < LIFT else LIFT)]
    prior = worker_prior(d.board, d.s, d.seat, plan, action)
    best = max(districts, key=lambda each: rate_district(d.board, d.s, d.seat, plan, each))
    bonus = count_bonus_workers(d.board, d.s, d.seat, best) - is_leaving
    if preview_district(d, best, bonus).warning:
        return None
    advice = _("Use {district}.", district=d.places.district(best))
    return _Use(prior, action, best, advice, _relate_to_plan(d, plan, best))


def _relate_to_plan(d: Decision, plan: Plan, district: int) -> str:
    """Say how a district helps the next route; empty if it does not."""
    missing = [plan_tiles(plan, tile) for tile in range(TILES)]
    if plan_value(plan) == 0:
        return ""
    kind, about = d.board.kind[district], d.board.about[district]
    if kind == RESOURCE_KIND:
        needed_tiles = [tile for tile in range(TILES) if d.board.made_from[tile] == about]
    elif kind == TRAIN_KIND:
        needed_tiles = [] if about == FINANCIER else [d.board.recipe_to[about]]
    else:
        return "" if any(missing) else _("Your tiles are enough for a route to a city.")
    lacking = [amount(missing[tile], TILE_NAMES[tile]) for tile in needed_tiles if missing[tile]]
    if not lacking:
        return ""
    tiles = join_words(lacking)
    if kind != RESOURCE_KIND:
        return _("Your next route lacks {tiles}.", tiles=tiles)
    source = _(RESOURCE_NAMES[about])
    return _("Your next route lacks {tiles}, made from {resource}.", tiles=tiles, resource=source)
