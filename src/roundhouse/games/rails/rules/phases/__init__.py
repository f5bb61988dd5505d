"""The phases, one module each: legal moves, their effects and their texts.

`rules/dispatch.py` calls the rules by name. `PHASES` holds the texts.
"""

from __future__ import annotations

from roundhouse.games.rails.rules.decision import Phase
from roundhouse.games.rails.rules.phases import (
    arrival,
    centre,
    congress,
    district,
    drop,
    free,
    gain,
    goal,
    hats,
    hiring,
    lay_engine,
    make,
    open_row,
    pick_tile,
    place_engine,
    reward_choose,
    reward_each,
    route,
    special,
    worker_words,
)
from roundhouse.games.rails.state import (
    ARRIVAL,
    CENTRE,
    CONGRESS,
    DISTRICT,
    DROP,
    ENGINE_ONE,
    ENGINE_TWO,
    FREE,
    GAIN,
    GOAL,
    HATS,
    HIRING,
    LAY_ENGINE,
    MAKE,
    OPEN,
    PICK_TILE,
    REWARD_CHOOSE,
    REWARD_EACH,
    ROUTE,
    SPECIAL,
    WORKER,
)

PHASES: dict[int, Phase] = {
    GOAL: goal.PHASE,
    OPEN: open_row.PHASE,
    ENGINE_ONE: place_engine.PHASE,
    ENGINE_TWO: place_engine.PHASE,
    WORKER: worker_words.PHASE,
    DISTRICT: district.PHASE,
    HATS: hats.PHASE,
    CENTRE: centre.PHASE,
    SPECIAL: special.PHASE,
    MAKE: make.PHASE,
    CONGRESS: congress.PHASE,
    REWARD_CHOOSE: reward_choose.PHASE,
    REWARD_EACH: reward_each.PHASE,
    GAIN: gain.PHASE,
    PICK_TILE: pick_tile.PHASE,
    FREE: free.PHASE,
    DROP: drop.PHASE,
    HIRING: hiring.PHASE,
    LAY_ENGINE: lay_engine.PHASE,
    ROUTE: route.PHASE,
    ARRIVAL: arrival.PHASE,
}
