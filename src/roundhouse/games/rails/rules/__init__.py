"""The rules of Pacific Rails Inc. Letters and P-numbers in comments are those of RULES.md.

The functions here sort actions by the phase on top of the stack (see `state.py`); the rules
themselves are in the modules of this package.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import (
    AT,
    DRAW_GOAL,
    DROP_ONE,
    ENGINE_START,
    FREE_ONE,
    GAIN_ONE,
    GAIN_TILE,
    GO_HIRE,
    GO_LAY,
    MAKE_TILES,
    OPEN_ROW,
    SPEND_HATS,
)
from roundhouse.games.rails.rules.cargo import give_item, list_drops, list_gains, list_tiles, pick
from roundhouse.games.rails.rules.congress import (
    choose,
    do_each,
    list_choose,
    list_congress,
    list_each,
    visit_congress,
)
from roundhouse.games.rails.rules.flow import begin_action, choose_centre, settle
from roundhouse.games.rails.rules.hiring import hire, list_free, list_hires, welcome
from roundhouse.games.rails.rules.opening import (
    draw_goal,
    lay_table,
    list_goals,
    list_rows,
    list_starts,
    open_row,
    place_engine,
)
from roundhouse.games.rails.rules.production import do_special, list_special
from roundhouse.games.rails.rules.routes import (
    arrive,
    can_lay,
    list_arrival,
    list_engines,
    list_steps,
    start_route,
    step,
)
from roundhouse.games.rails.rules.scoring import better
from roundhouse.games.rails.rules.train import list_makes, make
from roundhouse.games.rails.rules.workers import (
    choose_district,
    list_districts,
    list_worker_moves,
    move_worker,
)
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
    RESOURCES,
    REWARD_CHOOSE,
    REWARD_EACH,
    ROUTE,
    SPECIAL,
    WORKER,
    Board,
    Scratch,
    State,
)

__all__ = ["apply", "legal", "ranks", "redeal", "scores", "setup", "weight"]


@rule
def setup(board: Board, s: State, seats: int, options: list[int]) -> None:
    lay_table(board, s, seats)


@rule
def legal(board: Board, s: State, scratch: Scratch, out: list[int]) -> int:
    phase = s.phase[s.depth - 1]
    seat = s.turn
    if phase == WORKER:
        return list_worker_moves(board, s, seat, out)
    if phase == DISTRICT:
        return list_districts(board, s, out)
    if phase == HATS:
        return list_hats(s, seat, out)
    if phase == MAKE:
        return list_makes(board, s, seat, out)
    if phase == SPECIAL:
        return list_special(board, s, seat, out)
    if phase == DROP:
        return list_drops(s, seat, out)
    if phase == CONGRESS:
        return list_congress(board, s, seat, out)
    if phase == ROUTE:
        return list_steps(board, s, seat, out)
    if phase == CENTRE:
        return list_centre(board, s, seat, out)
    if phase == HIRING:
        return list_hires(board, s, seat, out)
    if phase == LAY_ENGINE:
        return list_engines(board, s, seat, out)
    if phase == ARRIVAL:
        return list_arrival(board, s, seat, out)
    if phase == GAIN:
        return list_gains(s, s.second[s.depth - 1], out)
    if phase == PICK_TILE:
        return list_tiles(s, out)
    if phase == FREE:
        return list_free(s, out)
    if phase == REWARD_CHOOSE:
        return list_choose(board, s, seat, out)
    if phase == REWARD_EACH:
        return list_each(board, s, seat, out)
    if phase == GOAL:
        return list_goals(board, s, out)
    if phase == OPEN:
        return list_rows(out)
    return list_starts(board, s, seat, out)


@rule
def list_hats(s: State, seat: int, out: list[int]) -> int:
    for n in range(s.hats[seat] + 1):
        out[n] = SPEND_HATS + n
    return s.hats[seat] + 1


@rule
def list_centre(board: Board, s: State, seat: int, out: list[int]) -> int:
    lay = can_lay(board, s, seat, out)
    out[0] = GO_HIRE  # always legal (P7)
    if lay:
        out[1] = GO_LAY
        return 2
    return 1


@rule
def weight(board: Board, s: State, action: int) -> int:
    return 1


@rule
def apply(board: Board, s: State, scratch: Scratch, action: int) -> None:
    phase = s.phase[s.depth - 1]
    seat = s.turn
    if phase == WORKER:
        move_worker(board, s, seat, action)
    elif phase == DISTRICT:
        choose_district(s, seat, action - AT)
    elif phase == HATS:
        begin_action(board, s, seat, action - SPEND_HATS)
    elif phase == MAKE:
        make(board, s, seat, action - MAKE_TILES)
    elif phase == SPECIAL:
        do_special(board, s, seat, action)
    elif phase == DROP:
        give_item(s, seat, action - DROP_ONE, 1)
    elif phase == CONGRESS:
        visit_congress(board, s, seat, action)
    elif phase == ROUTE:
        step(board, s, seat, action)
    elif phase == CENTRE:
        choose_centre(s, seat, action)
    elif phase == HIRING:
        hire(board, s, seat, action)
    elif phase == LAY_ENGINE:
        start_route(board, s, seat, action)
    elif phase == ARRIVAL:
        arrive(board, s, seat, action)
    elif phase == GAIN:
        pick(board, s, action - GAIN_ONE)
    elif phase == PICK_TILE:
        pick(board, s, RESOURCES + action - GAIN_TILE)
    elif phase == FREE:
        welcome(board, s, seat, action - FREE_ONE)
    elif phase == REWARD_CHOOSE:
        choose(board, s, seat, action)
    elif phase == REWARD_EACH:
        do_each(board, s, seat, action)
    elif phase == GOAL:
        draw_goal(board, s, action - DRAW_GOAL)
    elif phase == OPEN:
        open_row(s, seat, action - OPEN_ROW)
    else:
        place_engine(board, s, seat, action - ENGINE_START)
    settle(board, s)


@rule
def scores(board: Board, s: State, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.score[seat]


@rule
def ranks(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 0
        for other in range(s.seats):
            if better(s, other, seat):
                out[seat] += 1


@rule
def redeal(board: Board, s: State, scratch: Scratch, seat: int, rng: list[int]) -> None:
    return  # nothing is hidden
