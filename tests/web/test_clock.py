"""The arithmetic of clocks: its laws hold for whatever happens at a table."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from roundhouse.web.clocks import clock as clocks
from roundhouse.web.clocks.clock import Clock
from roundhouse.web.clocks.pace import DAY, GRACE, HOUR, NONE, PACES, Pace, pace_named
from roundhouse.web.errors import Refusal

SEATS = 3
waits = st.one_of(st.floats(0, 10), st.floats(0, 5 * DAY))
paces = st.sampled_from([pace for pace in PACES.values() if pace.counted])


class Table(RuleBasedStateMachine):
    """Somebody is waited for, decides, goes away, comes back, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000_000.0
        self.clock: Clock = clocks.laid(PACES["day"], "greedy", SEATS)
        self.clock = clocks.after(self.clock, [], 0, self.now)

    @rule(pace=paces)
    @precondition(lambda self: self.now == 1_000_000.0)
    def chosen(self, pace: Pace) -> None:
        self.clock = clocks.after(clocks.laid(pace, "greedy", SEATS), [], 0, self.now)

    @rule(seconds=waits)
    def wait(self, seconds: float) -> None:
        seat = self.clock.running
        before = [clocks.left(self.clock, s, self.now) for s in range(SEATS)]
        away = 0.0 if seat is None else max(0.0, self.clock.away[seat] - self.now)
        self.now += seconds
        after = [clocks.left(self.clock, s, self.now) for s in range(SEATS)]
        for s in range(SEATS):
            if s != seat:
                assert after[s] == before[s]  # only one seat's time runs
            else:
                assert before[s] - max(0.0, seconds - away) - 1e-3 <= after[s] <= before[s]

    @rule(turn=st.sampled_from([None, 0, 1, 2]))
    @precondition(lambda self: self.clock.running is not None)
    def decide(self, turn: int | None) -> None:
        seat = self.clock.running
        assert seat is not None
        had = clocks.left(self.clock, seat, self.now)
        pace = self.clock.pace
        self.clock = clocks.after(self.clock, [seat], turn, self.now)
        assert self.clock.left[seat] == min(pace.most, had + pace.credit)
        assert (self.clock.running, self.clock.since) == (turn, self.now)

    @rule(turn=st.integers(0, SEATS - 1))
    @precondition(lambda self: self.clock.running is None)
    def a_bot_decides(self, turn: int) -> None:
        before = self.clock.left
        self.clock = clocks.after(self.clock, [], turn, self.now)
        assert self.clock.left == before

    @rule(seats=st.lists(st.integers(0, SEATS - 1), max_size=5))
    def take_back(self, seats: list[int]) -> None:
        before = self.clock.left
        self.clock = clocks.taken_back(self.clock, seats)
        assert all(now <= then for now, then in zip(self.clock.left, before, strict=True))

    @rule(seat=st.integers(0, SEATS - 1), days=st.integers(1, 5))
    def vacation(self, seat: int, days: int) -> None:
        if self.clock.vacation[seat] >= days:
            had = clocks.left(self.clock, seat, self.now)
            self.clock = clocks.go_away(self.clock, seat, days, self.now)
            later = self.now + days * DAY
            assert clocks.left(self.clock, seat, later) == had

    @rule(seat=st.integers(0, SEATS - 1))
    def back(self, seat: int) -> None:
        had = clocks.left(self.clock, seat, self.now)
        self.clock = clocks.end_vacation(self.clock, seat, self.now)
        assert clocks.left(self.clock, seat, self.now) == pytest.approx(had, abs=GRACE + 1e-6)

    @rule(seat=st.integers(0, SEATS - 1))
    def come_back(self, seat: int) -> None:
        self.clock = clocks.come_back(self.clock, seat)
        assert self.clock.left[seat] >= self.clock.pace.credit

    @invariant()
    def banks_are_sane(self) -> None:
        for seat in range(SEATS):
            assert 0 <= self.clock.left[seat] <= self.clock.pace.most
            assert 0 <= self.clock.vacation[seat] <= self.clock.pace.vacation

    @invariant()
    def it_runs_out_when_nothing_is_left(self) -> None:
        end = clocks.runs_out(self.clock)
        if self.clock.running is None:
            assert end == inf
            return
        seat = self.clock.running
        assert clocks.left(self.clock, seat, end + 1e-3) == 0
        if self.clock.left[seat] > 1:
            assert clocks.left(self.clock, seat, end - 1) > 0
        assert clocks.due(self.clock) <= end


TestTable = Table.TestCase


@given(paces, st.lists(st.floats(0, 100), max_size=30))
def test_moving_and_taking_back_gains_nothing(pace: Pace, thoughts: list[float]) -> None:
    """Whoever goes to and fro has no more in the bank than whoever has not moved at all."""
    now = 0.0
    clock = clocks.after(clocks.laid(pace, "greedy", 2), [], 0, now)
    clock = replace(clock, left=(pace.credit * 2, pace.bank))
    for thought in thoughts:
        now += thought
        had = clocks.left(clock, 0, now)
        clock = clocks.after(clock, [0], 1, now)
        clock = clocks.after(clocks.taken_back(clock, [0]), [], 0, now)
        assert clock.left[0] <= max(had, pace.credit) + 1e-6


@given(paces, st.floats(0, 30 * DAY), st.integers(1, 40))
def test_many_decisions_in_a_row_earn_no_more_than_the_most(
    pace: Pace, late: float, decisions: int
) -> None:
    clock = clocks.after(clocks.laid(pace, "greedy", 2), [], 0, 0.0)
    clock = clocks.after(clock, [0] * decisions, 1, late)
    assert clock.left[0] <= pace.most


def test_the_paces_are_those_players_know() -> None:
    banks = {p.key: (p.bank / HOUR, p.credit / HOUR, p.most / HOUR) for p in PACES.values()}
    assert banks["day"] == (24, 4, 72)
    assert banks["days"] == (72, 12, 120)
    assert banks["slow"] == (72, 36, 240)
    live = [p for p in PACES.values() if p.counted and not p.by_days]
    assert [p.key for p in live] == ["quick", "normal", "relaxed"]
    assert all(p.most == p.bank for p in live)  # never above its start


def test_the_reminder_comes_at_four_fifths_and_once() -> None:
    clock = clocks.after(clocks.laid(PACES["day"], "greedy", 2), [], 0, 0.0)
    assert clocks.due(clock) == pytest.approx(0.8 * DAY + GRACE)
    assert clocks.due(replace(clock, reminded=True)) == DAY + GRACE
    live = clocks.after(clocks.laid(PACES["quick"], "greedy", 2), [], 0, 0.0)
    assert clocks.due(live) == clocks.runs_out(live)


def test_without_a_clock_nothing_ever_runs_out() -> None:
    clock = clocks.after(clocks.laid(NONE, "", 2), [], 0, 0.0)
    assert clocks.due(clock) == inf
    clock = clocks.after(clocks.come_back(clock, 0), [0], 1, 5.0)
    assert (clock.left, clock.since) == ((inf, inf), 5.0)


def test_a_clock_nobody_knows_is_refused() -> None:
    with pytest.raises(Refusal, match="one of none, quick"):
        pace_named("hourglass")
