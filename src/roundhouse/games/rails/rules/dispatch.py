"""Dispatch to the rules of the phase on top of the stack, and settle the stack.

Compiled rules cannot use tables of functions, so these are chains of comparisons, most frequent
phase first. The rules of a phase are in its module in `phases`.
"""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.cargo import cargo_limit, cargo_load
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.phases.arrival import arrive, list_arrival
from roundhouse.games.rails.rules.phases.centre import choose_centre, list_centre
from roundhouse.games.rails.rules.phases.congress import act_in_congress, list_congress
from roundhouse.games.rails.rules.phases.district import choose_district, list_districts
from roundhouse.games.rails.rules.phases.drop import drop, list_drops
from roundhouse.games.rails.rules.phases.free import can_be_free, list_free, take_free_specialist
from roundhouse.games.rails.rules.phases.gain import can_gain, gain, list_gains
from roundhouse.games.rails.rules.phases.goal import draw_goal, list_goals
from roundhouse.games.rails.rules.phases.hats import list_hats, spend_hats
from roundhouse.games.rails.rules.phases.hiring import hire, list_hires
from roundhouse.games.rails.rules.phases.lay_engine import list_engines, start_route
from roundhouse.games.rails.rules.phases.make import list_makes, make
from roundhouse.games.rails.rules.phases.open_row import list_rows, open_row
from roundhouse.games.rails.rules.phases.pick_tile import can_pick_tile, list_tiles, pick_tile
from roundhouse.games.rails.rules.phases.place_engine import list_starts, place_engine
from roundhouse.games.rails.rules.phases.reward_choose import (
    can_choose,
    choose,
    end_choose,
    list_choose,
)
from roundhouse.games.rails.rules.phases.reward_each import do_each, list_each
from roundhouse.games.rails.rules.phases.route import list_steps, step
from roundhouse.games.rails.rules.phases.special import do_special, list_special
from roundhouse.games.rails.rules.phases.train import advance_train
from roundhouse.games.rails.rules.phases.worker import list_worker_moves, move_worker
from roundhouse.games.rails.rules.scoring import final_points
from roundhouse.games.rails.state import (
    ARRIVAL,
    CENTRE,
    CONGRESS,
    DISTRICT,
    DROP,
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
    TRAIN,
    WORKER,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def legal(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> int:
    phase = s.phase[s.depth - 1]
    seat = s.turn
    if phase == WORKER:
        return list_worker_moves(board, s, scratch, seat, out)
    if phase == DISTRICT:
        return list_districts(board, s, scratch, seat, out)
    if phase == HATS:
        return list_hats(board, s, scratch, seat, out)
    if phase == MAKE:
        return list_makes(board, s, scratch, seat, out)
    if phase == SPECIAL:
        return list_special(board, s, scratch, seat, out)
    if phase == DROP:
        return list_drops(board, s, scratch, seat, out)
    if phase == CONGRESS:
        return list_congress(board, s, scratch, seat, out)
    if phase == ROUTE:
        return list_steps(board, s, scratch, seat, out)
    if phase == CENTRE:
        return list_centre(board, s, scratch, seat, out)
    if phase == HIRING:
        return list_hires(board, s, scratch, seat, out)
    if phase == LAY_ENGINE:
        return list_engines(board, s, scratch, seat, out)
    if phase == ARRIVAL:
        return list_arrival(board, s, scratch, seat, out)
    if phase == GAIN:
        return list_gains(board, s, scratch, seat, out)
    if phase == PICK_TILE:
        return list_tiles(board, s, scratch, seat, out)
    if phase == FREE:
        return list_free(board, s, scratch, seat, out)
    if phase == REWARD_CHOOSE:
        return list_choose(board, s, scratch, seat, out)
    if phase == REWARD_EACH:
        return list_each(board, s, scratch, seat, out)
    if phase == GOAL:
        return list_goals(board, s, scratch, seat, out)
    if phase == OPEN:
        return list_rows(board, s, scratch, seat, out)
    return list_starts(board, s, scratch, seat, out)


@rule
def apply(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int) -> None:
    phase = s.phase[s.depth - 1]
    seat = s.turn
    if phase == WORKER:
        move_worker(board, s, scratch, seat, action)
    elif phase == DISTRICT:
        choose_district(board, s, scratch, seat, action)
    elif phase == HATS:
        spend_hats(board, s, scratch, seat, action)
    elif phase == MAKE:
        make(board, s, scratch, seat, action)
    elif phase == SPECIAL:
        do_special(board, s, scratch, seat, action)
    elif phase == DROP:
        drop(board, s, scratch, seat, action)
    elif phase == CONGRESS:
        act_in_congress(board, s, scratch, seat, action)
    elif phase == ROUTE:
        step(board, s, scratch, seat, action)
    elif phase == CENTRE:
        choose_centre(board, s, scratch, seat, action)
    elif phase == HIRING:
        hire(board, s, scratch, seat, action)
    elif phase == LAY_ENGINE:
        start_route(board, s, scratch, seat, action)
    elif phase == ARRIVAL:
        arrive(board, s, scratch, seat, action)
    elif phase == GAIN:
        gain(board, s, scratch, seat, action)
    elif phase == PICK_TILE:
        pick_tile(board, s, scratch, seat, action)
    elif phase == FREE:
        take_free_specialist(board, s, scratch, seat, action)
    elif phase == REWARD_CHOOSE:
        choose(board, s, scratch, seat, action)
    elif phase == REWARD_EACH:
        do_each(board, s, scratch, seat, action)
    elif phase == GOAL:
        draw_goal(board, s, scratch, seat, action)
    elif phase == OPEN:
        open_row(board, s, scratch, seat, action)
    else:
        place_engine(board, s, scratch, seat, action)
    settle(board, s)


@rule
def settle(board: BoardLayout, s: StateLayout) -> None:
    """Resolve frames until one needs a decision or the game is over."""
    while s.turn != OVER:
        if s.depth == 0:
            end_turn(board, s)
            continue
        top = s.depth - 1
        phase = s.phase[top]
        if phase == TRAIN:
            advance_train(board, s)
        elif is_spent(board, s, phase):
            if phase == REWARD_CHOOSE:
                end_choose(s, s.actor[top])
            else:
                pop(s)
        else:
            s.turn = s.actor[top]
            return


@rule
def is_spent(board: BoardLayout, s: StateLayout, phase: int) -> bool:
    """Return whether the top frame has no decision left (RULES 12)."""
    top = s.depth - 1
    seat = s.actor[top]
    if phase == DROP:
        return cargo_load(s, seat) <= cargo_limit(board, s, seat)
    if phase == SPECIAL or phase == HIRING or phase == LAY_ENGINE:
        return s.first[top] == 0
    if phase == CONGRESS:
        return s.budget == 0
    if phase == GAIN:
        return s.first[top] == 0 or not can_gain(s)
    if phase == PICK_TILE:
        return s.first[top] == 0 or not can_pick_tile(s)
    if phase == FREE:
        return not can_be_free(s)
    if phase == REWARD_CHOOSE:
        return not can_choose(board, s, seat)
    if phase == REWARD_EACH:
        return s.first[top] == 0 and s.second[top] == 0
    return False


@rule
def end_turn(board: BoardLayout, s: StateLayout) -> None:
    """Start the next seat's turn; the game ends after a full round (RULES 9.1)."""
    if s.mover + 1 < s.seats:
        s.mover += 1
    elif s.joined > 0 or s.round_number == board.max_rounds:  # P8
        final_points(board, s)
        s.mover = 0
        s.turn = OVER
        return
    else:
        s.mover = 0
        s.round_number += 1
    push(s, WORKER, s.mover, 0, 0)
