"""Descriptions are complete: every fact of a view can be read from the text.

Every fact is changed, one number at a time, and the text has to change with it. In
`test_describe_decoded.py` a reader rebuilds the facts from the text.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from roundhouse.core.description import BRIEF
from roundhouse.core.errors import BadOption, UnknownPlace
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.view import View
from roundhouse.play import registry

GAMES = ("northern", "texas", "southern", "union", "rails")
POSITIONS = 6  # per game, and the ends of three games
# Facts that panels tell and no other line; `test_describe_decoded.py` decodes the panels.
PANELS = {
    "northern": {"small", "large", "good", "bad"},
    "texas": {"cash", "ranches"},
    "southern": {"cash"},
    "union": {"money", "track_cards", "hand_shares", "hand_up"},
    "rails": {"score", "reserve", "hats"},
}
DEPENDENT = {"union": {"played"}}  # told with another fact, and only then


@cache
def load(name: str) -> Game:
    return registry.load(name, speed=INTERPRETED)


@cache
def views(name: str) -> tuple[View, ...]:
    """Return views of the positions of random games, the ends first."""
    game, rng = load(name), random.Random(name)
    positions = []
    for seats in game.meta.seats[:3]:
        state = game.start(seats)
        while not state.over:
            if state.turn < 0:
                state.play_chance(rng)
                continue
            positions.append(state.view(rng.choice([None, 0, state.turn, state.turn])))
            state.apply(rng.choice(state.legal()))
        positions.append(state.view(rng.choice([None, 0])))
    rng.shuffle(positions)
    return tuple(sorted(positions, key=lambda view: view["ranks"] is None))


def sample(name: str) -> tuple[View, ...]:
    """Return the ends of the games and a few other views."""
    return views(name)[: 3 + POSITIONS]


Pool = dict[tuple[str, ...], dict[str, Any]]


def collect(value: Any, path: tuple[str, ...], pool: Pool) -> None:
    """Note the values of a fact by its path; `*` stands for the indices of a list."""
    values, text = pool.setdefault(path, {}), json.dumps(value)
    if text in values:  # so are those inside it
        return
    values[text] = value
    if isinstance(value, dict):
        for key, inner in value.items():
            collect(inner, (*path, key), pool)
    elif isinstance(value, list):
        for inner in value:
            collect(inner, (*path, "*"), pool)


def variants(value: Any, path: tuple[str, ...], pool: Pool, untold: set[str]) -> Iterator[Any]:
    """Yield the value with one change in it."""
    seen = list(pool[path].values())
    same_kind = all(type(other) is type(value) for other in seen)
    if same_kind and isinstance(value, bool):
        yield not value
    elif same_kind and isinstance(value, int):
        yield value + 1
    elif same_kind and isinstance(value, dict) and all(set(o) == set(value) for o in seen):
        for key, inner in value.items():
            if key in untold:
                continue
            for other in variants(inner, (*path, key), pool, untold):
                yield {**value, key: other}
    elif same_kind and isinstance(value, list) and all(isinstance(x, int) for o in seen for x in o):
        for n, number in enumerate(value):
            other = not number if isinstance(number, bool) else number + 1
            yield [*value[:n], other, *value[n + 1 :]]
    elif same_kind and isinstance(value, list) and any(isinstance(x, dict) for x in value):
        for n, inner in enumerate(value):
            for other in variants(inner, (*path, "*"), pool, untold):
                yield [*value[:n], other, *value[n + 1 :]]
    else:
        yield from [other for other in seen if other != value][:3]


@pytest.mark.parametrize("name", GAMES)
def test_every_fact_changes_the_text(name: str) -> None:
    game = load(name)
    pools: dict[bool, Pool] = {True: {}, False: {}}  # spectators know less
    for view in views(name):
        collect(view["facts"], (), pools[view["seat"] is None])
    untold = PANELS[name] | DEPENDENT.get(name, set())
    for view in sample(name):
        text = game.describe(view)
        for facts in variants(view["facts"], (), pools[view["seat"] is None], untold):
            changed: View = {**view, "facts": facts}
            keys = [key for key, value in facts.items() if value != view["facts"][key]]
            assert game.describe(changed) != text, f"{keys} of {view['facts']}"


@pytest.mark.parametrize("name", GAMES)
def test_prompt_reason_notes_and_ranks_are_told(name: str) -> None:
    game = load(name)
    for view in sample(name):
        names = [f"@{n}" for n in range(view["seats"])]
        text = game.describe({**view, "seat": None}, names=names).replace(", ", " · ")
        expected = [view["phase"] if view["ranks"] is None else "", view["prompt"], view["why"]]
        expected += [f"{each['label']}: {each['value']}" for each in view["notes"]]
        expected += [f"Place {rank + 1}: @{n}" for n, rank in enumerate(view["ranks"] or [])]
        assert [each for each in expected if each.replace(", ", " · ") not in text] == []


@pytest.mark.parametrize("name", GAMES)
def test_brief_is_shorter_and_begins_alike(name: str) -> None:
    game = load(name)
    for view in sample(name):
        brief, full = game.describe(view, BRIEF), game.describe(view)
        assert len(brief) < len(full)
        assert brief.split("\n\n")[0] == full.split("\n\n")[0]


@pytest.mark.parametrize("name", GAMES)
def test_every_place_of_a_choice_can_be_asked_about(name: str) -> None:
    game = load(name)
    data, describe = game.board_file.data, game.definition.describe
    kinds = {place.ref.partition(":")[0] for place in describe(views(name)[0], data).places}
    targets = [
        (view, choice["label"], ref)
        for view in views(name)
        for choice in view["choices"]
        for ref in choice["refs"]
        if ref.partition(":")[0] in kinds
    ]
    for view, label, ref in random.Random(name).sample(targets, 6):
        places = describe(view, data).places
        by_ref = {place.ref: place for place in places}
        assert len({place.name.lower() for place in places}) == len(places) == len(by_ref)
        first, *lines = game.describe_place(view, by_ref[ref].name).split("\n")
        assert first.startswith(f"{by_ref[ref].name}: ")
        assert any(label in line for line in lines)


def test_hidden_hands_are_not_described() -> None:
    game, rng = load("union"), random.Random(5)
    state, checks = game.start(3), 0
    while not state.over:
        if state.turn < 0:
            state.play_chance(rng)
            continue
        state.apply(rng.choice(state.legal()))
        if checks < 40 and rng.random() < 0.2 and not state.over:
            checks += 1
            for seat in (None, 0, 2):
                other = state.redeal(seat, rng)
                assert other.pack() != state.pack()
                assert other.describe(seat) == state.describe(seat)
    assert checks


def test_unknown_place_and_detail() -> None:
    state = load("northern").start(3)
    with pytest.raises(UnknownPlace, match=r"'fargoo'; places are, for example, Fargo"):
        state.game.describe_place(state.view(0), "fargoo")
    with pytest.raises(BadOption, match="'long'; use full and brief"):
        state.describe(0, "long")


def test_northern_in_words() -> None:
    game = load("northern")
    state = game.start(3)
    for words in ("invest small fargo", "lay fargo", "invest large butte", "invest small butte"):
        state.apply(game.parse(words))
    names = ["Ann", "Bob", "Cyd"]
    text = game.describe(state.view(2), names=names)
    assert "Bob acts. Phase: turn." in text
    assert "- Butte: small cubes: Ann has 1; large cubes: you have 1; 0 free spaces" in text
    assert "- in hand: 3 small, 0 large" in text
    butte = game.describe_place(state.view(1), "butte", names)
    assert butte.startswith("Butte: small cubes: Ann has 1; large cubes: Cyd has 1; ")
    assert "Invest" not in butte
    bismarck = game.describe_place(state.view(1), "bism", names)
    assert "- Invest a small cube in: Bismarck. +1 if the track gets here" in bismarck
    assert "- Lay track to: Bismarck" in bismarck
