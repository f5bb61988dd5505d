"""Descriptions are complete: every fact of a view can be read from the text.

The panels of a description are decoded and compared with the facts. Every other fact is changed,
one number at a time, and the text has to change with it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from roundhouse.core.description import BRIEF
from roundhouse.core.errors import BadOption, UnknownPlace
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.view import View
from roundhouse.play import registry

GAMES = ("northern",)
POSITIONS = 24  # per game
PanelFacts = Callable[[dict[str, Any], int], dict[str, str]]


def told_by_northern(facts: dict[str, Any], seat: int) -> dict[str, str]:
    return {
        "in hand": f"{facts['small'][seat]} small, {facts['large'][seat]} large",
        "points so far": str(facts["good"][seat]),
        "lost": str(facts["bad"][seat]),
    }


# By game: the facts that panels tell, and what a seat's panel must say.
PANELS: dict[str, tuple[set[str], PanelFacts]] = {
    "northern": ({"small", "large", "good", "bad"}, told_by_northern)
}
# Facts that repeat others, by game.
DERIVED: dict[str, set[str]] = {}


@cache
def load(name: str) -> Game:
    return registry.load(name, speed=INTERPRETED)


@cache
def views(name: str) -> tuple[View, ...]:
    """Return views of random positions from the beginning, the middle and the end of games."""
    game, rng = load(name), random.Random(name)
    positions = []
    for seats in game.meta.seats[:3]:
        state = game.start(seats)
        while not state.over:
            if state.turn < 0:
                state.play_chance(rng)
                continue
            positions.append(state.view(rng.choice([None, *range(seats)])))
            state.apply(rng.choice(state.legal()))
        positions += [state.view(0), state.view(None)]
    chosen = rng.sample(positions, POSITIONS)
    return (*chosen, *(view for view in positions if view["ranks"] is not None))


Pool = dict[tuple[str, ...], dict[str, Any]]


def collect(value: Any, path: tuple[str, ...], pool: Pool) -> None:
    """Note the values of a fact by its path; `*` stands for the indices of a list."""
    pool.setdefault(path, {})[json.dumps(value)] = value
    if isinstance(value, dict):
        for key, inner in value.items():
            collect(inner, (*path, key), pool)
    elif isinstance(value, list):
        for inner in value:
            collect(inner, (*path, "*"), pool)


def variants(value: Any, path: tuple[str, ...], pool: Pool) -> Iterator[Any]:
    """Yield the value with one change in it."""
    seen = list(pool[path].values())
    same_kind = all(type(other) is type(value) for other in seen)
    if same_kind and isinstance(value, bool):
        yield not value
    elif same_kind and isinstance(value, int):
        yield value + 1
    elif same_kind and isinstance(value, dict) and all(set(o) == set(value) for o in seen):
        for key, inner in value.items():
            for other in variants(inner, (*path, key), pool):
                yield {**value, key: other}
    elif same_kind and isinstance(value, list) and all(type(x) is int for o in seen for x in o):
        for n, number in enumerate(value):
            yield [*value[:n], number + 1, *value[n + 1 :]]
    elif same_kind and isinstance(value, list) and any(isinstance(x, dict) for x in value):
        for n, inner in enumerate(value):
            for other in variants(inner, (*path, "*"), pool):
                yield [*value[:n], other, *value[n + 1 :]]
    else:
        yield from [other for other in seen if other != value][:3]


@pytest.mark.parametrize("name", GAMES)
def test_every_fact_changes_the_text(name: str) -> None:
    game, pool = load(name), Pool()
    for view in views(name):
        collect(view["facts"], (), pool)
    untold = PANELS[name][0] | DERIVED.get(name, set())
    for view in views(name):
        text = game.describe(view)
        for key, value in view["facts"].items():
            if key in untold:
                continue
            for other in variants(value, (key,), pool):
                changed: View = {**view, "facts": {**view["facts"], key: other}}
                assert game.describe(changed) != text, f"{key}: {value} or {other}"


def panels(text: str, view: View) -> dict[int, dict[str, str]]:
    """Decode the facts of every seat's panel."""
    decoded = {}
    for section in text.split("\n\n"):
        title, *lines = section.split("\n")
        if title == "You":
            rows = [line[2:].partition(": ") for line in lines]
            decoded[view["seat"]] = {label: value for label, _, value in rows}
        if title in ("Players", "Other players"):
            for line in lines:
                name, _, rest = line[2:].partition(": ")
                rows = [part.partition(": ") for part in rest.split("; ")]
                decoded[int(name.split()[1])] = {label: value for label, _, value in rows}
    return decoded  # type: ignore[return-value]


@pytest.mark.parametrize("name", GAMES)
def test_panels_tell_the_facts_of_each_seat(name: str) -> None:
    for view in views(name):
        decoded = panels(load(name).describe(view), view)
        for seat in range(view["seats"]):
            for label, value in PANELS[name][1](view["facts"], seat).items():
                assert decoded[seat].get(label, "0") == value, label


@pytest.mark.parametrize("name", GAMES)
def test_prompt_reason_notes_and_ranks_are_told(name: str) -> None:
    game = load(name)
    for view in views(name):
        names = [f"@{n}" for n in range(view["seats"])]
        text = game.describe({**view, "seat": None}, names=names).replace(", ", " · ")
        expected = [view["phase"] if view["ranks"] is None else "", view["prompt"], view["why"]]
        expected += [f"{each['label']}: {each['value']}" for each in view["notes"]]
        expected += [f"Place {rank + 1}: @{n}" for n, rank in enumerate(view["ranks"] or [])]
        assert [each for each in expected if each.replace(", ", " · ") not in text] == []


@pytest.mark.parametrize("name", GAMES)
def test_brief_is_shorter_and_begins_alike(name: str) -> None:
    game = load(name)
    for view in views(name):
        brief, full = game.describe(view, BRIEF), game.describe(view)
        assert len(brief) < len(full)
        assert brief.split("\n\n")[0] == full.split("\n\n")[0]


@pytest.mark.parametrize("name", GAMES)
def test_every_place_of_a_choice_can_be_asked_about(name: str) -> None:
    game, n_choices = load(name), 0
    for view in views(name):
        places = game.definition.describe(view, game.board_file.data).places
        by_ref = {place.ref: place for place in places}
        assert len({place.name.lower() for place in places}) == len(places) == len(by_ref)
        for place in places:
            assert game.describe_place(view, place.name).startswith(f"{place.name}: ")
        for choice in view["choices"]:
            kinds = {ref.partition(":")[0] for ref in by_ref}
            for ref in [ref for ref in choice["refs"] if ref.partition(":")[0] in kinds]:
                n_choices += 1
                lines = game.describe_place(view, by_ref[ref].name).split("\n")
                assert any(choice["label"] in line for line in lines[1:])
    assert n_choices


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
