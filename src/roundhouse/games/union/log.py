"""The log of Union Pacific: a sentence for each move, as one seat may read it.

A sentence contains only what the seat may know. No function here reads a hand, the deck or a trade,
with two exceptions: the card of the move itself if `is_secret` allows it, and the deck after a
two-player game. The states before and after may be separately redealt for the seat.
"""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.formats import format_money
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import translate as _
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
    join_parts,
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
        text = _("no player could build or invest; the remaining dividends were paid")
        return End("deadlock", text)
    if s.seats == 2:
        return End("dividend", _("the third and last dividend was paid"))
    return End("dividend", _("the fourth and last dividend was paid"))


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
    return capitalize_first(join_parts(part for part in (text, *paid) if part))


def _write_action(old: StateLayout, new: StateLayout, data: Data, action: int, hidden: bool) -> str:
    """Write any action but a build."""
    who = f"@{old.active}"
    if action <= DIVIDEND:
        return _write_chance(old, new, data, action, hidden)
    if action < PLAY:
        return _write_show(old, new, data, action - SHOW, hidden)
    if action < REPLACE:
        name = share_name(data, action - PLAY)
        return _("{who} plays a share of {company}", who=who, company=name)
    if action < TAKE_SHARE:
        return _("{who} replaces {card}", who=who, card=card_name(action - REPLACE))
    if action == TAKE_DECK:
        return ""  # the drawn card gets the sentence
    if action <= TAKE_UP:
        name = UNION if action == TAKE_UP else share_name(data, action - TAKE_SHARE)
        return _("{who} takes a share of {company}", who=who, company=name)
    if action < KEEP:
        if hidden:
            return _("{who} trades a share for one of Union Pacific", who=who)
        name = share_name(data, action - TRADE_SHARE)
        return _(
            "{who} trades a share of {company} for one of Union Pacific", who=who, company=name
        )
    if action == PASS:
        return _("{who} passes: no build or play possible", who=who)
    if action >= DISCARD_CARD:
        return _("{who} discards {card}", who=who, card=card_name(action - DISCARD_CARD))
    return ""  # keep, done


def _write_chance(old: StateLayout, new: StateLayout, data: Data, action: int, hidden: bool) -> str:
    if action == DIVIDEND:
        return _("Dividend card drawn")
    if action >= DEAL and old.phase in (OPEN_DISPLAY, REFILL):
        name = share_name(data, action - DEAL)
        if new.removed != old.removed:
            return _(
                "{company} is added to the display; all four cards match and are removed",
                company=name,
            )
        return _("{company} is added to the display", company=name)
    who = f"@{old.active}"
    if hidden:
        return "" if old.phase < DRAW else _write_hidden_draw(who, action)
    if action < DEAL:
        card = card_name(action - DRAW_CARD)
        if old.phase < DRAW:
            return _("{who} is dealt {card}", who=who, card=card)
        return _("{who} draws {card}", who=who, card=card)
    name = share_name(data, action - DEAL)
    if old.phase < DRAW:
        return _("{who} is dealt a share of {company}", who=who, company=name)
    return _("{who} draws a share of {company}", who=who, company=name)


def _write_hidden_draw(who: str, action: int) -> str:
    if action < DEAL:
        return _("{who} draws a track card", who=who)
    return _("{who} draws a share from the deck", who=who)


def _write_show(old: StateLayout, new: StateLayout, data: Data, share: int, hidden: bool) -> str:
    if new.phase == OPEN_SHOW:
        who = f"@{old.active}"
        if hidden:
            return _("{who} chooses a share to reveal", who=who)
        return _("{who} chooses {company} to reveal", who=who, company=share_name(data, share))
    first_shares = [front.index(1) for front in new.front[: new.seats]]
    texts = (f"@{n} ({share_name(data, c)})" for n, c in enumerate(first_shares))
    return _("Revealed: {shares}", shares=", ".join(texts))


def _write_build(
    board: BoardLayout, old: StateLayout, new: StateLayout, data: Data, action: int
) -> str:
    company, section, card = build_parts(action)
    row = data["section"][section]
    first = first_payment(board, new, company)
    values: Data = {
        "who": f"@{old.active}",
        "start": city_name(data, row["a"]),
        "end": city_name(data, row["b"]),
        "company": share_name(data, company),
        "first": first,
        "second": first // 2,
    }
    if CARD_NAMES[card] == "wild":
        return _(
            "{who} builds {start} – {end} for {company} with a wild card; "
            "it now pays {first} / {second}",
            **values,
        )
    return _("{who} builds {start} – {end} for {company}; it now pays {first} / {second}", **values)


def _write_payments(
    board: BoardLayout, old: StateLayout, new: StateLayout, data: Data
) -> list[str]:
    """Write the dividends paid at the end of a turn."""
    if new.paid == old.paid:
        return []
    gains = [
        f"@{n} {format_money(str(new.money[n] - old.money[n]), 'M')}"
        for n in range(old.seats)
        if new.money[n] > old.money[n]
    ]
    paid = ", ".join(gains) or _("nothing paid")
    texts = [_("dividend {number}: {gains}", number=new.paid, gains=paid)]
    if new.paid > old.paid + 1:
        first, last = old.paid + 1, new.paid
        texts = [_("dividends {first} to {last}: {gains}", first=first, last=last, gains=paid)]
    if new.turn == OVER:
        if new.seats == 2:
            texts.append(_write_silent_owner(board, new, data))
        texts.append(_("the game is over"))
    return texts


def _write_silent_owner(board: BoardLayout, s: StateLayout, data: Data) -> str:
    """Write what the silent owner would have received (U12)."""
    shares = (*range(board.companies), UP)
    shares_by_company = {share_row(data, n)["id"]: silent_shares(s, n) for n in shares}
    return _(
        "silent owner ({shares}): {money} not paid out",
        shares=shares_text(data, shares_by_company),
        money=format_money(str(silent_payment(board, s)), "M"),
    )


def events(before: State, action: int, after: State, seat: int | None) -> tuple[Event, ...]:
    """Return the event cards of a move; they are the same for every seat."""
    return tuple(list_events(before, action, after, end(after) if after.over else None))


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return where the money came from."""
    return build_breakdown(state)
