"""What a seat sees of Northern Pacific (everything), in words."""

from __future__ import annotations

from typing import Any

from roundhouse.core.constants import OVER
from roundhouse.core.seat_colours import SEAT_COLOURS, SEAT_INKS
from roundhouse.core.text import SEAT_LETTERS, join_words
from roundhouse.core.translation import mark_unit
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import (
    Choice,
    Fact,
    Ghost,
    Panel,
    View,
    ViewContent,
    assemble,
    choice,
    fact,
    with_ghost,
)
from roundhouse.games.northern.actions import INVEST_LARGE, INVEST_SMALL, LAY
from roundhouse.games.northern.log import list_gains
from roundhouse.games.northern.names import VARIANTS, city_id, city_name, city_ref, link_ref
from roundhouse.games.northern.routes import find_cut_off
from roundhouse.games.northern.rules import count_on_map
from roundhouse.games.northern.state import (
    SCORELESS,
    SINGLE,
    STANDARD,
    BoardLayout,
    State,
    StateLayout,
)


def view(state: State, seat: int | None) -> View:
    """Build the view of a seat."""
    s, board = state.py_state, state.board
    is_own_turn = seat is not None and seat == s.turn
    return assemble(
        state,
        seat,
        ViewContent(
            phase="over" if s.turn == OVER else "turn",
            prompt=_write_prompt(s, is_own_turn),
            why=_write_why(s, board, is_own_turn),
            choices=_list_choices(state, s, board) if is_own_turn else [],
            panels=[_build_panel(s, board, n) for n in range(s.seats)],
            notes=_build_notes(state, s, board),
            facts=_build_facts(state, s, board),
        ),
    )


def _write_prompt(s: StateLayout, is_own_turn: bool) -> str:
    if s.turn == OVER:
        return _("The game is over")
    if not is_own_turn:
        return _("Waiting for {who}: invest a cube or lay track", who=f"@{s.turn}")
    if s.small[s.turn] + s.large[s.turn] == 0:
        return _("You have no cubes left: lay the next track")
    return _("Invest a cube in a city, or lay the next track")


def _write_why(s: StateLayout, board: BoardLayout, is_own_turn: bool) -> str:
    """Explain the decision in a few words."""
    if s.turn == OVER or not is_own_turn:
        return ""
    return _(
        "Reached: small cube +{small}, large cube +{large}. Missed: the cube is lost.",
        small=board.bonus_small,
        large=board.bonus_large,
    )


def _list_choices(state: State, s: StateLayout, board: BoardLayout) -> list[Choice]:
    closed = find_cut_off(board, s, s.railhead)
    choices = []
    for action in state.legal():
        if action >= LAY:
            choices.append(_describe_lay(state, s, board, action - LAY, closed))
        elif action >= INVEST_LARGE:
            choices.append(_describe_invest(state, s, board, action - INVEST_LARGE, True, closed))
        else:
            choices.append(_describe_invest(state, s, board, action - INVEST_SMALL, False, closed))
    return choices


def _describe_invest(
    state: State, s: StateLayout, board: BoardLayout, city: int, large: bool, closed: set[int]
) -> Choice:
    bonus = board.bonus_large if large else board.bonus_small
    name = city_name(state, city)
    free_spaces = board.limit[s.seats] - s.filled[city]
    notes = [
        _("lost when the round ends")
        if city in closed
        else _("+{number} if the track gets here", number=bonus),
        ngettext("last free space", "{n} free spaces", free_spaces),
    ]
    owners = [
        f"@{seat}" for seat in range(s.seats) if s.small_at[city][seat] + s.large_at[city][seat]
    ]
    if owners:
        notes.append(_("cubes here: {owners}", owners=join_words(owners)))
    note = " · ".join(notes)
    warning = _("the track can no longer reach {city}", city=name) if city in closed else ""
    ghost: Ghost = {
        "shape": "cube",
        "colour": SEAT_COLOURS[s.turn],
        "ink": SEAT_INKS[s.turn],
        "text": SEAT_LETTERS[s.turn],
    }
    move = state.game.text((INVEST_LARGE if large else INVEST_SMALL) + city)
    group = _("Invest a large cube in") if large else _("Invest a small cube in")
    ref = city_ref(state, city)
    return with_ghost(ghost, choice(move, name, [ref], group, note, warning))


