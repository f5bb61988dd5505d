"""The log of Union Pacific: a sentence for each move, as one seat may read it.

A sentence contains only what the seat may know. No function here reads a hand, the deck or a trade,
with two exceptions: the card of the move itself if `is_secret` allows it, and the deck after a
two-player game. The states before and after may be separately redealt for the seat.
"""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.text import capitalize_first
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
from roundhouse.games.union.cards import build_breakdown, list_events
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
    BoardLayout,
    State,
    StateLayout,
)


def end(state: State) -> End:
    """Return why the game ended."""
    s = state.py_state
    if s.ended == BY_DEADLOCK:
        return End("deadlock", "no player could build or invest; the remaining dividends were paid")
    nth = "third" if s.seats == 2 else "fourth"
    return End("dividend", f"the {nth} and last dividend was paid")


def redact(before: State, action: int, seat: int | None) -> str:
    """Return the notation of a move as `seat` may read it."""
    words = before.game.text(action)
    return f"{words.split()[0]} ?" if is_secret(before.py_state, action, seat) else words


def is_secret(before: StateLayout, action: int, seat: int | None) -> bool:
    """Return whether the card of a move is hidden from `seat`."""
    if before.active == seat:
        return False
    if action < DEAL:
        return True
    if action < DIVIDEND:
        return before.phase not in (OPEN_DISPLAY, REFILL)
    return SHOW <= action < PLAY or TRADE_SHARE <= action < KEEP


def sentence(before: State, action: int, after: State, seat: int | None) -> str:
    """Write the log sentence of an action, as `seat` may read it; may be empty."""
    old, new = before.py_state, after.py_state
    data = before.game.board_file.data
    if BUILD <= action < PASS:
        text = _write_build(before.board, old, new, data, action)
    else:
        text = _write_action(old, new, data, action, is_secret(old, action, seat))
    paid = _write_payments(before.board, old, new, data)
    return capitalize_first("; ".join(part for part in (text, *paid) if part))


def _write_action(old: StateLayout, new: StateLayout, data: Data, action: int, hidden: bool) -> str:
    """Write any action but a build."""
    who = f"@{old.active}"
    if action <= DIVIDEND:
        return _write_chance(old, new, data, action, hidden)
    if action < PLAY:
        return _write_show(old, new, data, action - SHOW, hidden)
    if action < REPLACE:
        return f"{who} plays a share of {share_name(data, action - PLAY)}"
    if action < TAKE_SHARE:
        return f"{who} replaces {card_name(action - REPLACE)}"
    if action == TAKE_DECK:
        return ""  # the drawn card gets the sentence
    if action <= TAKE_UP:
        what = UNION if action == TAKE_UP else share_name(data, action - TAKE_SHARE)
        return f"{who} takes a share of {what}"
    if action < KEEP:
        what = "a share" if hidden else f"a share of {share_name(data, action - TRADE_SHARE)}"
        return f"{who} trades {what} for one of {UNION}"
    if action == PASS:
        return f"{who} passes: no build or play possible"
    if action >= DISCARD_CARD:
        return f"{who} discards {card_name(action - DISCARD_CARD)}"
    return ""  # keep, done


def _write_chance(old: StateLayout, new: StateLayout, data: Data, action: int, hidden: bool) -> str:
    if action == DIVIDEND:
        return "Dividend card drawn"
    if action >= DEAL and old.phase in (OPEN_DISPLAY, REFILL):
        name = share_name(data, action - DEAL)
        if new.removed != old.removed:
            return f"{name} is added to the display; all four cards match and are removed"
        return f"{name} is added to the display"
    verb = "is dealt" if old.phase < DRAW else "draws"
    if action < DEAL:
        what, hidden_card = card_name(action - DRAW_CARD), "a track card"
    else:
        what, hidden_card = f"a share of {share_name(data, action - DEAL)}", "a share from the deck"
    if not hidden:
        return f"@{old.active} {verb} {what}"
    return "" if old.phase < DRAW else f"@{old.active} draws {hidden_card}"


def _write_show(old: StateLayout, new: StateLayout, data: Data, share: int, hidden: bool) -> str:
    if new.phase == OPEN_SHOW:
        choice = "a share" if hidden else share_name(data, share)
        return f"@{old.active} chooses {choice} to reveal"
    first_shares = [front.index(1) for front in new.front[: new.seats]]
    return "Revealed: " + ", ".join(
        f"@{n} ({share_name(data, c)})" for n, c in enumerate(first_shares)
    )


def _write_build(
    board: BoardLayout, old: StateLayout, new: StateLayout, data: Data, action: int
) -> str:
    company, section, card = build_parts(action)
    row = data["section"][section]
    first = first_payment(board, new, company)
    wild = " with a wild card" if CARD_NAMES[card] == "wild" else ""
    return (
        f"@{old.active} builds {city_name(data, row['a'])} – {city_name(data, row['b'])} "
        f"for {share_name(data, company)}{wild}; it now pays {first} / {first // 2}"
    )


def _write_payments(
    board: BoardLayout, old: StateLayout, new: StateLayout, data: Data
) -> list[str]:
    """Write the dividends paid at the end of a turn."""
    if new.paid == old.paid:
        return []
    gains = [
        f"@{n} ${new.money[n] - old.money[n]}M"
        for n in range(old.seats)
        if new.money[n] > old.money[n]
    ]
    which = f"dividend {new.paid}"
    if new.paid > old.paid + 1:
        which = f"dividends {old.paid + 1} to {new.paid}"
    texts = [f"{which}: {', '.join(gains) or 'nothing paid'}"]
    if new.turn == OVER:
        if new.seats == 2:
            texts.append(_write_silent_owner(board, new, data))
        texts.append("the game is over")
    return texts


def _write_silent_owner(board: BoardLayout, s: StateLayout, data: Data) -> str:
    """Write what the silent owner would have received (U12)."""
    shares = (*range(board.companies), UP)
    shares_by_company = {share_row(data, n)["id"]: silent_shares(s, n) for n in shares}
    lost = silent_payment(board, s)
    return f"silent owner ({shares_text(data, shares_by_company)}): ${lost}M not paid out"


def events(before: State, action: int, after: State, seat: int | None) -> tuple[Event, ...]:
    """Return the event cards of a move; they are the same for every seat."""
    return tuple(list_events(before, action, after, end(after) if after.over else None))


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return where the money came from."""
    return build_breakdown(state)
