"""What seats read of moves, and that they read no more than they may know."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from roundhouse.core.contract import CHANCE
from roundhouse.games.union.log import redact, sentence
from roundhouse.games.union.state import Position

from .union_table import VERSIONS, dealt, game, opened, play, random_walk

GOLDEN = Path(__file__).parent / "golden"


def told(state: Position, move: str, seat: int | None) -> str:
    """The log's line for a move that is not made."""
    return sentence(state, state.game.parse(move), play(state.clone(), move), seat)


def said(state: Position, move: str, seat: int | None) -> tuple[str, str]:
    return redact(state, state.game.parse(move), seat), told(state, move, seat)


def test_draws_are_seen_by_their_seat_alone() -> None:
    state = play(opened(3), "play green", "done", "discard none")
    assert said(state, "draw black", 1) == ("draw black", "@1 draws a card with a black line")
    for seat in (0, 2, None):
        assert said(state, "draw black", seat) == ("draw ?", "@1 draws a track card")


def test_dealt_cards_are_seen_by_their_seat_alone() -> None:
    state = game().start(2)
    assert said(state, "draw wild", 0) == ("draw wild", "@0 is dealt a wild card")
    assert said(state, "draw wild", 1) == ("draw ?", "")
    play(state, *["draw none"] * 6)
    assert said(state, "deal grey", 0) == ("deal grey", "@0 is dealt a share of Wyoming & Western")
    assert said(state, "deal grey", None) == ("deal ?", "")


def test_the_opening_choice_is_secret_until_all_have_chosen() -> None:
    state = dealt(2)
    assert said(state, "show green", 0)[0] == "show green"
    assert said(state, "show green", 1) == ("show ?", "@0 chooses a share to show")
    play(state, "show green")
    assert state.view(0)["facts"]["choice"] == "green"
    assert state.view(1)["facts"]["choice"] is None
    assert state.view(1)["facts"]["chosen"] == [True, False]
    for seat in (0, 1, None):
        assert said(state, "show up", seat)[1] == (
            "All show: @0 El Paso & Rio Grande, @1 Union Pacific"
        )


@pytest.mark.parametrize("rules", VERSIONS)
def test_the_deck_is_hidden_and_the_display_is_open(rules: int) -> None:
    state = play(opened(3, rules=rules), "build grey cheyenne-denver dashed")
    deck = play(state.clone(), "take deck")
    assert said(deck, "deal brown", 0)[0] == "deal brown"
    assert said(deck, "deal brown", 1) == ("deal ?", "@0 draws a share from the deck")
    display = play(state, "take red", *["keep"] * (rules - 1))
    for seat in (0, 1, None):
        assert said(display, "deal brown", seat) == (
            "deal brown",
            "Kansas City Central comes to the display",
        )


def test_trades_are_hidden_for_ever() -> None:
    state = play(opened(3), "build grey cheyenne-denver dashed", "take up")
    assert said(state, "trade white", 0)[0] == "trade white"
    assert said(state, "trade white", 1) == ("trade ?", "@0 trades a share for Union Pacific")
    assert said(state, "keep", 1) == ("keep", "")


@pytest.mark.parametrize("rules", VERSIONS)
def test_payments_are_told(rules: int) -> None:
    state = play(opened(4, rules=rules), "build grey cheyenne-denver dashed", "take up")
    state.twin.turned = 2
    assert told(state, "keep", None) == "Dividends 1 to 2 are paid: @0 7, @1 7, @2 7, @3 7"


def test_payments_are_told_when_the_refill_ends_the_turn() -> None:  # U8
    state = play(opened(4), "build grey cheyenne-denver dashed", "take red", "keep")
    state.twin.turned = 2
    for seat in (*range(4), None):
        assert told(state, "deal grey", seat) == (
            "Wyoming & Western comes to the display; "
            "dividends 1 to 2 are paid: @0 7, @1 7, @2 7, @3 7"
        )


@pytest.mark.parametrize("rules", VERSIONS)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_log_lines_leak_nothing(seats: int, rules: int) -> None:
    """Moves that read the same to a seat are told the same, on every state it cannot tell apart.

    But for the last dividend of two seats: what it pays depends on the deck, and is told."""
    rng = random.Random(seats)
    for state, _ in random_walk(seats, seats, rules=rules)[:-1]:
        last_show = state.twin.phase == 2 and state.turn == seats - 1
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
            assert all(len(said) == 1 for said in lines.values()), lines


@pytest.mark.parametrize("rules", VERSIONS)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_log_lines_need_nothing_that_is_hidden(seats: int, rules: int) -> None:
    """A line stays the same when all that a seat cannot know is dealt again, before and after."""
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
