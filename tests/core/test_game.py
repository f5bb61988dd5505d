from __future__ import annotations

import random

import pytest
from tests.conftest import LoadNative

import roundhouse
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry


def test_start_apply_clone_and_pack(northern_at_speed: Game) -> None:
    game = northern_at_speed
    state = game.start(seats=4)
    assert (state.turn, state.seats, state.over) == (0, 4, False)
    action = game.parse("lay fargo")
    assert game.text(action) == "lay fargo"
    clone = state.clone()
    assert clone == state
    assert hash(clone) == hash(state)
    state.apply(action)
    assert clone != state
    assert game.unpack(state.pack()) == state
    assert state.turn == 1
    assert repr(state) == "<northern for 4, turn 1>"


def test_illegal_actions_change_nothing(northern_at_speed: Game) -> None:
    state = northern_at_speed.start(3)
    before = state.pack()
    for action in (-1, 10**6, northern_at_speed.parse("lay seattle"), "lay fargo", None):
        with pytest.raises(roundhouse.IllegalAction, match="is not legal now; legal: "):
            state.apply(action)  # type: ignore[arg-type]
    assert state.pack() == before


def test_legal_returns_a_new_list(northern_at_speed: Game) -> None:
    state = northern_at_speed.start(3)
    state.legal().clear()
    assert len(state.legal()) == 50


def test_ranks_before_the_end_raise(northern: Game) -> None:
    state = northern.start(3)
    with pytest.raises(roundhouse.IllegalAction, match="when the game is over"):
        state.ranks()
    with pytest.raises(roundhouse.IllegalAction, match="only a chance state"):
        state.weights()
    assert state.scores() == [0, 0, 0]


def test_no_action_is_legal_after_the_end(northern_at_speed: Game) -> None:
    state = northern_at_speed.start(3)
    rng = random.Random(1)
    while not state.over:
        state.apply(rng.choice(state.legal()))
    assert state.legal() == []
    assert state.turn == roundhouse.OVER
    with pytest.raises(roundhouse.IllegalAction, match="the game is over"):
        state.apply(0)


def test_view_requires_an_existing_seat(northern: Game) -> None:
    state = northern.start(3)
    assert state.view(None)["seat"] is None
    assert state.view(2)["seat"] == 2
    with pytest.raises(roundhouse.IllegalAction, match="no seat 3"):
        state.view(3)


def test_invalid_seats_and_options_are_refused(northern: Game) -> None:
    with pytest.raises(roundhouse.RoundhouseError, match="3 to 6 seats"):
        northern.start(2)
    with pytest.raises(roundhouse.RoundhouseError, match="one of standard"):
        registry.load("northern", variant="long")
    with pytest.raises(roundhouse.RoundhouseError, match="no option"):
        registry.load("northern", colour="red")


def test_redeal_without_hidden_information_changes_nothing(northern_at_speed: Game) -> None:
    state = northern_at_speed.start(3)
    assert state.redeal(0, random.Random(0)) == state
    assert state.redeal(None, random.Random(0)) == state


def test_every_sheet_has_a_drawing(northern: Game) -> None:
    view = northern.start(3).view(0)
    assert northern.draw(view) == northern.draw(view, "board")
    assert northern.draw(view, "hand") != northern.draw(view, "board")
    drawings = [(d.name, d.mine, d.narrow) for d in northern.drawings]
    assert drawings == [("board", False, False), ("hand", True, False), ("hand_narrow", True, True)]


@pytest.mark.parametrize("name", [meta.id for meta in registry.games() if meta.chance])
def test_chance_follows_the_weights(name: str) -> None:
    """Evenly spaced random numbers draw every outcome in proportion to its weight."""

    class Even(random.Random):
        calls = 0

        def getrandbits(self, k: int) -> int:
            self.calls += 1
            return (self.calls * 2 - 1) * (1 << k) // (2 * total)

    state = registry.load(name, speed="interpreted").start(3)
    rng = random.Random(1)
    while state.turn != roundhouse.CHANCE or len(state.legal()) < 2:
        state.apply(rng.choice(state.legal()))
    weights = state.weights()
    total, even = sum(weights), Even()
    actions = []
    for _ in range(total):
        clone = state.clone()
        actions.append(clone.play_chance(even))
        state_after = state.clone()
        state_after.apply(actions[-1])
        assert clone == state_after
    assert [actions.count(action) for action in state.legal()] == weights
    with pytest.raises(roundhouse.IllegalAction, match="only a chance state"):
        registry.load("northern", speed="interpreted").start(3).play_chance(even)


@pytest.mark.slow
@pytest.mark.parametrize("name", [meta.id for meta in registry.games() if meta.chance])
def test_chance_is_the_same_at_every_speed(name: str, load_native: LoadNative) -> None:
    native = load_native(name)
    states = [game.start(3) for game in (native.at_speed(INTERPRETED), native)]
    for seed in range(3):
        chance, choice = [random.Random(seed) for _ in states], random.Random(seed)
        plain, fast = (state.clone() for state in states)
        while not plain.over:
            if plain.turn == roundhouse.CHANCE:
                assert fast.play_chance(chance[1]) == plain.play_chance(chance[0])
            else:
                action = choice.choice(plain.legal())
                plain.apply(action)
                fast.apply(action)
            assert (fast.turn, fast.pack()) == (plain.turn, plain.pack())
    with pytest.raises(roundhouse.IllegalAction, match="only a chance state"):
        fast.play_chance(chance[1])
