"""What comes next: settling the stack of frames, and the change of turns."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import GO_HIRE
from roundhouse.games.rails.rules.cargo import can_gain, can_pick_tile, limit, load
from roundhouse.games.rails.rules.congress import can_choose, end_choose
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.hiring import can_be_free
from roundhouse.games.rails.rules.production import collect
from roundhouse.games.rails.rules.scoring import final_points
from roundhouse.games.rails.rules.train import activate, advance
from roundhouse.games.rails.rules.workers import workers_at
from roundhouse.games.rails.state import (
    CENTRE,
    CONGRESS,
    DROP,
    FREE,
    GAIN,
    HIRING,
    LAY_ENGINE,
    PICK_TILE,
    RESOURCE_KIND,
    REWARD_CHOOSE,
    REWARD_EACH,
    SPECIAL,
    TRAIN,
    TRAIN_KIND,
    WORKER,
    Board,
    State,
)


@rule
def begin_action(board: Board, s: State, seat: int, hats: int) -> None:
    """The hats are spent and the bonus is known: the district's action begins."""
    top = s.depth - 1
    district = s.first[top]
    # The worker just put there is not an extra one (P2); one taken away is gone already.
    bonus = hats + workers_at(board, s, seat, district) - s.second[top]
    pop(s)
    s.hats[seat] -= hats
    kind = board.kind[district]
    if kind == RESOURCE_KIND:
        collect(board, s, seat, board.about[district], bonus)
    elif kind == TRAIN_KIND:
        activate(board, s, seat, board.about[district], bonus)
    else:
        push(s, CENTRE, seat, 1 + bonus, 0)


@rule
def choose_centre(s: State, seat: int, action: int) -> None:
    """One kind for the whole action."""
    uses = s.first[s.depth - 1]
    pop(s)
    if action == GO_HIRE:
        push(s, HIRING, seat, uses, 0)
    else:
        push(s, LAY_ENGINE, seat, uses, 1)


@rule
def settle(board: Board, s: State) -> None:
    """Go on until the top frame has something to ask, or the game is over."""
    while s.turn != OVER:
        if s.depth == 0:
            end_turn(board, s)
            continue
        top = s.depth - 1
        phase = s.phase[top]
        if phase == TRAIN:
            advance(board, s)
        elif is_spent(board, s, phase):
            if phase == REWARD_CHOOSE:
                end_choose(s, s.actor[top])
            else:
                pop(s)
        else:
            s.turn = s.actor[top]
            return


@rule
def is_spent(board: Board, s: State, phase: int) -> bool:
    """Whether the top frame has nothing (more) to ask (A)."""
    top = s.depth - 1
    seat = s.actor[top]
    if phase == DROP:
        return load(s, seat) <= limit(board, s, seat)
    if phase == SPECIAL or phase == HIRING or phase == LAY_ENGINE:
        return s.first[top] == 0
    if phase == CONGRESS:
        return s.budget == 0
    if phase == GAIN:
        return s.first[top] == 0 or not can_gain(s, s.second[top])
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
def end_turn(board: Board, s: State) -> None:
    """The next seat's turn; the game ends when all have had equally many."""
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
