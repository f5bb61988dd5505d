"""What the table templates show to one viewer."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial

from markupsafe import Markup

from roundhouse.core.constants import OVER
from roundhouse.core.lesson import Lesson
from roundhouse.core.meta import Meta
from roundhouse.core.standing_orders import Order, OrderOffer
from roundhouse.core.state import State
from roundhouse.core.stored_text import translate_stored
from roundhouse.core.translation import current_language
from roundhouse.core.translation import translate as _
from roundhouse.play.perspective import determinize
from roundhouse.play.undo_rule import undo_ply
from roundhouse.table.absence import others
from roundhouse.table.bot_delay import BOT_DELAYS, BotDelay
from roundhouse.table.chairs import BOT, OPEN, Chair
from roundhouse.table.clock import TimeControl
from roundhouse.table.clock_text import SeatTime, format_duration, seat_times
from roundhouse.table.continuation import may_leave
from roundhouse.table.early_choices import early_state, find_choice, list_early_seats
from roundhouse.table.ports import BotLevel
from roundhouse.table.presentation.choices import Offers, ShownSuggestion, arrange
from roundhouse.table.presentation.endings import headline
from roundhouse.table.presentation.event_cards import EventCard, event_cards
from roundhouse.table.presentation.hints import HintLine
from roundhouse.table.presentation.log import BotReason, LogLine, describe_reason, log_lines
from roundhouse.table.presentation.markup import NamesForReader, rich
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.presentation.page_context import StepPageContext, build_page_context
from roundhouse.table.presentation.words import PlaceInWords, find_place
from roundhouse.table.service import TableService
from roundhouse.table.standing_orders import offers, orders_of
from roundhouse.table.table import ENDED, WAITING, Proposal, SeatOrders, Table
from roundhouse.table.undo import consent
from roundhouse.table.viewpoint import Viewpoint, find_viewpoint, new_since

TICK = 10.0  # seconds; a page shared by spectators is not rendered more often for the clocks


@dataclass(frozen=True)
class Absent:
    """A player who has taken so long that the others may vote to replace them."""

    seat: int
    words: str
    votes: int
    others: int
    may_vote: bool


@dataclass(kw_only=True)
class TimeContext:
    """What the templates `_clocks.html` and `_absent_player.html` show."""

    times: list[SeatTime]
    time_control: TimeControl
    absent: Absent | None
    absent_from: float | None  # when the viewer may vote to replace the player to move


def time_context(tables: TableService, table: Table, user: str | None) -> TimeContext:
    now, absent_after = tables.now, tables.absent_after
    absent = _absent(table, user, absent_after, now)
    return TimeContext(
        times=seat_times(table.clock, table.names, now, list_early_seats(table))
        if table.playing
        else [],
        time_control=table.clock.time_control,
        absent=absent,
        absent_from=None if absent else _absent_from(table, user, absent_after),
    )


def tick(table: Table, now: float) -> int:
    """Return a number that changes when the clocks of a shared page are outdated."""
    return int(now // TICK) if table.clock.time_control.counted and table.playing else 0


def _absent_from(table: Table, user: str | None, absent_after: float) -> float | None:
    """Return the time from which the user may vote to replace the player to move."""
    seat = table.human_to_move
    if seat is None or table.clock.time_control.counted or user not in others(table, seat):
        return None
    return table.clock.since + absent_after


def _absent(table: Table, user: str | None, absent_after: float, now: float) -> Absent | None:
    seat, clock = table.human_to_move, table.clock
    if seat is None or clock.time_control.counted or now - clock.since < absent_after:
        return None
    concerned = others(table, seat)
    votes = concerned & set(clock.votes)
    may = user in concerned and user not in votes
    return Absent(seat, format_duration(now - clock.since), len(votes), len(concerned), may)


LOG_LINES = 60


@dataclass(frozen=True)
class TableStatus:
    """What the surroundings of a table know of it."""

    bot_message: str = ""  # a message about its bots
    present: Set[str] = frozenset()  # users who have it open
    pages: int = 1  # open pages
    has_bot_delay: bool = True  # whether bots follow the bot delay of the table
    bot_accounts: Set[str] = frozenset()  # users at it who are programs
    is_rated: bool = False  # whether its result may be rated
    bot_reasons: Mapping[int, BotReason] = field(default_factory=dict)  # by ply


@dataclass(frozen=True)
class ViewRequest:
    """Who looks at a table, and what they ask to see."""

    user: str | None
    seat: int | None = None  # the seat to view from
    seen: int | None = None  # the last ply that a spectator has seen
    sheet: str = ""  # the sheet in focus
    place: str = ""  # the place that a player without sight asks about


@dataclass(kw_only=True)
class TableContext(StepPageContext, TimeContext):
    """What the template `_table.html` shows.

    `loaded_sheets` are digests of the drawings that the page has already loaded.
    """

    # The table
    table: Table
    game: Meta
    lesson: Lesson | None
    options: Mapping[str, str]
    rules: int
    names: Sequence[str]
    revision: int
    phase: str
    damage: str
    bot_message: str
    finished: bool
    present: Set[str]
    bot_accounts: Set[str]
    pages: int
    thinking: int | None
    bot_delay: BotDelay | None
    bot_delays: Collection[BotDelay]
    waiting_for: int | None
    ending: Markup | str
    headline: Markup | str  # who won, when it is over
    # The viewer
    user_id: str | None
    reader: int | None  # the seat that texts address as "you"
    acting: list[int]
    hosting: bool
    may_leave: bool  # the viewer may continue the game elsewhere
    my_turn: bool
    offers: Offers
    bot_reasons: bool  # whether the log says why bots moved
    suggests: bool  # whether good first choices are shown on the viewer's turns
    suggestions: Mapping[str, ShownSuggestion]  # by move
    may_hint: bool
    may_undo: bool
    may_ask: bool
    alone: bool
    proposal: Proposal | None
    seat_orders: SeatOrders | None
    order_offers: list[OrderOffer]
    # The bots
    levels: Sequence[BotLevel]
    usual: str
    standin: str  # the bot that plays for a player who leaves a game with others
    bot_words: Callable[[str], str]
    unguided: Set[str]
    # What happened
    since: int
    log: list[LogLine]
    earlier: bool
    cards: list[EventCard]
    # This answer
    place: PlaceInWords | None = None
    hint: Sequence[HintLine] = ()
    message: str = ""
    base: str = ""  # the address of the site, for share links
    loaded_sheets: Sequence[str] = field(default_factory=tuple)


def _name_chair(chair: Chair) -> str:
    is_free = chair.kind == OPEN and not chair.user
    return _("open seat") if is_free else chair.name


def build_table_context(
    tables: TableService, table: Table, views: MatchViews, status: TableStatus, request: ViewRequest
) -> TableContext:
    """Return the context of the table templates."""
    user = request.user
    viewpoint = find_viewpoint(table, user, request.seat)
    ply, bots = table.match.ply, tables.bots
    names = NamesForReader([_name_chair(chair) for chair in table.chairs], viewpoint.reader)
    since = new_since(table, viewpoint, request.seen)
    early = _early_state(table, viewpoint)
    now = views.at(viewpoint.seat) if early is None else views.draw(early, viewpoint.seat)
    before = views.at(viewpoint.seat, since) if 0 < since < ply else None
    start = partial(views.at, viewpoint.seat, 0)
    page = build_page_context(now, before, names, request.sheet, start)
    acting, playing = table.seats_of(user), table.playing
    is_my_turn = playing and table.turn in acting and viewpoint.seat == table.turn
    my_turn = playing and (table.turn in acting or early is not None)
    last = table.last_choice(acting) if playing and acting else None
    if viewpoint.is_hidden and my_turn:
        page.prompt = rich(_("{who} is to move", who=f"@{table.turn}"), names)
    suggests = table.gives_suggestions and bool(acting) and not status.is_rated
    suggestions = _suggestions(table, names) if suggests and is_my_turn else {}
    if table.phase == WAITING:
        for panel in page.panels:
            panel.badges = []  # such as who is to move
    stored = _stored_choice(table, viewpoint)
    if stored is not None:
        page.why = rich(
            _("You chose: {words}. It is played when your turn comes.", words=stored.words), names
        )
    seat_orders, order_offers = _orders(table, viewpoint, acting)
    log, earlier = views.recent_log(viewpoint.seat, LOG_LINES)
    events = views.events(viewpoint.seat, since) if playing else ()
    has_bots = any(chair.kind == BOT for chair in table.chairs)
    levels = (chair.level for chair in table.chairs if chair.level)
    return TableContext(
        **vars(page),
        **vars(time_context(tables, table, user)),
        ply=ply,
        viewpoint=viewpoint,
        unit=table.game.meta.unit,
        sheet_link="?sheet=" if request.seat is None else f"?seat={request.seat}&sheet=",
        table=table,
        game=table.game.meta,
        lesson=table.game.definition.lesson,
        options=table.game.options,
        rules=table.game.rules,
        names=names,
        revision=table.revision,
        phase="damaged" if table.damage else table.phase,
        damage=translate_stored(table.damage),
        bot_message="" if table.match.over else status.bot_message,
        finished=table.phase == ENDED and table.match.over,
        present=status.present,
        bot_accounts=status.bot_accounts,
        pages=status.pages,
        thinking=table.bot_to_move,
        bot_delay=table.bot_delay if has_bots and status.has_bot_delay else None,
        bot_delays=BOT_DELAYS.values(),
        waiting_for=table.turn if table.turn != OVER else None,
        ending=rich(table.match.state.end().sentence, names) if table.match.over else "",
        headline=headline(page.ranks or (), names) if table.match.over else "",
        user_id=user,
        reader=viewpoint.reader,
        acting=acting,
        hosting=table.hosted_by(user),
        may_leave=may_leave(table, user),
        my_turn=my_turn,
        offers=(
            arrange(now.view, names, suggestions) if is_my_turn or early is not None else Offers()
        ),
        bot_reasons=bool(status.bot_reasons),
        suggests=suggests,
        suggestions=suggestions,
        may_hint=is_my_turn and table.gives_hints,
        may_undo=playing and any(undo_ply(table.match, seat) is not None for seat in acting),
        may_ask=last is not None,
        alone=last is not None and consent(table, last) == {user},
        proposal=table.proposal,
        seat_orders=seat_orders,
        order_offers=order_offers,
        levels=bots.all_bots(),
        usual=bots.default_level(),
        standin=table.clock.level or bots.default_level(),
        bot_words=bots.bot_label,
        unguided=bots.levels_without_network(levels, table.game),
        since=since,
        log=log_lines(log, names, since, _bot_reasons(table, views, status.bot_reasons, names)),
        earlier=earlier,
        cards=event_cards(events, names),
        place=find_place(now, request.place, names) if request.place else None,
    )


def _early_state(table: Table, viewpoint: Viewpoint) -> State | None:
    """Return the state in which the viewer chooses before their turn, or None."""
    return None if viewpoint.reader is None else early_state(table, viewpoint.reader)


def _bot_reasons(
    table: Table, views: MatchViews, reasons: Mapping[int, BotReason], names: Sequence[str]
) -> dict[int, Markup]:
    """Return why bots made their moves, by ply, without moves that were undone."""
    line, language = table.match.line, current_language()
    results = {}
    for ply, reason in reasons.items():
        if ply >= len(line) or line[ply].entry.words != reason.move:
            continue
        if language not in reason.texts:
            view = views.at(line[ply].entry.seat, ply).view
            reason.texts[language] = describe_reason(view, reason.runner_up, reason.doubt)
        results[ply] = rich(reason.texts[language], names)
    return results


def _suggestions(table: Table, names: Sequence[str]) -> dict[str, ShownSuggestion]:
    """Return good first choices with reasons, from what the seat to act knows."""
    state = determinize(table.match.state, table.turn, random.Random(0))
    return {
        each.move: ShownSuggestion(rich(each.advice, names), rich(each.reason, names))
        for each in table.game.definition.suggest(state)
    }


def _stored_choice(table: Table, viewpoint: Viewpoint) -> Order | None:
    """Return what the viewer has chosen before their turn."""
    seat = viewpoint.reader
    return None if seat is None else find_choice(orders_of(table, seat))


def _orders(
    table: Table, viewpoint: Viewpoint, acting: Sequence[int]
) -> tuple[SeatOrders | None, list[OrderOffer]]:
    """Return a seat's standing orders and offers, for its own player only."""
    seat = viewpoint.seat
    if not table.playing or viewpoint.is_hidden or seat is None or seat not in acting:
        return None, []
    saved, offered = orders_of(table, seat), offers(table, seat)
    return (saved if offered or saved != SeatOrders() else None), offered
