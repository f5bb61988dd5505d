from __future__ import annotations

import random
from dataclasses import replace

import pytest

from roundhouse.core.errors import BadRecord, IllegalAction, StaleMove, UnknownMove
from roundhouse.core.game import Game
from roundhouse.play.match import FORCED, MOVE, UNDO, Entry, Match
from roundhouse.play.record import Move
from roundhouse.play.undo_rule import undo_ply


@pytest.fixture
def match(northern: Game) -> Match:
    return Match(northern, 3, ["Ann", "Bo", "Cy"])


def play_to_end(match: Match) -> Match:
    rng = random.Random(0)
    while not match.over:
        match.advance(rng)
        if not match.over:
            words = match.game.text(rng.choice(match.state.legal()))
            match.submit(match.state.turn, words, match.ply)
    return match


def test_move_adds_an_entry(match: Match) -> None:
    assert match.submit(0, " lay  fargo", 0) == [Entry(MOVE, 0, 0, "lay fargo")]
    assert (match.ply, match.state.turn) == (1, 1)


def test_refused_moves_change_nothing(match: Match) -> None:
    match.submit(0, "lay fargo", 0)
    before = match.state.pack()
    with pytest.raises(StaleMove, match="it is at move 1, not 0"):
        match.submit(1, "lay minot", 0)
    with pytest.raises(IllegalAction, match="not seat 2's turn"):
        match.submit(2, "lay minot", 1)
    with pytest.raises(UnknownMove):
        match.submit(1, "lay atlantis", 1)
    with pytest.raises(IllegalAction, match="is not legal now"):
        match.submit(1, "lay fargo", 1)
    assert (match.state.pack(), match.ply, len(match.entries)) == (before, 1, 1)


def test_forced_moves_are_played_by_the_match(northern: Game) -> None:
    match = play_to_end(Match(northern, 3))
    kinds = {entry.kind for entry in match.entries}
    assert kinds == {MOVE, FORCED}
    for step in match.line:
        choices = northern.unpack(step.before).legal()
        assert (len(choices) == 1) == (step.entry.kind == FORCED)


def test_no_move_is_accepted_after_the_end(match: Match) -> None:
    play_to_end(match)
    assert match.advance(random.Random(0)) == []
    with pytest.raises(IllegalAction, match="the game is over"):
        match.submit(0, "lay fargo", match.ply)


def test_undo_adds_an_entry(match: Match) -> None:
    start = match.state.pack()
    match.submit(0, "lay fargo", 0)
    match.submit(1, "lay minot", 1)
    assert match.undo(1, 1) == [Entry(UNDO, 1, 1)]
    assert (match.ply, match.state.turn, len(match.entries)) == (1, 1, 3)
    match.undo(0, 0)
    assert match.state.pack() == start
    for ply in (0, -1, 5):
        with pytest.raises(IllegalAction, match="cannot undo to ply"):
            match.undo(0, ply)


def test_seat_may_undo_only_unanswered_moves(match: Match) -> None:
    assert undo_ply(match, 0) is None
    match.submit(0, "lay fargo", 0)
    assert undo_ply(match, 0) == 0
    assert undo_ply(match, 1) is None
    match.submit(1, "lay minot", 1)
    assert undo_ply(match, 0) is None


def test_match_resumes_from_its_entries(match: Match) -> None:
    match.submit(0, "lay fargo", 0)
    match.submit(1, "lay minot", 1)
    match.undo(1, 1)
    match.submit(1, "invest large terry", 1)
    copy = Match.resume(match.game, 3, match.entries, match.names)
    assert copy.state == match.state
    assert (copy.entries, copy.line) == (match.entries, match.line)


def test_state_at_returns_earlier_states(match: Match) -> None:
    start = match.state.clone()
    match.submit(0, "lay fargo", 0)
    assert match.state_at(0) == start
    assert match.state_at(1) == match.state
    assert match.state_at(1) is not match.state
    with pytest.raises(IllegalAction, match="no ply 2"):
        match.state_at(2)


def test_record_omits_undone_moves(match: Match) -> None:
    match.submit(0, "lay fargo", 0)
    match.undo(0, 0)
    match.submit(0, "lay aberdeen", 0)
    record = match.record()
    assert record.moves == (Move(0, "lay aberdeen"),)
    assert record.names == ("Ann", "Bo", "Cy")
    assert record.result is None
    assert play_to_end(match).record().result is not None


def test_match_continues_from_a_record(northern_at_speed: Game) -> None:
    match = play_to_end(Match(northern_at_speed, 3, ["Ann", "Bo", "Cy"]))
    copy = Match.from_record(northern_at_speed, match.record())
    assert copy.line == match.line
    broken = replace(match.record(), moves=(Move(0, "lay seattle"),))
    with pytest.raises(BadRecord, match="not legal"):
        Match.from_record(northern_at_speed, broken)


def test_sentences_of_the_log(match: Match) -> None:
    match.submit(0, "invest large fargo", 0)
    match.submit(1, "lay fargo", 1)
    assert match.sentences(None) == [
        (0, "@0 invests a large cube in Fargo"),
        (1, "@1 lays track to Fargo: @0 gains 2"),
    ]
    assert match.sentences(2, since=1) == match.sentences(None)[1:]
