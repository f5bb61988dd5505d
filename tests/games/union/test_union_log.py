"""Log sentences of Union Pacific, and that they leak nothing."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from roundhouse.core.constants import CHANCE
from roundhouse.games.union.log import redact, sentence
from roundhouse.games.union.state import State

from .states import VERSIONS, dealt, game, opened, play, random_walk

GOLDEN = Path(__file__).parent / "golden"


def sentence_of(state: State, move: str, seat: int | None) -> str:
    """Return the log sentence of a move without playing it."""
    return sentence(state, state.game.parse(move), play(state.clone(), move), seat)


def sentences_of(state: State, move: str, seat: int | None) -> tuple[str, str]:
    return redact(state, state.game.parse(move), seat), sentence_of(state, move, seat)


def test_draws_are_seen_by_their_seat_alone() -> None:
    state = play(opened(3), "play green", "done", "discard none")
    assert sentences_of(state, "draw black", 1) == ("draw black", "@1 draws a black track card")
    for seat in (0, 2, None):
        assert sentences_of(state, "draw black", seat) == ("draw ?", "@1 draws a track card")


def test_dealt_cards_are_seen_by_their_seat_alone() -> None:
    state = game().start(2)
    assert sentences_of(state, "draw wild", 0) == ("draw wild", "@0 is dealt a wild track card")
    assert sentences_of(state, "draw wild", 1) == ("draw ?", "")
    play(state, *["draw none"] * 6)
    assert sentences_of(state, "deal grey", 0) == (
        "deal grey",
        "@0 is dealt a share of Wyoming & Western",
    )
    assert sentences_of(state, "deal grey", None) == ("deal ?", "")


def test_the_opening_choice_is_secret_until_all_have_chosen() -> None:
    state = dealt(2)
    assert sentences_of(state, "show green", 0)[0] == "show green"
    assert sentences_of(state, "show green", 1) == ("show ?", "@0 chooses a share to reveal")
    play(state, "show green")
    assert state.view(0)["facts"]["choice"] == "green"
    assert state.view(1)["facts"]["choice"] is None
    assert state.view(1)["facts"]["chosen"] == [True, False]
    for seat in (0, 1, None):
        assert sentences_of(state, "show up", seat)[1] == (
            "Revealed: @0 (El Paso & Rio Grande), @1 (Union Pacific)"
        )


@pytest.mark.parametrize("rules", VERSIONS)
def test_the_deck_is_hidden_and_the_display_is_open(rules: int) -> None:
    state = play(opened(3, rules=rules), "build grey cheyenne-denver dashed")
    deck = play(state.clone(), "take deck")
    assert sentences_of(deck, "deal brown", 0)[0] == "deal brown"
    assert sentences_of(deck, "deal brown", 1) == ("deal ?", "@0 draws a share from the deck")
    display = play(state, "take red", *["keep"] * (rules - 1))
    for seat in (0, 1, None):
        assert sentences_of(display, "deal brown", seat) == (
            "deal brown",
            "Kansas City Central is added to the display",
        )


def test_trades_stay_hidden() -> None:
    state = play(opened(3), "build grey cheyenne-denver dashed", "take up")
    assert sentences_of(state, "trade white", 0)[0] == "trade white"
    assert sentences_of(state, "trade white", 1) == (
        "trade ?",
        "@0 trades a share for one of Union Pacific",
    )
    assert sentences_of(state, "keep", 1) == ("keep", "")


@pytest.mark.parametrize("rules", VERSIONS)
def test_payments_are_logged(rules: int) -> None:
    state = play(opened(4, rules=rules), "build grey cheyenne-denver dashed", "take up")
    state.py_state.turned = 2
    assert sentence_of(state, "keep", None) == ("Dividends 1 to 2: @0 $7M, @1 $7M, @2 $7M, @3 $7M")


def test_payments_are_logged_when_the_refill_ends_the_turn() -> None:  # U8
    state = play(opened(4), "build grey cheyenne-denver dashed", "take red", "keep")
    state.py_state.turned = 2
    for seat in (*range(4), None):
        assert sentence_of(state, "deal grey", seat) == (
            "Wyoming & Western is added to the display; "
            "dividends 1 to 2: @0 $7M, @1 $7M, @2 $7M, @3 $7M"
        )


@pytest.mark.parametrize("rules", VERSIONS)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_sentences_leak_nothing(seats: int, rules: int) -> None:
    """Moves with equal redacted notation have equal sentences in every redeal.

    The last dividend of a two-seat game is an exception: it depends on the deck.
    """
    rng = random.Random(seats)
    for state, _ in random_walk(seats, seats, rules=rules)[:-1]:
        last_show = state.py_state.phase == 2 and state.turn == seats - 1
        if last_show or rng.random() < 0.5:
            continue
        for seat in {*range(seats), None} - {state.turn}:
            lines: dict[str, set[str]] = defaultdict(set)
            for world in (state, state.redeal(seat, rng)):
                for action in world.legal()[:25]:
                    after = world.clone()
                    after.apply(action)
                    if not (seats == 2 and after.over):
                        lines[redact(world, action, seat)].add(sentence(world, action, after, seat))
            assert all(len(sentences) == 1 for sentences in lines.values()), lines


@pytest.mark.parametrize("rules", VERSIONS)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_sentences_use_no_hidden_information(seats: int, rules: int) -> None:
    """Redealing both states must not change the sentence."""
    rng = random.Random(seats)
    steps = random_walk(seats, 10 + seats, rules=rules)
    for (before, action), (after, _) in pairwise(steps):
        for seat in (*range(seats), None):
            line = sentence(before, action, after, seat)
            imagined = before.redeal(seat, rng), after.redeal(seat, rng)
            assert sentence(imagined[0], action, imagined[1], seat) == line
            assert redact(imagined[0], action, seat) == redact(before, action, seat)


@pytest.mark.parametrize(("rules", "name"), [(1, "seat0.txt"), (2, "seat0-rules2.txt")])
def test_a_game_as_seat_0_reads_it(
    golden: Callable[[Path, str], None], rules: int, name: str
) -> None:
    lines = []
    for (state, action), (after, _) in pairwise(random_walk(3, 7, rules=rules)):
        who = "*" if state.turn == CHANCE else str(state.turn)
        line = sentence(state, action, after, 0)
        lines.append(f"{who} {redact(state, action, 0)} | {line}".rstrip())
    golden(GOLDEN / name, "\n".join(lines) + "\n")
