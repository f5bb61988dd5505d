"""What a visitor gets to see of a table: the context of its page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.web import opponents, present
from roundhouse.web.house import House
from roundhouse.web.tables import ENDED, PLAYING, Table, last_choice

LOG_LINES = 60


@dataclass(frozen=True)
class Viewpoint:
    """Through whose eyes: a seat, or None for a spectator. `curtain`: several people share this
    screen and the game has secrets, so nobody's are shown until one says who is looking."""

    seat: int | None
    mine: tuple[int, ...]
    curtain: bool = False
    pinned: bool = False  # one of several at this screen has said who is looking


def concerned(table: Table, person: str | None) -> bool:
    """Whether a person is more than a spectator here."""
    if person is None:
        return False
    return table.row["host"] == person or any(c.person == person for c in table.chairs)


def viewpoint(table: Table, person: str | None, asked: int | None) -> Viewpoint:
    acting = table.seats_of(person)
    mine = (*acting, *table.handed_over(person))
    if asked in mine:
        return Viewpoint(asked, mine, pinned=len(mine) > 1 and table.reel.secrets)
    if not mine:
        return Viewpoint(None, ())
    if len(mine) == 1:
        return Viewpoint(mine[0], mine)
    if table.reel.secrets and table.phase == PLAYING:
        return Viewpoint(None, mine, curtain=True)
    if table.turn in mine:
        return Viewpoint(table.turn, mine)
    last = last_choice(table.match, mine)
    return Viewpoint(mine[0] if last is None else table.match.line[last].entry.seat, mine)


def may_have_hints(table: Table) -> bool:
    """Only where nobody else is at a disadvantage: all others are bots."""
    return table.phase == PLAYING and len(table.people()) == 1


def baseline(table: Table, eyes: Viewpoint, since: int | None) -> int:
    """The ply since which things are new: one's own last move, or what a spectator saw last."""
    ply = table.match.ply
    if eyes.mine:
        last = last_choice(table.match, eyes.mine)
        return 0 if last is None else last + 1
    return ply if since is None else max(0, min(since, ply))


def context(
    house: House, table: Table, person: str | None, asked: int | None, since: int | None
) -> dict[str, Any]:
    """Everything the table's templates print."""
    eyes = viewpoint(table, person, asked)
    match, names = table.match, table.names
    old = baseline(table, eyes, since)
    look = table.look(eyes.seat)
    before = table.look(eyes.seat, old) if 0 < old < match.ply else None
    acting = table.seats_of(person)
    my_turn = table.phase == PLAYING and table.turn in acting
    may_choose = my_turn and eyes.seat == table.turn
    present_people, pages = house.hub.present(table.id)
    scene = present.scene(look, before, names)
    if eyes.curtain and my_turn:
        scene["prompt"] = present.rich(f"@{table.turn} is to act", names)
    return {
        **scene,
        "table": table,
        "game": table.game.meta,
        "eyes": eyes,
        "names": names,
        "ply": match.ply,
        "revision": table.revision,
        "phase": table.phase,
        "unit": table.game.meta.unit,
        "groups": present.groups(look.view, names) if may_choose else [],
        "my_turn": my_turn,
        "acting": acting,
        "since": old,
        "may_hint": may_choose and may_have_hints(table),
        "hint": (),
        "log": present.log_lines(table.reel.log(eyes.seat), names, old, LOG_LINES),
        "log_length": len(table.reel.log(eyes.seat)),
        "may_undo": any(table.match.undo_ply(s) is not None for s in acting)
        if table.phase == PLAYING
        else False,
        "may_ask": bool(acting)
        and table.phase == PLAYING
        and last_choice(match, acting) is not None,
        "alone": len(table.people()) <= 1,
        "proposal": table.proposal,
        "present": present_people,
        "pages": pages,
        "person": person,
        "hosting": person is not None and table.row["host"] == person,
        "levels": opponents.opponents(),
        "usual": opponents.usual(),
        "thinking": table.thinking,
        "waiting_for": table.turn if table.turn != OVER else None,
        "finished": table.phase == ENDED and match.over,
    }
