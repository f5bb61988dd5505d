"""What seats see, read and are offered."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from union_table import dealt, game, opened, play, words

from roundhouse.core.contract import CHANCE
from roundhouse.games.union.log import redact, sentence
from roundhouse.games.union.state import Position

REF = re.compile(r'data-ref="([^"]*)"')


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


def test_the_deck_is_hidden_and_the_display_is_open() -> None:
    state = play(opened(3), "build grey cheyenne-denver dashed")
    deck = play(state.clone(), "take deck")
    assert said(deck, "deal brown", 0)[0] == "deal brown"
    assert said(deck, "deal brown", 1) == ("deal ?", "@0 draws a share from the deck")
    display = play(state, "take red")
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


def test_payments_are_told() -> None:
    state = play(opened(4), "build grey cheyenne-denver dashed", "take up")
    state.twin.turned = 2
    assert told(state, "keep", None) == "Dividends 1 to 2 are paid: @0 7, @1 7, @2 7, @3 7"


def test_the_hand_is_in_its_own_view_only() -> None:
    state = opened(3)
    assert state.view(0)["facts"]["hand"] == {"green": 2, "red": 1, "white": 1}
    assert state.view(0)["facts"]["track"] == {"none": 2, "dashed": 1, "black": 1}
    for seat in (1, None):
        assert state.view(seat)["facts"]["hand"] != {"green": 2, "red": 1, "white": 1}
        assert state.view(seat)["facts"]["hand_shares"] == [4, 4, 4]
    assert state.view(None)["facts"]["track"] is None
    assert state.view(None)["facts"]["companies"]["green"]["unknown"] == 18
    assert state.view(0)["facts"]["companies"]["green"]["unknown"] == 16


def test_a_build_lights_up_its_section_company_and_card() -> None:
    view = opened(3, "wild").view(0)
    built = next(c for c in view["choices"] if c["move"] == "build grey cheyenne-denver wild")
    assert built["refs"] == ["section:cheyenne-denver", "company:grey", "card:wild"]
    assert built["group"] == "Build for Wyoming & Western"
    assert built["note"] == "dividend becomes 3 / 1"
    groups = [c["group"] for c in view["choices"]]
    assert len([g for n, g in enumerate(groups) if g != groups[n - 1]]) == len(set(groups))


def random_walk(seats: int, seed: int, **options: Any) -> list[tuple[Position, int]]:
    """Every state of a random game with the action taken there."""
    rng = random.Random(seed)
    state = game(**options).start(seats)
    steps = []
    while not state.over:
        actions = state.legal()
        action = (
            rng.choices(actions, state.weights())[0]
            if state.turn == CHANCE
            else rng.choice(actions)
        )
        steps.append((state.clone(), action))
        state.apply(action)
    return [*steps, (state, -1)]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_log_lines_leak_nothing(seats: int) -> None:
    """Moves that read the same to a seat are told the same, on every state it cannot tell apart."""
    rng = random.Random(seats)
    for state, _ in random_walk(seats, seats)[:-1]:
        last_show = state.twin.phase == 2 and state.turn == seats - 1
        if last_show or rng.random() < 0.5:
            continue
        for seat in {*range(seats), None} - {state.turn}:
            lines: dict[str, set[str]] = defaultdict(set)
            for world in (state, state.redeal(seat, rng)):
                for action in world.legal()[:25]:
                    after = world.clone()
                    after.apply(action)
                    lines[redact(world, action, seat)].add(sentence(world, action, after, seat))
            assert all(len(said) == 1 for said in lines.values()), lines


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_log_lines_need_nothing_that_is_hidden(seats: int) -> None:
    """A line stays the same when all that a seat cannot know is dealt again, before and after."""
    rng = random.Random(seats)
    steps = random_walk(seats, 10 + seats)
    for (before, action), (after, _) in pairwise(steps):
        for seat in (*range(seats), None):
            line = sentence(before, action, after, seat)
            imagined = before.redeal(seat, rng), after.redeal(seat, rng)
            assert sentence(imagined[0], action, imagined[1], seat) == line
            assert redact(imagined[0], action, seat) == redact(before, action, seat)


@pytest.mark.parametrize("seats", [2, 6])
def test_everything_that_can_be_clicked_is_drawn(seats: int) -> None:
    for n, (state, _) in enumerate(random_walk(seats, seats)):
        if n % 25 and not state.over:
            continue
        for seat in (state.turn if state.turn >= 0 else 0, None):
            view = state.view(seat)
            drawn = {ref for d in game().drawings for ref in REF.findall(game().draw(view, d.name))}
            assert {ref for c in view["choices"] for ref in c["refs"]} <= drawn
            assert {"company:up", "company:grey", "city:miami", "seat:0", "deck"} <= drawn
            assert sum(ref.startswith("section:") for ref in drawn) == 88


def test_the_end() -> None:
    state = random_walk(2, 5)[-1][0]
    view = state.view(None)
    assert view["facts"]["end"] == "the third and last dividend was paid"
    assert view["ranks"] == state.ranks()
    assert view["facts"]["hands"] is not None


def test_prompts_and_phases() -> None:
    phases = defaultdict(set)
    for state, _ in random_walk(3, 1):
        for seat in (0, None):
            view = state.view(seat)
            assert view["prompt"]
            assert "?" not in view["prompt"]
            phases[view["phase"]].add(view["prompt"])
    assert set(phases) == {
        "deal",
        "opening",
        "draw",
        "turn",
        "share",
        "refill",
        "trade",
        "investing",
        "discard",
        "over",
    }


def test_a_game_as_seat_0_reads_it(golden: Callable[[Path, str], None]) -> None:
    lines = []
    for (state, action), (after, _) in pairwise(random_walk(3, 7)):
        who = "*" if state.turn == CHANCE else str(state.turn)
        line = sentence(state, action, after, 0)
        lines.append(f"{who} {redact(state, action, 0)} | {line}".rstrip())
    golden(Path(__file__).parent / "golden" / "seat0.txt", "\n".join(lines) + "\n")


def test_pass_is_offered_alone() -> None:
    state = opened(2)
    s = state.twin
    s.hand[0], s.hand_size[0], s.track[0] = [0] * 11, 0, [0] * 5
    assert words(state.clone()) == ["pass"]
    assert state.clone().view(0)["choices"][0]["label"] == "Pass"
