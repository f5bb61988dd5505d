"""What one can do at a table: one list, served alike to pages, the JSON API and its documentation.

A page serves a deed as a form (`/t/{table}/do/{deed}`), the API as a call
(`/api/tables/{table}/{deed}`), and `/docs` describes it, all from here.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from roundhouse.web import opponents
from roundhouse.web.deeds.arguments import (
    Asking,
    DaysOff,
    GoingBack,
    Joining,
    Moving,
    Nothing,
    OneSeat,
    Ordering,
    PlayingOn,
    Reporting,
    Saying,
    SeatForBot,
    TakingOrderBack,
)
from roundhouse.web.deeds.deed import CHANCES, HINT, NEW_TABLE, Act, Deed, Outcome, Who
from roundhouse.web.errors import Clash, NotFound, NotYours
from roundhouse.web.names import tidy_name
from roundhouse.web.people import Person
from roundhouse.web.services import Services
from roundhouse.web.tables import fair_play, play, programmes, replays, seating, talk, timing, undo
from roundhouse.web.tables.replays import Replay, replay_of_table
from roundhouse.web.thinking.hints import hint_job

# Who may


def _anybody(act: Act, given: BaseModel) -> None:
    pass


def _seated(act: Act, given: BaseModel) -> None:
    act.table.check_playing()
    if not act.my_seats:
        raise NotYours("You do not sit at this table.")


def _holding(act: Act, given: BaseModel) -> None:
    if not act.my_seats and not act.table.handed_over(act.me.id):
        raise NotYours("You do not sit at this table.")


def _playing(act: Act, given: Moving) -> None:
    if not act.my_seats:
        raise NotYours("You do not sit at this table; you are watching.")
    if given.seat is not None and given.seat not in act.my_seats:
        raise NotYours("You do not sit there.")


def _to_act(act: Act, given: BaseModel) -> None:
    if act.table.turn not in act.my_seats:
        raise NotYours("Hints are for the one who is to act.")


def _in_seat(act: Act, given: OneSeat) -> None:
    if given.seat not in act.my_seats:
        raise NotYours("You do not sit there.")


def _kept_for(act: Act, given: OneSeat) -> None:
    if given.seat not in act.table.handed_over(act.me.id):
        raise NotYours("No bot keeps that seat for you.")


def _host(act: Act, given: BaseModel) -> None:
    if not act.table.hosted_by(act.me.id):
        raise NotYours("Only the host of the table may do that.")


ANYBODY = Who("anybody", _anybody, anybody=True)
PEOPLE = Who("anybody who has said who they are", _anybody)
SEATED = Who("those who sit at the table, while the game is played", _seated)
HOLDER = Who("those whose seat it is, be it that a bot keeps it for them", _holding)
PLAYER = Who("the one who is to act", _playing)
HINTED = Who("the one who is to act, where all others are bots", _to_act)
OWNER = Who("the one who sits there", _in_seat)
FORMER_OWNER = Who("the one who handed the seat over", _kept_for)
HOST = Who("the host", _host)


# What is done, where it takes more than a line


def _move(act: Act, given: Moving) -> None:
    seats = act.my_seats if given.seat is None else [given.seat]
    if act.table.turn in seats:
        timing.check_time(act.tables, act.table)
    play.move(act.tables, act.table, seats, given.moves or [given.move], given.ply)


def _order(act: Act, given: Ordering) -> None:
    kept = programmes.with_order(act.table, given.seat, given.kind, given.about, given.amount)
    if act.table.turn == given.seat:
        timing.check_time(act.tables, act.table)
    with act.tables.change(act.table) as change:
        change.orders[given.seat] = kept


def _take_order_back(act: Act, given: TakingOrderBack) -> None:
    kept = programmes.without_order(act.table, given.seat, given.number)
    with act.tables.change(act.table) as change:
        change.orders[given.seat] = kept


def _join(act: Act, given: Joining) -> None:
    if act.services.community.ties.blocked_by(
        act.me.id, {act.table.row["host"], *act.table.people()}
    ):
        raise NotYours("Somebody at this table does not want to play with you.")
    name = tidy_name(given.name, act.me.name)
    if given.invite:
        seating.join_invited(act.tables, act.table, act.me.id, name, given.invite)
    else:
        seating.join_listed(act.tables, act.table, act.me.id, name)


def _hand_over(act: Act, given: SeatForBot) -> None:
    level = given.level or opponents.usual()
    seating.hand_over(act.tables, act.table, given.seat, level, resign=False)


def _resign(act: Act, given: SeatForBot) -> None:
    level = given.level or opponents.usual()
    seating.hand_over(act.tables, act.table, given.seat, level, resign=True)


def _fork(act: Act, given: PlayingOn) -> Outcome:
    replay = replay_of_table(act.table, act.me.id, None)
    return Outcome(table=fork_replay(act.services, replay, act.me, given))


def fork_replay(services: Services, replay: Replay, person: Person, given: PlayingOn) -> str:
    """Play on from a table's replay or an uploaded record's: the id of the new table."""
    if replay.may_fork and 0 <= given.ply <= replay.match.ply:
        fair_play.check_not_theirs(
            services.tables, services.store, person.id, replay.match, given.ply
        )
    return replays.fork(services.tables, replay, person, given.ply, given.seat, given.level)


def _hint(act: Act, given: Asking) -> Outcome:
    job = hint_job(act.tables, act.table, given.ply)
    match = act.table.match
    fair_play.check_not_theirs(act.tables, act.services.store, act.me.id, match, match.ply)
    act.services.community.results.help_given(act.table.id, "a hint was given")
    return Outcome(job=job)


def _say(act: Act, given: Saying) -> None:
    talk.say(act.services.community.remarks, act.table, act.me, given.words)
    act.services.watchers.look_again(act.table.id)


def _report(act: Act, given: Reporting) -> None:
    remarks = act.services.community.remarks
    talk.check_heard(remarks, act.table, act.me.id, given.remark)
    remarks.report(given.remark, act.me.id, given.why)


def look_over(services: Services, replay: Replay) -> None:
    """Have a worker find out who was winning when, in a table's game or an uploaded record."""
    if not replay.match.over:
        raise Clash("Only a game that is over is looked over.")
    services.analyses.start(replay.job, replay.match.record().dumps())


