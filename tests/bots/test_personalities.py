"""Personalities: what each makes of a leaf, their names, and that they are as fair as all bots."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tests.bots.positions import some_way_in

from roundhouse import Game, State, load
from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.personalities import CHARACTERS, MIDDLE, PERSONALITIES
from roundhouse.bots.registry import UnknownBot, characters, check_name, level_named, make_bot
from roundhouse.bots.search import Budget, Search, Verdict
from roundhouse.bots.search.notes import LEADER, Notes
from roundhouse.bots.search.temper import temper
from roundhouse.bots.search.tuning import Tuning
from roundhouse.bots.search.workspace import Workspace
from roundhouse.core.search_settings import SearchSettings

NATURES = [dict(personality.nature) for personality in PERSONALITIES]


def thoughts(game: Game, state: State, seed: int, budget: int, **nature: float) -> Verdict:
    settings = replace(game.room.search, **nature)
    return Search(game, random.Random(seed), settings=settings).think(state, Budget(budget))


def test_names() -> None:
    assert [c.name for c in characters()] == [
        *("medium-cautious", "medium-greedy", "medium-spoiler"),
        *("hard-cautious", "hard-greedy", "hard-spoiler"),
    ]
    for character in characters():
        level = LEVELS[character.name.split("-")[0]]
        assert level_named(character.name) is character
        assert (character.budget, character.error) == (level.budget, level.error)
        assert character.label.startswith(f"{level.label}, ")
        check_name(character.name)
    assert len({c.description for c in characters()}) == len(characters())
    for wrong in ("expert-cautious", "medium-", "medium-cautious-greedy", "cautious", "-greedy"):
        with pytest.raises(UnknownBot, match="medium-cautious"):
            check_name(wrong)


def test_a_character_plays_at_its_level_with_its_nature(northern: Game) -> None:
    for level in MIDDLE:
        for personality in PERSONALITIES:
            bot = make_bot(f"{level}-{personality.name}", northern, random.Random(1))
            assert isinstance(bot, LevelBot)
            [space] = bot._careful._search._spaces  # type: ignore[attr-defined]
            plain = Tuning.of(northern.room.search)
            assert space._settings == plain._replace(**dict(personality.nature)) != plain


@pytest.mark.parametrize(
    ("settings", "gained", "worth"),
    [
        (SearchSettings(), 0.9, 0.36),
        (SearchSettings(risk=0.5), 0.9, 0.6),
        (SearchSettings(haste=0.25), 0.8, 0.47),
        (SearchSettings(spite=0.5), 0.9, 0.11),
        (SearchSettings(risk=0.5, haste=0.5, spite=1), 0.8, 0.2),
    ],
)
def test_what_a_nature_makes_of_a_leaf(
    northern: Game, settings: SearchSettings, gained: float, worth: float
) -> None:
    space = Workspace(northern, 1, 0, settings, 400)
    notes: Notes = space.notes
    notes.result[:3] = [0.14, 0.36, 0.5]
    notes.counts[LEADER] = 2
    temper(notes, Tuning.of(settings), 1, gained)
    assert notes.result[:3] == [0.14, pytest.approx(worth), 0.5]  # what the others want stays


def test_the_leader_is_who_stands_best_of_the_others(northern: Game) -> None:
    for plies in (10, 20, 30):
        state = some_way_in(northern, 4, plies)
        for seat in range(4):
            space = Workspace(northern, 1, 0, northern.room.search, 400)
            space.place(state, seat, 1)
            standing = list(space.notes.standing[:4])
            best = max(n for other, n in enumerate(standing) if other != seat)
            assert standing[space.notes.counts[LEADER]] == best
            assert space.notes.counts[LEADER] != seat


@pytest.mark.parametrize("nature", NATURES, ids=[p.name for p in PERSONALITIES])
def test_the_same_seed_thinks_the_same_and_not_as_a_plain_one(
    northern: Game, nature: dict[str, float]
) -> None:
    state = some_way_in(northern, 4, 12)
    one, two = (thoughts(northern, state, 5, 80, **nature).moves for _ in range(2))
    assert one == two
    plain = thoughts(northern, state, 5, 80).moves
    assert [(m.action, m.visits) for m in one] != [(m.action, m.visits) for m in plain]


@pytest.mark.slow
@pytest.mark.parametrize("nature", NATURES, ids=[p.name for p in PERSONALITIES])
def test_the_same_at_both_speeds(nature: dict[str, float]) -> None:
    found = []
    for speed in ("interpreted", "compiled"):
        game = load("northern", speed=speed)
        moves = thoughts(game, some_way_in(game, 4, 12), 5, 60, **nature).moves
        found.append([(move.action, move.visits) for move in moves])
    assert found[0] == found[1]


def test_all_levels_in_the_middle_have_all_of_them() -> None:
    assert len(CHARACTERS) == len(MIDDLE) * len(PERSONALITIES)
    assert set(MIDDLE) < set(LEVELS)


@pytest.mark.slow
def test_they_really_want_something_else() -> None:
    """What is left to the leader by a spoiler's moves, and what a greedy one has after its own,
    beside a plain search's: over some positions, as a longer look and the room itself see it."""
    game = load("northern", speed="compiled")
    leader_left = {"plain": 0.0, "spoiler": 0.0}
    own_lead = {"plain": 0.0, "greedy": 0.0}
    natures = {"plain": {}, **{p.name: dict(p.nature) for p in PERSONALITIES}}
    for plies in range(6, 46):
        state = some_way_in(game, 4, plies)
        space = Workspace(game, 1, 0, game.room.search, 400)
        space.place(state, state.turn, 1)
        leader, seat = int(space.notes.counts[LEADER]), state.turn
        seen = {m.action: m.shares for m in thoughts(game, state, 9, 4000).moves}
        for name, left in (("plain", leader_left), ("spoiler", leader_left)):
            left[name] += seen[thoughts(game, state, 2, 1500, **natures[name]).best][leader]
        for name in own_lead:
            after = state.clone()
            after.apply(thoughts(game, state, 2, 1500, **natures[name]).best)
            space.place(after, seat, 1)
            own_lead[name] += int(space.notes.standing[seat])
    assert leader_left["spoiler"] < leader_left["plain"]
    assert own_lead["greedy"] > own_lead["plain"]
