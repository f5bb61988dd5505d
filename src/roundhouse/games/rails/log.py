"""The log of Pacific Rails Inc., prompts, and why a game ended."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.view import End, nothing_hidden
from roundhouse.games.rails import actions as words
from roundhouse.games.rails.components import RESOURCE_NAMES, TILE_NAMES
from roundhouse.games.rails.names import (
    ITEM_NAMES,
    SPECIALS,
    Places,
    count,
    items,
    specialist,
    token,
)
from roundhouse.games.rails.rules.cargo import limit, load
from roundhouse.games.rails.rules.train import STEPS
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
    RESOURCE_KIND,
    RESOURCES,
    REWARD_CHOOSE,
    REWARD_EACH,
    ROUTE,
    SPECIAL,
    TRAIN,
    Board,
    Position,
    State,
)


def end_reason(s: State) -> str:
    """`line`: the coasts were joined; `rounds`: P8."""
    if s.turn != OVER:
        return ""
    return "line" if s.joined else "rounds"


redact = nothing_hidden


def end(position: Position) -> End:
    joined = position.twin.joined
    said = f"@{joined - 1} joined the coasts" if joined else "the last round is over"
    return End(end_reason(position.twin), said)


def prompt(board: Board, s: State, places: Places, mine: bool) -> str:
    """What is to be decided and how much is left of it."""
    if s.turn == OVER:
        return "The game is over"
    asked = _asked(board, s, places)
    return asked if mine else f"@{s.turn}: {asked}" if s.turn >= 0 else asked


def _asked(board: Board, s: State, places: Places) -> str:
    top = s.depth - 1
    phase, first, second = s.phase[top], s.first[top], s.second[top]
    if phase == GOAL:
        return f"Goal {first + 1} of {board.goals_in_play} is drawn"
    if phase == DISTRICT:
        return "Choose the district to act at"
    if phase == HATS:
        return f"{places.district(first)}: spend hats for more?"
    if phase == SPECIAL:
        return f"{_special(board, second, places)}: {count(first, 'use')} left"
    if phase == MAKE:
        return f"Train: {_where(s)}, {specialist(first)}, up to {count(second, 'conversion')}"
    if phase == CONGRESS:
        return f"Congress: a budget of {count(s.budget, 'action')} and " + count(
            s.cargo[s.turn][1], "coin"
        )
    if phase == REWARD_EACH:
        left = [name for n, name in ((first, "a station"), (second, "a telegraph")) if n]
        return f"Reward: {' and '.join(left)} may be built"
    if phase == GAIN:
        return f"Choose a resource ({first} to take)"
    if phase == PICK_TILE:
        return f"Choose a tile ({first} to take)"
    if phase == DROP:
        over = load(s, s.turn) - limit(board, s, s.turn)
        return f"The cargo holds {limit(board, s, s.turn)}: drop {over}"
    if phase == HIRING:
        return f"Hire specialists: {count(first, 'use')} left"
    if phase == LAY_ENGINE:
        return f"Lay track: {count(first, 'route')} left; choose the engine that starts"
    if phase == ROUTE:
        return f"The route is at {places.cell(first)}: step on" + (
            ", or end it here" if board.city_at[first] >= 0 and any(s.fresh) else ""
        )
    if phase == ARRIVAL:
        return f"{places.city(first)} is reached: what do you build?"
    return _PLAIN.get(phase, "Place a worker, or take one back")


_PLAIN = {
    OPEN: "Choose the resource whose row starts without a house",
    ENGINE_ONE: "Place your first engine, on either coast",
    ENGINE_TWO: "Place your second engine, on the other coast",
    CENTRE: "Hire specialists, or lay track",
    REWARD_CHOOSE: "Reward: a house on a site, or an upgrade",
    FREE: "Choose the free specialist of your first carriage",
}


def _special(board: Board, resource: int, places: Places) -> str:
    row = next(d for d in places.districts if d.get("resource") == RESOURCE_NAMES[resource])
    return (
        f"Pay 1 {RESOURCE_NAMES[board.special_pay[resource]]} to "
        + (SPECIALS[row["special"]["effect"]])
    )


def _where(s: State) -> str:
    """The part of the train that works: the step under way is one before the frame's next."""
    step = next(s.first[n] for n in range(s.depth) if s.phase[n] == TRAIN)
    return "foreman" if step == 0 else f"carriage {(step - 1) // STEPS + 1}"