# The list

DEEDS: dict[str, Deed[Any]] = {
    deed.name: deed
    for deed in (
        Deed(
            "move",
            "Make a move. It is on disk when you get the answer.",
            PLAYER,
            Moving,
            _move,
            call="moves",
        ),
        Deed(
            "undo",
            "Take back your last move, as far as that needs nobody's consent.",
            SEATED,
            Nothing,
            lambda act, given: undo.undo(act.tables, act.table, act.me.id),
        ),
        Deed(
            "ask",
            "Ask the others to go back. Alone among bots nobody need be asked: it happens.",
            SEATED,
            GoingBack,
            lambda act, given: undo.ask(act.tables, act.table, act.me.id, given.ply),
        ),
        Deed(
            "agree",
            "Agree to go back as somebody has asked. It happens when everybody has agreed who sits "
            "here or whose seat has moved since.",
            HOLDER,
            Nothing,
            lambda act, given: undo.agree(act.tables, act.table, act.me.id),
        ),
        Deed(
            "refuse",
            "Refuse to go back as somebody has asked.",
            HOLDER,
            Nothing,
            lambda act, given: undo.refuse(act.tables, act.table),
        ),
        Deed(
            "hand-over",
            "Have a bot play on in your seat, until you take it back.",
            OWNER,
            SeatForBot,
            _hand_over,
        ),
        Deed(
            "take-back",
            "Sit down again where a bot has played for you.",
            FORMER_OWNER,
            OneSeat,
            lambda act, given: seating.take_back(act.tables, act.table, given.seat),
        ),
        Deed(
            "order",
            "Give a standing order, one of those the game offers (`orders`): it is carried out "
            "when your decision comes, at once if it is there already. Only you see it.",
            OWNER,
            Ordering,
            _order,
        ),
        Deed(
            "cancel-order",
            "Take a standing order back, or all of them.",
            OWNER,
            TakingOrderBack,
            _take_order_back,
        ),
        Deed(
            "vacation",
            "Take days off, where the clock counts by days: your time stands still meanwhile.",
            OWNER,
            DaysOff,
            lambda act, given: timing.take_days_off(act.tables, act.table, given.seat, given.days),
        ),
        Deed(
            "back",
            "Come back before your days off are over; whole days that are left are yours again.",
            OWNER,
            OneSeat,
            lambda act, given: timing.return_early(act.tables, act.table, given.seat),
        ),
        Deed(
            "vote",
            "Have a bot play for somebody who has been waited for a day, where there is no clock. "
            "It happens when more than half of the others want it; they may take their seat back.",
            SEATED,
            OneSeat,
            lambda act, given: timing.vote(
                act.tables, act.table, act.me.id, given.seat, act.services.settings.absent
            ),
        ),
        Deed("resign", "Leave your seat to a bot for good.", OWNER, SeatForBot, _resign),
        Deed(
            "join",
            "Sit down: by invitation, or at a listed table on any free seat.",
            PEOPLE,
            Joining,
            _join,
        ),
        Deed(
            "new-invite",
            "Withdraw the invitation to an open seat and make another.",
            HOST,
            OneSeat,
            lambda act, given: seating.renew_invite(act.tables, act.table, given.seat),
        ),
        Deed(
            "fill",
            "Give an open seat to a bot.",
            HOST,
            SeatForBot,
            lambda act, given: seating.fill(
                act.tables, act.table, given.seat, given.level or opponents.usual()
            ),
        ),
        Deed(
            "close",
            "Break up a table at which the game has not begun, or cannot go on.",
            HOST,
            Nothing,
            lambda act, given: seating.close(act.tables, act.table),
            unplayed=lambda services, table, me: services.tables.break_up(table, me.id),
        ),
        Deed(
            "hint", "What the search would play.", HINTED, Asking, _hint, gives=HINT, limit="hint"
        ),
        Deed(
            "fork",
            "Play on from a ply against bots, at a table of your own. While a game with secrets or "
            "among people is played this is refused.",
            PEOPLE,
            PlayingOn,
            _fork,
            gives=NEW_TABLE,
            limit="create",
        ),
        Deed(
            "chances",
            "Have a finished game looked over: who was winning, and when.",
            ANYBODY,
            Nothing,
            lambda act, given: look_over(act.services, replay_of_table(act.table, None, None)),
            gives=CHANCES,
            limit="hint",
        ),
        Deed(
            "say",
            "Say something: to those who sit here if you do, else to those who watch.",
            PEOPLE,
            Saying,
            _say,
            limit="talk",
        ),
        Deed(
            "report",
            "Report what somebody has said here. The host of the table and the operators read it.",
            PEOPLE,
            Reporting,
            _report,
            limit="talk",
        ),
    )
}


def named(name: str) -> Deed[Any]:
    if name not in DEEDS:
        raise NotFound("There is nothing like that to do.")
    return DEEDS[name]
