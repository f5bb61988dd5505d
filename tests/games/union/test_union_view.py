"""Views of Union Pacific: facts, choices, prompts and drawings."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from .states import VERSIONS, edited, game, opened, random_walk, words

REF = re.compile(r'data-ref="([^"]*)"')


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


def test_a_build_refers_to_its_section_company_and_card() -> None:
    view = opened(3, "wild").view(0)
    built = next(c for c in view["choices"] if c["move"] == "build grey cheyenne-denver wild")
    assert built["refs"] == ["section:cheyenne-denver", "company:grey", "card:wild"]
    assert built["group"] == "Build for Wyoming & Western"
    assert built["note"] == "Will pay 3 / 1 · no owner yet · you have none"
    assert built["warning"] == "you have a dashed card: save the wild one"
    assert built["ghost"] == {"shape": "cube", "colour": "#8a8d91", "ink": "#000000", "text": "W"}
    groups = [c["group"] for c in view["choices"]]
    assert len([g for n, g in enumerate(groups) if g != groups[n - 1]]) == len(set(groups))


@pytest.mark.parametrize("seats", [2, 6])
def test_everything_that_can_be_clicked_is_drawn(seats: int) -> None:
    for n, (state, _) in enumerate(random_walk(seats, seats)):
        if n % 25 and not state.over:
            continue
        for seat in (state.turn if state.turn >= 0 else 0, None):
            view = state.view(seat)
            drawn = {ref for d in game().drawings for ref in REF.findall(game().draw(view, d.name))}
            assert {ref for c in view["choices"] for ref in c["refs"]} <= drawn
            assert {"company:up", "company:grey", "city:miami", "seat:0"} <= drawn
            assert state.over or {"deck", "stack:up"} <= drawn
            assert sum(ref.startswith("section:") for ref in drawn) == 88


def test_the_end() -> None:
    state = random_walk(2, 5)[-1][0]
    view = state.view(None)
    assert view["facts"]["end"] == "the third and last dividend was paid"
    assert view["ranks"] == state.ranks()
    assert view["facts"]["hands"] is not None


@pytest.mark.parametrize("rules", VERSIONS)
def test_prompts_and_phases(rules: int) -> None:
    phases = defaultdict(set)
    for state, _ in random_walk(3, 1, rules=rules):
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


def test_pass_is_the_only_choice() -> None:
    state = opened(2)
    s = state.py_state
    s.hand[0], s.hand_size[0], s.track[0] = [0] * 11, 0, [0] * 5
    assert words(state) == ["pass"]
    assert edited(state).view(0)["choices"][0]["label"] == "Pass"
