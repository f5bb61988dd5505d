"""Properties of the clock arithmetic under any sequence of events."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from roundhouse.table import clock as clocks
from roundhouse.table.clock import (
    DAY,
    GRACE,
    HOUR,
    NO_CLOCK,
    TIME_CONTROLS,
    Clock,
    TimeControl,
    time_control_named,
)
from roundhouse.table.errors import Refusal

SEATS = 3
waits = st.one_of(st.floats(0, 10), st.floats(0, 5 * DAY))
time_controls = st.sampled_from(
    [time_control for time_control in TIME_CONTROLS.values() if time_control.counted]
)


class ClockMachine(RuleBasedStateMachine):
    """A clock under turns, undos and vacations in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000_000.0
        self.clock: Clock = clocks.new_clock(TIME_CONTROLS["day"], "greedy", SEATS)
        self.clock = clocks.after(self.clock, [], 0, self.now)

    @rule(time_control=time_controls)
    @precondition(lambda self: self.now == 1_000_000.0)
    def select_time_control(self, time_control: TimeControl) -> None:
        self.clock = clocks.after(clocks.new_clock(time_control, "greedy", SEATS), [], 0, self.now)

    @rule(seconds=waits)
    def wait(self, seconds: float) -> None:
        seat = self.clock.running
        before = [clocks.left(self.clock, s, self.now) for s in range(SEATS)]
        away = 0.0 if seat is None else max(0.0, self.clock.away[seat] - self.now)
        self.now += seconds
        after = [clocks.left(self.clock, s, self.now) for s in range(SEATS)]
        for s in range(SEATS):
            if s != seat:
                assert after[s] == before[s]  # only the seat to act loses time
            else:
                assert before[s] - max(0.0, seconds - away) - 1e-3 <= after[s] <= before[s]

    @rule(turn=st.sampled_from([None, 0, 1, 2]))
    @precondition(lambda self: self.clock.running is not None)
    def decide(self, turn: int | None) -> None:
        seat = self.clock.running
        assert seat is not None
        time_left = clocks.left(self.clock, seat, self.now)
        time_control = self.clock.time_control
        self.clock = clocks.after(self.clock, [seat], turn, self.now)
        assert self.clock.left[seat] == min(time_control.max_bank, time_left + time_control.credit)
        assert (self.clock.running, self.clock.since) == (turn, self.now)

    @rule(turn=st.integers(0, SEATS - 1))
    @precondition(lambda self: self.clock.running is None)
    def decide_as_bot(self, turn: int) -> None:
        before = self.clock.left
        self.clock = clocks.after(self.clock, [], turn, self.now)
        assert self.clock.left == before

    @rule(seats=st.lists(st.integers(0, SEATS - 1), max_size=5))
    def undo(self, seats: list[int]) -> None:
        before = self.clock.left
        self.clock = clocks.refund_credit(self.clock, seats)
        assert all(now <= then for now, then in zip(self.clock.left, before, strict=True))

    @rule(seat=st.integers(0, SEATS - 1), days=st.integers(1, 5))
    def start_vacation(self, seat: int, days: int) -> None:
        if self.clock.vacation[seat] >= days:
            time_left = clocks.left(self.clock, seat, self.now)
            self.clock = clocks.start_vacation(self.clock, seat, days, self.now)
            later = self.now + days * DAY
            assert clocks.left(self.clock, seat, later) == time_left

    @rule(seat=st.integers(0, SEATS - 1))
    def end_vacation(self, seat: int) -> None:
        time_left = clocks.left(self.clock, seat, self.now)
        self.clock = clocks.end_vacation(self.clock, seat, self.now)
        assert clocks.left(self.clock, seat, self.now) == pytest.approx(time_left, abs=GRACE + 1e-6)

    @rule(seat=st.integers(0, SEATS - 1))
    def restore_bank(self, seat: int) -> None:
        self.clock = clocks.restore_bank(self.clock, seat)
        assert self.clock.left[seat] >= self.clock.time_control.credit

    @invariant()
    def banks_are_within_their_limits(self) -> None:
        for seat in range(SEATS):
            assert 0 <= self.clock.left[seat] <= self.clock.time_control.max_bank
            assert 0 <= self.clock.vacation[seat] <= self.clock.time_control.vacation

    @invariant()
    def clock_expires_when_no_time_is_left(self) -> None:
        end = clocks.expires_at(self.clock)
        if self.clock.running is None:
            assert end == inf
            return
        seat = self.clock.running
        assert clocks.left(self.clock, seat, end + 1e-3) == 0
        if self.clock.left[seat] > 1:
            assert clocks.left(self.clock, seat, end - 1) > 0
        assert clocks.due(self.clock) <= end


TestClock = ClockMachine.TestCase


@given(time_controls, st.lists(st.floats(0, 100), max_size=30))
def test_repeated_undo_gains_no_time(
    time_control: TimeControl, thinking_times: list[float]
) -> None:
    """Moving and undoing adds no time, whatever the player's thinking times."""
    now = 0.0
    clock = clocks.after(clocks.new_clock(time_control, "greedy", 2), [], 0, now)
    clock = replace(clock, left=(time_control.credit * 2, time_control.bank))
    for seconds in thinking_times:
        now += seconds
        time_left = clocks.left(clock, 0, now)
        clock = clocks.after(clock, [0], 1, now)
        clock = clocks.after(clocks.refund_credit(clock, [0]), [], 0, now)
        assert clock.left[0] <= max(time_left, time_control.credit) + 1e-6


@given(time_controls, st.floats(0, 30 * DAY), st.integers(1, 40))
def test_credit_never_exceeds_the_maximum_bank(
    time_control: TimeControl, elapsed: float, decisions: int
) -> None:
    clock = clocks.after(clocks.new_clock(time_control, "greedy", 2), [], 0, 0.0)
    clock = clocks.after(clock, [0] * decisions, 1, elapsed)
    assert clock.left[0] <= time_control.max_bank


def test_time_controls_have_the_documented_values() -> None:
    banks = {
        each.key: (each.bank / HOUR, each.credit / HOUR, each.max_bank / HOUR)
        for each in TIME_CONTROLS.values()
    }
    assert banks["day"] == (24, 4, 72)
    assert banks["days"] == (72, 12, 120)
    assert banks["slow"] == (72, 36, 240)
    live = [each for each in TIME_CONTROLS.values() if each.counted and not each.by_days]
    assert [each.key for each in live] == ["quick", "normal", "relaxed"]
    assert all(each.max_bank == each.bank for each in live)  # never above the initial bank


def test_reminder_is_due_once_at_four_fifths_of_the_time() -> None:
    clock = clocks.after(clocks.new_clock(TIME_CONTROLS["day"], "greedy", 2), [], 0, 0.0)
    assert clocks.due(clock) == pytest.approx(0.8 * DAY + GRACE)
    assert clocks.due(replace(clock, reminded=True)) == DAY + GRACE
    live = clocks.after(clocks.new_clock(TIME_CONTROLS["quick"], "greedy", 2), [], 0, 0.0)
    assert clocks.due(live) == clocks.expires_at(live)


def test_table_without_a_clock_never_expires() -> None:
    clock = clocks.after(clocks.new_clock(NO_CLOCK, "", 2), [], 0, 0.0)
    assert clocks.due(clock) == inf
    clock = clocks.after(clocks.restore_bank(clock, 0), [0], 1, 5.0)
    assert (clock.left, clock.since) == ((inf, inf), 5.0)


def test_unknown_time_control_is_refused() -> None:
    with pytest.raises(Refusal, match="one of none, quick"):
        time_control_named("hourglass")
