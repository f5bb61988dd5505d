"""The log of Union Pacific: a line for each move, as one seat may read it."""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.core.view import End
from roundhouse.games.union.actions import (
    BUILD,
    CARD_NAMES,
    DEAL,
    DISCARD_CARD,
    DIVIDEND,
    DRAW_CARD,
    KEEP,
    PASS,
    PLAY,
    REPLACE,
    SHOW,
    TAKE_DECK,
    TAKE_SHARE,
    TAKE_UP,
    TRADE_SHARE,
    build_parts,
)
from roundhouse.games.union.rules.dividend import first_payment
from roundhouse.games.union.state import (
    BY_DEADLOCK,
    DRAW,
    OPEN_DISPLAY,
    REFILL,
    TURN,
    UP,
    Board,
    Position,
    State,
)

UNION = "Union Pacific"
TRACKS = ("no line", "a dashed line", "a black line", "a white line", "any line")


def card_name(card: int) -> str:
    """A track card in words."""
    return "a wild card" if CARD_NAMES[card] == "wild" else f"a card with {TRACKS[card]}"


def secret(before: Position, action: int, seat: int | None) -> bool:
    """Whether a move's object is hidden from `seat` when it is made."""
    s: State = before.twin
    if s.active == seat:
        return False
    if action < DEAL:
        return True
    if action < DIVIDEND:
        return s.phase not in (OPEN_DISPLAY, REFILL)
    return SHOW <= action < PLAY or TRADE_SHARE <= action < KEEP


def end(position: Position) -> End:
    s = position.twin
    if s.ended == BY_DEADLOCK:
        return End(
            "deadlock", "nobody could build or invest any more; the remaining dividends were paid"
        )
    nth = "third" if s.seats == 2 else "fourth"
    return End("dividend", f"the {nth} and last dividend was paid")


def redact(before: Position, action: int, seat: int | None) -> str:
    """The words of a move as `seat` may see them."""
    words = before.game.text(action)
    return f"{words.split()[0]} ?" if secret(before, action, seat) else words


def sentence(before: Position, action: int, after: Position, seat: int | None) -> str:
    """The log's line for an action, as `seat` may read it; empty if it is not worth one."""
    s: State = before.twin
    board: Board = before.board
    data = before.game.board_file.data
    hidden = secret(before, action, seat)
    if BUILD <= action < PASS:
        said = _build(s, board, data, action)
    elif action <= DIVIDEND:
        said = _chance(s, data, action, hidden)
    elif action < PLAY:
        said = _show(s, data, action - SHOW, hidden)
    elif action < REPLACE:
        said = f"@{s.active} plays a share of {share_name(data, action - PLAY)}"
    elif action < TAKE_SHARE:
        said = f"@{s.active} exchanges {card_name(action - REPLACE)}"
    elif action <= TAKE_UP:
        said = _take(s, data, action)
    elif action < KEEP:
        what = "a share" if hidden else f"a share of {share_name(data, action - TRADE_SHARE)}"
        said = f"@{s.active} trades {what} for {UNION}"
    elif action == PASS:
        said = f"@{s.active} can neither build nor invest"
    elif action >= DISCARD_CARD:
        said = f"@{s.active} discards {card_name(action - DISCARD_CARD)}"
    else:
        said = ""
    paid = _payments(s, after.twin)
    line = "; ".join(part for part in (said, *paid) if part)
    return line[:1].upper() + line[1:]


def share_name(data: dict[str, Any], share: int) -> str:
    return UNION if share == UP else str(data["company"][share]["name"])


def city_name(data: dict[str, Any], city: str) -> str:
    return next(str(row["name"]) for row in data["city"] if row["id"] == city)


def _chance(s: State, data: dict[str, Any], action: int, hidden: bool) -> str:
    if action < DEAL:
        opening = s.phase != DRAW
        if hidden:
            return "" if opening else f"@{s.active} draws a track card"
        return f"@{s.active} {'is dealt' if opening else 'draws'} {card_name(action - DRAW_CARD)}"
    if action == DIVIDEND:
        return "A dividend card turns up"
    company = action - DEAL
    name = share_name(data, company)
    if s.phase in (OPEN_DISPLAY, REFILL):
        if s.display[company] == 3:
            return f"{name} comes to the display for the fourth time; all four leave the game"
        return f"{name} comes to the display"
    opening = s.phase < DRAW
    if hidden:
        return "" if opening else f"@{s.active} draws a share from the deck"
    return f"@{s.active} {'is dealt' if opening else 'draws'} a share of {name}"


def _show(s: State, data: dict[str, Any], share: int, hidden: bool) -> str:
    if s.active + 1 < s.seats:
        choice = "a share" if hidden else share_name(data, share)
        return f"@{s.active} chooses {choice} to show"
    shown = [*(s.pending[n] - 1 for n in range(s.seats - 1)), share]
    return "All show: " + ", ".join(f"@{n} {share_name(data, c)}" for n, c in enumerate(shown))


def _take(s: State, data: dict[str, Any], action: int) -> str:
    if action == TAKE_DECK:
        return ""  # the card's own line follows
    what = UNION if action == TAKE_UP else share_name(data, action - TAKE_SHARE)
    return f"@{s.active} takes a share of {what}"


def _build(s: State, board: Board, data: dict[str, Any], action: int) -> str:
    company, section, card = build_parts(action)
    row = data["section"][section]
    first = first_payment(board, s, company) + 1
    wild = " with a wild card" if CARD_NAMES[card] == "wild" else ""
    return (
        f"@{s.active} builds for {share_name(data, company)} between {city_name(data, row['a'])} "
        f"and {city_name(data, row['b'])}{wild}: its dividend is {first} and {first // 2} now"
    )


def _payments(s: State, after: State) -> list[str]:
    """What is paid when an action ends a turn."""
    if s.phase < TURN:
        return []
    if after.paid == s.paid:
        return []
    gains = [
        f"@{n} {after.money[n] - s.money[n]}" for n in range(s.seats) if after.money[n] > s.money[n]
    ]
    which = f"dividend {after.paid} is"
    if after.paid > s.paid + 1:
        which = f"dividends {s.paid + 1} to {after.paid} are"
    said = [f"{which} paid: {', '.join(gains) or 'nothing'}"]
    if after.turn == OVER:
        said.append("the game ends")
    return said
