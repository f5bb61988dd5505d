"""The log of Union Pacific: a line for each move, as one seat may read it.

What is told of a position is what the seat may know of it: nothing here reads a hand, the deck or
a trade, but for the object of the move itself where `secret` allows it and for the deck of a
finished game of two. Before and after may be two positions that the seat only imagines, each for
itself.
"""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.text import capital
from roundhouse.core.view import End, Event, ScorePart
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
from roundhouse.games.union.cards import happened, parts
from roundhouse.games.union.names import (
    UNION,
    Data,
    card_name,
    city_name,
    share_name,
    share_row,
    shares_text,
)
from roundhouse.games.union.rules.dividend import first_payment, silent_payment, silent_shares
from roundhouse.games.union.state import (
    BY_DEADLOCK,
    DRAW,
    OPEN_DISPLAY,
    OPEN_SHOW,
    REFILL,
    UP,
    Board,
    Position,
    State,
)


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
    return f"{words.split()[0]} ?" if secret(before.twin, action, seat) else words


def secret(before: State, action: int, seat: int | None) -> bool:
    """Whether a move's object is hidden from `seat` when it is made."""
    if before.active == seat:
        return False
    if action < DEAL:
        return True
    if action < DIVIDEND:
        return before.phase not in (OPEN_DISPLAY, REFILL)
    return SHOW <= action < PLAY or TRADE_SHARE <= action < KEEP


def sentence(before: Position, action: int, after: Position, seat: int | None) -> str:
    """The log's line for an action, as `seat` may read it; empty if it is not worth one."""
    old, new = before.twin, after.twin
    data = before.game.board_file.data
    if BUILD <= action < PASS:
        said = _build(before.board, old, new, data, action)
    else:
        said = _other(old, new, data, action, secret(old, action, seat))
    paid = _payments(before.board, old, new, data)
    return capital("; ".join(part for part in (said, *paid) if part))


def _other(old: State, new: State, data: Data, action: int, hidden: bool) -> str:
    """Every action that is no build."""
    who = f"@{old.active}"
    if action <= DIVIDEND:
        return _chance(old, new, data, action, hidden)
    if action < PLAY:
        return _show(old, new, data, action - SHOW, hidden)
    if action < REPLACE:
        return f"{who} plays a share of {share_name(data, action - PLAY)}"
    if action < TAKE_SHARE:
        return f"{who} exchanges {card_name(action - REPLACE)}"
    if action == TAKE_DECK:
        return ""  # the card's own line follows
    if action <= TAKE_UP:
        what = UNION if action == TAKE_UP else share_name(data, action - TAKE_SHARE)
        return f"{who} takes a share of {what}"
    if action < KEEP:
        what = "a share" if hidden else f"a share of {share_name(data, action - TRADE_SHARE)}"
        return f"{who} trades {what} for {UNION}"
    if action == PASS:
        return f"{who} can neither build nor invest"
    if action >= DISCARD_CARD:
        return f"{who} discards {card_name(action - DISCARD_CARD)}"
    return ""  # keep, done


def _chance(old: State, new: State, data: Data, action: int, hidden: bool) -> str:
    if action == DIVIDEND:
        return "A dividend card turns up"
    if action >= DEAL and old.phase in (OPEN_DISPLAY, REFILL):
        name = share_name(data, action - DEAL)
        if new.removed != old.removed:
            return f"{name} comes to the display for the fourth time; all four leave the game"
        return f"{name} comes to the display"
    verb = "is dealt" if old.phase < DRAW else "draws"
    if action < DEAL:
        what, veiled = card_name(action - DRAW_CARD), "a track card"
    else:
        what, veiled = f"a share of {share_name(data, action - DEAL)}", "a share from the deck"
    if not hidden:
        return f"@{old.active} {verb} {what}"
    return "" if old.phase < DRAW else f"@{old.active} draws {veiled}"


def _show(old: State, new: State, data: Data, share: int, hidden: bool) -> str:
    if new.phase == OPEN_SHOW:
        choice = "a share" if hidden else share_name(data, share)
        return f"@{old.active} chooses {choice} to show"
    shown = [front.index(1) for front in new.front[: new.seats]]  # all there is in front so far
    return "All show: " + ", ".join(f"@{n} {share_name(data, c)}" for n, c in enumerate(shown))


def _build(board: Board, old: State, new: State, data: Data, action: int) -> str:
    company, section, card = build_parts(action)
    row = data["section"][section]
    first = first_payment(board, new, company)
    wild = " with a wild card" if CARD_NAMES[card] == "wild" else ""
    return (
        f"@{old.active} builds for {share_name(data, company)} between {city_name(data, row['a'])} "
        f"and {city_name(data, row['b'])}{wild}: its dividend is {first} and {first // 2} now"
    )


def _payments(board: Board, old: State, new: State, data: Data) -> list[str]:
    """What is paid when an action ends a turn."""
    if new.paid == old.paid:
        return []
    gains = [
        f"@{n} {new.money[n] - old.money[n]}"
        for n in range(old.seats)
        if new.money[n] > old.money[n]
    ]
    which = f"dividend {new.paid} is"
    if new.paid > old.paid + 1:
        which = f"dividends {old.paid + 1} to {new.paid} are"
    said = [f"{which} paid: {', '.join(gains) or 'nothing'}"]
    if new.turn == OVER:
        if new.seats == 2:
            said.append(_silent_owner(board, new, data))
        said.append("the game ends")
    return said


def _silent_owner(board: Board, s: State, data: Data) -> str:
    """Whose money it was that nobody got (U12)."""
    shares = (*range(board.companies), UP)
    held = {share_row(data, n)["id"]: silent_shares(s, n) for n in shares}
    lost = silent_payment(board, s)
    return f"the silent owner of {shares_text(data, held)} gets {lost}, which nobody has"


def events(before: Position, action: int, after: Position, seat: int | None) -> tuple[Event, ...]:
    """What deserves a card of its own; the same for every seat, for all of it is open."""
    return tuple(happened(before, action, after, end(after) if after.over else None))


def breakdown(position: Position) -> tuple[ScorePart, ...]:
    """Where the money came from."""
    return parts(position)