def _describe_lay(
    state: State, s: StateLayout, board: BoardLayout, city: int, closed: set[int]
) -> Choice:
    """Say who gains and whose cubes are cut off for good."""
    seat_gains = list_gains(s, board, city)
    note = ", ".join(f"@{who} +{n}" for who, n in seat_gains) or _("no one gains")
    newly_cut_off = sorted(find_cut_off(board, s, city) - closed)
    losses = [
        _("{who} loses {number}", who=f"@{seat}", number=n)
        for seat in range(s.seats)
        if seat != s.turn and (n := _count_cubes(s, newly_cut_off, seat))
    ]
    note += f" · {join_words(losses)}" if losses else ""
    own_cities = [c for c in newly_cut_off if _count_cubes(s, [c], s.turn)]
    warning = ""
    if own_cities:
        where = join_words(city_name(state, c) for c in own_cities)
        warning = _("cuts off your cubes in {cities}", cities=where)
    if city == board.end:
        note += f" · {_('the round ends')}"
    refs = [city_ref(state, city), link_ref(state, s.railhead, city)]
    ghost: Ghost = {"shape": "track", "colour": "#8a7350", "ink": "#ffffff", "text": ""}
    move, name = state.game.text(LAY + city), city_name(state, city)
    return with_ghost(ghost, choice(move, name, refs, _("Lay track to"), note, warning))


def _count_cubes(s: StateLayout, cities: list[int], seat: int) -> int:
    return sum(s.small_at[city][seat] + s.large_at[city][seat] for city in cities)


def _build_panel(s: StateLayout, board: BoardLayout, seat: int) -> Panel:
    invested = 0 if s.turn == OVER else count_on_map(board, s, seat)
    facts: list[Fact] = [
        fact(
            _("in hand"),
            _("{small} small, {large} large", small=s.small[seat], large=s.large[seat]),
        ),
        fact(_("on the map"), invested),
        fact(_("rounds before") if s.turn != OVER else _("total"), s.good[seat]),
        fact(_("lost"), s.bad[seat]),
    ]
    brief = [fact(_("in hand"), s.small[seat] + s.large[seat]), facts[1], facts[3]]
    panel: Panel = {
        "seat": seat,
        "score": s.good[seat],
        "facts": facts,
        "brief": brief,
        "badges": [],
    }
    if s.turn != OVER and s.variant == STANDARD:
        panel["this_round"] = s.small[seat] + s.large[seat]
    if s.variant == SCORELESS:
        facts.append(fact(_("rounds won"), s.wins[seat]))
        panel["score"] = s.wins[seat]  # decides the match; records keep `good` as the score (N6)
        panel["unit"] = mark_unit("{n} round won", "{n} rounds won")
    return panel


def _build_notes(state: State, s: StateLayout, board: BoardLayout) -> list[Fact]:
    if s.variant == STANDARD:
        round_text = _("{number} of {all}", number=s.round_number, all=board.rounds)
    elif s.variant == SINGLE:
        round_text = _("{number} of {all}", number=1, all=1)
    else:
        round_text = _(
            "{number}; first to win {needed}", number=s.round_number, needed=board.wins_needed
        )
    return [
        fact(_("round"), round_text),
        fact(_("railhead"), city_name(state, s.railhead), city_ref(state, s.railhead)),
        fact(_("max. cubes per city"), board.limit[s.seats]),
    ]


def _build_facts(state: State, s: StateLayout, board: BoardLayout) -> dict[str, Any]:
    ids = [city_id(state, city) for city in range(board.cities)]
    reached = sorted((s.arrivals[city], city) for city in range(board.cities) if s.arrivals[city])
    return {
        "variant": VARIANTS[s.variant],
        "round": s.round_number,
        "railhead": ids[s.railhead],
        "route": [ids[city] for _, city in reached],
        "cubes": {
            name: {"small": s.small_at[city][: s.seats], "large": s.large_at[city][: s.seats]}
            for city, name in enumerate(ids)
        },
        "small": s.small[: s.seats],
        "large": s.large[: s.seats],
        "good": s.good[: s.seats],
        "bad": s.bad[: s.seats],
        "wins": s.wins[: s.seats],
        "limit": board.limit[s.seats],
        "cut_off": [ids[city] for city in sorted(find_cut_off(board, s, s.railhead))],
    }
