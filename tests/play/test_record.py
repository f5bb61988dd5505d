from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.constants import CHANCE
from roundhouse.core.errors import BadRecord, RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.play.record import Move, Record


def random_record(game: Game, seats: int = 3, plies: int = 10**6) -> Record:
    """Return the record of a random game, or of its first plies."""
    rng, state = random.Random(4), game.start(seats)
    moves: list[Move] = []
    while not state.over and len(moves) < plies:
        weights = state.weights() if state.turn == CHANCE else None
        action = rng.choices(state.legal(), weights)[0] if weights else rng.choice(state.legal())
        moves.append(Move(state.turn, game.text(action)))
        state.apply(action)
    return replace(Record.begin(game, seats), moves=tuple(moves)).finish(state)


def is_same(one: Record, other: Record) -> bool:
    """Check that two records are equal, without file names and line numbers."""
    return one.dumps() == other.dumps()


def test_record_is_a_header_and_moves(northern: Game) -> None:
    record = random_record(northern, plies=2)
    header, *moves = record.dumps().splitlines()
    assert json.loads(header) == {
        "game": "northern",
        "rules": 1,
        "board": northern.board_file.digest,
        "options": {"variant": "standard"},
        "seats": 3,
        "names": ["Seat 0", "Seat 1", "Seat 2"],
        "result": None,
    }
    assert [line.split()[0] for line in moves] == ["0", "1"]


def test_saved_record_loads_and_replays(northern: Game, tmp_path: Path) -> None:
    record = replace(random_record(northern), names=("Ann", "Бо", "C"))
    record.save(tmp_path / "a.game")
    loaded = Record.load(tmp_path / "a.game")
    assert is_same(record, loaded)
    assert loaded.file == str(tmp_path / "a.game")
    *_, last = loaded.replay(loaded.load_game(speed=INTERPRETED))
    assert last.over
    assert record.result == {"scores": last.scores(), "ranks": last.ranks()}


def test_replay_yields_every_state(northern_at_speed: Game) -> None:
    record = random_record(northern_at_speed, plies=5)
    states = list(record.replay(northern_at_speed))
    assert len(states) == 6
    assert states[0] == northern_at_speed.start(3)
    assert len({state.pack() for state in states}) == 6


def test_steps_have_the_action_and_both_states(northern_at_speed: Game) -> None:
    record = random_record(northern_at_speed, plies=5)
    steps = list(record.steps(northern_at_speed))
    states = list(record.replay(northern_at_speed))
    assert [step.move for step in steps] == list(record.moves)
    assert [step.before for step in steps] == states[:-1]
    assert [step.after for step in steps] == states[1:]
    for step in steps:
        assert northern_at_speed.text(step.action) == step.move.words


@pytest.mark.parametrize("use", ["replay", "redact", "match"])
def test_each_move_is_parsed_once(use: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("union", speed=INTERPRETED)
    record = random_record(game, plies=30)
    parsed_words: list[str] = []
    parse = game.codec.parse

    def parse_and_count(words: str) -> int:
        parsed_words.append(words)
        return parse(words)

    monkeypatch.setattr(game.codec, "parse", parse_and_count)
    if use == "replay":
        list(record.replay(game))
    elif use == "redact":
        record.redact(game, 0)
    else:
        Match.from_record(game, record)
    assert parsed_words == [move.words for move in record.moves]


def test_empty_lines_are_ignored(northern: Game) -> None:
    text = random_record(northern, plies=3).dumps().replace("\n", "\n\n")
    assert is_same(Record.loads(text), random_record(northern, plies=3))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0 lay seattle", "'lay seattle' is not legal now"),
        ("0 lay atlantis", "no move of this game"),
        ("1 lay fargo", "it is seat 0's turn"),
        ("* lay fargo", "it is seat 0's turn"),
        ("0 lay ?", "only the full record can be replayed"),
    ],
)
def test_bad_move_is_reported_with_its_line(northern: Game, line: str, reason: str) -> None:
    header = Record.begin(northern, 3).dumps()
    record = Record.loads(f"{header}\n\n{line}\n", "some.game")
    with pytest.raises(BadRecord, match=reason) as excinfo:
        list(record.replay(northern))
    assert excinfo.value.line == 4
    assert str(excinfo.value).startswith("some.game: line 4: ")


