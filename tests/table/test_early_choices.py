"""Simultaneous decisions at a table: Union Pacific's opening."""

from __future__ import annotations

import pytest
from tests.table.memory import Club
from tests.table.test_games import render

from roundhouse.core.errors import IllegalAction
from roundhouse.table.chairs import BOT, HUMAN, Chair
from roundhouse.table.clock import GRACE, NO_CLOCK, TIME_CONTROLS, TimeControl
from roundhouse.table.early_choices import early_state, list_early_seats
from roundhouse.table.errors import Clash
from roundhouse.table.events import EarlyChoicePossible
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.table import Table

USERS = ("ann", "bob", "cem")
CLOCK = TIME_CONTROLS["quick"]


@pytest.fixture
def club() -> Club:
    return Club()


def begin(club: Club, time_control: TimeControl) -> Table:
    chairs = [Chair(n, HUMAN, user.title(), user) for n, user in enumerate(USERS)]
    return club.create("union", chairs, time_control=time_control)


@pytest.fixture
def table(club: Club) -> Table:
    """A table of three at which Ann is asked first."""
    table = begin(club, CLOCK)
    assert table.turn == 0
    return table


def choose(club: Club, table: Table, seat: int, ply: int | None = None) -> str:
    """Choose the last share that a seat can reveal."""
    state = table.match.state if table.turn == seat else early_state(table, seat)
    assert state is not None
    words = table.game.text(state.legal()[-1])
    ply = table.match.ply if ply is None else ply
    club.execute(table, USERS[seat], "move", ply=ply, move=words, seat=seat)
    return words


def test_all_choose_at_the_same_time_and_are_played_in_seat_order(club: Club, table: Table) -> None:
    first = table.match.ply
    assert list_early_seats(table) == [1, 2]
    last, second = choose(club, table, 2), choose(club, table, 1)
    assert (table.match.ply, list_early_seats(table)) == (first, [])
    words = choose(club, table, 0)
    played = [move.entry for move in table.match.line[first : first + 3]]
    assert [(e.seat, e.words) for e in played] == [(0, words), (1, second), (2, last)]
    assert not any(orders.orders or orders.message for orders in table.orders.values())


def test_choice_is_secret_and_can_be_changed(club: Club) -> None:
    table = begin(club, NO_CLOCK)  # a clock shows who has chosen
    views = MatchViews(table.match)
    before = render(club, table, views, "bob"), render(club, table, views, "ann")
    assert 'data-turn="1"' in render(club, table, views, "cem")
    choose(club, table, 2)
    mine = render(club, table, views, "cem")
    assert "You chose: Reveal" in mine
    assert 'data-turn=""' in mine
    after = render(club, table, views, "bob"), render(club, table, views, "ann")
    revision = f'data-revision="{table.revision}"'
    assert [html.replace(revision, 'data-revision="1"') for html in after] == list(before)
    club.execute(table, "cem", "cancel-order", seat=2)
    assert list_early_seats(table) == [1, 2]


def test_choice_that_crosses_a_move_counts(club: Club, table: Table) -> None:
    seen = table.match.ply
    choose(club, table, 0)
    choose(club, table, 2, ply=seen)
    choose(club, table, 1, ply=seen)
    assert table.match.line[seen + 2].entry.seat == 2


def test_only_offered_shares_can_be_chosen_and_only_once(club: Club, table: Table) -> None:
    choose(club, table, 2)
    ply = table.match.ply
    for user, words in (("cem", "show up"), ("bob", "pass")):
        with pytest.raises(IllegalAction):
            club.execute(table, user, "move", ply=ply, move=words)


def test_everybody_thinks_on_their_own_clock(club: Club, table: Table) -> None:
    club.time.now += GRACE + 10
    choose(club, table, 2)
    club.time.now += 20
    choose(club, table, 0)
    club.time.now += GRACE + 5
    choose(club, table, 1)
    left = [CLOCK.bank - spent + CLOCK.credit for spent in (30, 35, 10)]
    assert table.clock.left == pytest.approx([min(CLOCK.max_bank, each) for each in left])


def test_choice_after_the_time_ran_out_is_refused(club: Club, table: Table) -> None:
    club.time.now += 3600
    with pytest.raises(Clash, match="Your time ran out"):
        choose(club, table, 2)
    assert table.chairs[2].kind == BOT


def test_events_name_those_who_can_choose(club: Club, table: Table) -> None:
    choose(club, table, 1)
    events = [e for e in club.log.events if isinstance(e, EarlyChoicePossible)]
    assert events == [EarlyChoicePossible(2, "cem")]
