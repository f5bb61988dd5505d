"""Whom one can sit down against, and what is said of them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from roundhouse import load
from roundhouse.core.game import Game
from roundhouse.web import opponents
from roundhouse.web.errors import NotFound
from roundhouse.web.people import Person
from roundhouse.web.tables.chairs import BOT, among_bots


def test_without_choosing_one_meets_the_middle() -> None:
    assert opponents.usual() == "medium"


def test_everybody_is_offered_weakest_first_each_level_before_its_personalities() -> None:
    names = [bot.name for bot in opponents.offered()]
    assert names[:4] == ["beginner", "easy", "medium", "medium-cautious"]
    assert [name for name in names if "-" not in name] == [o.name for o in opponents.opponents()]
    for name in names:
        opponents.check(name)
    with pytest.raises(NotFound, match="hard-spoiler"):
        opponents.check("master-spoiler")


def test_a_bot_on_a_chair_is_called_by_its_level_and_its_bent() -> None:
    said = [opponents.bot_words(name) for name in ("medium", "hard-spoiler", "random")]
    assert said == ["medium bot", "hard bot, spoiler", "random bot"]


@pytest.mark.parametrize("count", range(1, 7))
def test_company_is_as_different_as_it_can_be(count: int) -> None:
    seen = set()
    for seed in range(20):
        bots = opponents.company("medium", count, random.Random(seed))
        assert len(bots) == count
        assert len(set(bots)) == min(count, 4)
        assert {bot.split("-")[0] for bot in bots} == {"medium"}
        seen.add(tuple(bots))
    assert len(seen) > 1
    assert opponents.company("expert", count, random.Random(1)) == ["expert"] * count


def test_one_sits_where_one_wants_among_them() -> None:
    ann = Person("ann", "Ann", False)
    for mine in range(4):
        chairs = among_bots(mine, ann, ["easy", "medium", "hard"])
        assert [chair.seat for chair in chairs] == [0, 1, 2, 3]
        assert chairs[mine].person == "ann"
        assert [c.level for c in chairs if c.kind == BOT] == ["easy", "medium", "hard"]


def test_a_master_whose_network_does_not_know_the_game_is_named() -> None:
    """Another word in the file is another board."""
    known = load("northern", speed="interpreted")
    file = known.board_file
    edited = replace(file, data={**file.data, "title": "Elsewhere"})
    other = Game(known.room, edited, {}, known.engine.speed)
    assert opponents.without_network(["easy", "master"], known) == set()
    assert opponents.without_network(["easy", "master"], other) == {"master"}
    assert opponents.without_network(["easy"], other) == set()


def test_so_is_an_expert_where_it_trusts_the_network_too() -> None:
    for name, expected in (("southern", {"expert", "master"}), ("northern", {"master"})):
        known = load(name, speed="interpreted")
        edited = replace(known.board_file, data={**known.board_file.data, "title": "Elsewhere"})
        other = Game(known.room, edited, {}, known.engine.speed)
        seated = (level for level in ("hard", "expert", "master"))
        assert opponents.without_network(seated, other) == expected