def sentence(before: Position, action: int, after: Position, seat: int | None) -> str:
    """The log's line for an action; small steps on the way to something are left out."""
    s: State = before.twin
    board: Board = before.board
    then: State = after.twin
    places = Places(board, before.game.board_file.data)
    said = [_deed(board, s, then, places, action), *_events(s, then)]
    return "; ".join(part for part in said if part)


def _deed(board: Board, s: State, then: State, places: Places, action: int) -> str:
    who = f"@{s.turn}"
    for first, tell in _TELLERS:
        if action >= first:
            return tell(board, s, then, places, action - first, who)
    return ""


def _events(s: State, then: State) -> list[str]:
    """What else happened: points, the line, the end."""
    gains = [(seat, then.score[seat] - s.score[seat]) for seat in range(s.seats)]
    told = []
    if then.joined and not s.joined:
        told.append(f"@{then.joined - 1} joins the coasts: each seat gets equally many turns")
    points = [f"@{seat} +{n} VP" for seat, n in gains if n]
    if points:
        told.append(", ".join(points))
    if then.turn == OVER:
        told.append("the game ends")
    return told


def _quiet(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return ""


def _done(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    if s.phase[s.depth - 1] != ROUTE:
        return ""
    tiles = sum(bin(word).count("1") for word in s.fresh)
    return f"{who} lays {count(tiles, 'tile')} to {places.cell(s.first[s.depth - 1])}"


def _goal(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"Goal: {places.goals[n]['name']}"


def _open(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} opens {RESOURCE_NAMES[n]}"


def _start(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    if s.phase[s.depth - 1] == LAY_ENGINE:
        return ""
    return f"{who} places an engine at {places.starts[n]['name']}"


def _bump(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} bumps all workers off {places.district(n)}"


def _hats(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    district = s.first[s.depth - 1]
    said = f"{who} acts at {places.district(district)}"
    if n:
        said += f" with {count(n, 'hat')}"
    if board.kind[district] == RESOURCE_KIND:
        resource = board.about[district]
        got = then.cargo[s.turn][resource] - s.cargo[s.turn][resource]
        said += f" and collects {count(got, RESOURCE_NAMES[resource])}"
    return said


def _house(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return (
        f"{who} puts a house of the {RESOURCE_NAMES[n // RESOURCES]} row on a site of "
        + (RESOURCE_NAMES[n % RESOURCES])
    )


def _upgrade(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} upgrades a carriage: {token(n)}"


def _station(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} builds a railway station in {places.city(n // RESOURCES)}"


def _telegraph(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} builds a telegraph in {places.city(n)}"


def _make(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    if n == 0:
        return ""
    return f"{who} makes {count(n, TILE_NAMES[board.recipe_to[s.first[s.depth - 1]]])}"


def _lobby(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} lobbies senator {n + 1}: {places.reward(n)}"


def _reset(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} calls {count(sum(s.lobbied), 'senator')} back"


def _gain(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} gains {count(1, ITEM_NAMES[n])}"


def _free(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} gets a free {specialist(n)}"


def _drop(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} drops {count(1, ITEM_NAMES[n])}"


def _hire(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    paid = [a - b for a, b in zip(s.cargo[s.turn], then.cargo[s.turn], strict=True)]
    return f"{who} hires {_one(specialist(n))} for {items(paid)}"


def _one(thing: str) -> str:
    return f"{'an' if thing[0] in 'AEIOU' else 'a'} {thing}"


def _arrive(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} builds a railway station in {places.city(s.first[s.depth - 1])}"


def _wire(board: Board, s: State, then: State, places: Places, n: int, who: str) -> str:
    return f"{who} builds a telegraph in {places.city(s.first[s.depth - 1])}"


_TELLERS = [
    (words.BUILD_TELEGRAPH, _wire),
    (words.BUILD_STATION, _arrive),
    (words.TO, _quiet),
    (words.HIRE_ONE, _hire),
    (words.DROP_ONE, _drop),
    (words.FREE_ONE, _free),
    (words.GAIN_ONE, _gain),
    (words.RESET, _reset),
    (words.LOBBY, _lobby),
    (words.MAKE_TILES, _make),
    (words.TELEGRAPH, _telegraph),
    (words.STATION, _station),
    (words.UPGRADE, _upgrade),
    (words.HOUSE, _house),
    (words.GO_HIRE, _quiet),
    (words.SPEND_HATS, _hats),
    (words.LIFT, _quiet),
    (words.BUMP, _bump),
    (words.PLACE, _quiet),
    (words.ENGINE_CITY, _quiet),
    (words.ENGINE_START, _start),
    (words.OPEN_ROW, _open),
    (words.DRAW_GOAL, _goal),
    (words.DONE, _done),
]