@pytest.mark.parametrize("line", ["lay fargo", "0", "7 lay fargo", "-1 lay fargo", "² lay fargo"])
def test_line_that_is_not_a_move_is_refused(northern: Game, line: str) -> None:
    with pytest.raises(BadRecord, match="line 2: a move is `seat words`"):
        Record.loads(f"{Record.begin(northern, 3).dumps()}{line}\n")


def test_moves_after_the_end_are_refused(northern: Game) -> None:
    record = random_record(northern)
    record = replace(record, moves=(*record.moves, Move(0, "lay fargo")), lines=())
    with pytest.raises(BadRecord, match="over before this move"):
        list(record.replay(northern))


def test_wrong_result_is_refused(northern: Game) -> None:
    record = replace(random_record(northern), result={"scores": [9, 9, 9], "ranks": [0, 0, 0]})
    with pytest.raises(BadRecord, match="says the result is"):
        list(record.replay(northern))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"rules": 99}, "version 99 of the rules"),
        ({"board": "0123"}, "another board"),
        ({"options": {"variant": "long"}}, "one of standard"),
        ({"options": {"speed": "warp"}}, "no option 'speed'"),
        ({"options": {"board": "x"}}, "no option 'board'"),
        ({"options": {"game": "x"}}, "no option 'game'"),
        ({"seats": 2, "names": ()}, "3 to 6 seats"),
    ],
)
def test_record_of_an_unknown_game_is_refused(
    northern: Game, change: dict[str, object], reason: str
) -> None:
    record = replace(random_record(northern, plies=1), **change)  # type: ignore[arg-type]
    with pytest.raises(BadRecord, match=reason):
        Record.loads(record.dumps()).load_game(speed=INTERPRETED)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("", "empty"),
        ("\n", "not a JSON header"),
        ("[]", "JSON object"),
        ("{}", "needs `game`"),
        ('{"game": "northern", "rules": true, "board": "", "seats": 3}', "needs `rules`"),
        ('{"game": "northern", "rules": 1, "board": "", "seats": 99}', "out of range"),
        ('{"game": "n", "rules": 1, "board": "", "seats": 3, "options": []}', "map names"),
        ('{"game": "n", "rules": 1, "board": "", "seats": 3, "names": [1]}', "list of names"),
        ('{"game": "n", "rules": 1, "board": "", "seats": 3, "names": ["A"]}', "one name per seat"),
        ('{"game": "n", "rules": 1, "board": "", "seats": 3, "result": 5}', "`result`"),
        ('{"game": "n", "rules": 1, "board": "", "seats": 3, "seen_by": []}', "`seen_by`"),
    ],
)
def test_invalid_headers_are_refused(header: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        Record.loads(header)


def test_unreadable_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.load(tmp_path / "none.game")
    (tmp_path / "bytes.game").write_bytes(b"\xff\xff")
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.load(tmp_path / "bytes.game")


def test_game_without_secrets_is_not_redacted(northern: Game) -> None:
    record = random_record(northern, plies=4)
    assert record.redact(northern, 0) is record


@given(st.text(max_size=300))
def test_random_text_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.loads(text)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(st.data())
def test_damaged_record_gets_a_clear_error(northern: Game, data: st.DataObject) -> None:
    """A damaged record replays or raises a RoundhouseError."""
    record = random_record(northern, plies=6)
    header, *lines = record.dumps().splitlines()
    fields = json.loads(header)
    if data.draw(st.booleans()):
        fields[data.draw(st.sampled_from([*fields, "seen_by"]))] = data.draw(JUNK)
    index = data.draw(st.integers(0, len(lines) - 1))
    lines[index] = data.draw(
        st.text(max_size=20) | st.sampled_from(["1 lay fargo", "* x", lines[0]])
    )
    try:
        damaged = Record.loads("\n".join([json.dumps(fields), *lines]))
        Record.loads(damaged.dumps())
        list(damaged.replay(damaged.load_game(speed=INTERPRETED)))
    except RoundhouseError as error:
        assert str(error)


@given(st.integers(3, 6), st.integers(0, 2**32), st.integers(0, 200))
def test_records_round_trip(northern: Game, seats: int, seed: int, plies: int) -> None:
    rng, state = random.Random(seed), northern.start(seats)
    moves: list[Move] = []
    while not state.over and len(moves) < plies:
        action = rng.choice(state.legal())
        moves.append(Move(state.turn, northern.text(action)))
        state.apply(action)
    record = replace(Record.begin(northern, seats), moves=tuple(moves)).finish(state)
    loaded = Record.loads(record.dumps())
    assert is_same(loaded, record)
    *_, last = loaded.replay(northern)
    assert last == state
