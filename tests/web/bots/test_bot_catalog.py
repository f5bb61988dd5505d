"""Bot opponents: levels, styles, labels and seats."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from roundhouse import load
from roundhouse.core.game import Game
from roundhouse.table.chairs import BOT, among_bots
from roundhouse.table.errors import NotFound
from roundhouse.web.accounts.sessions import User
from roundhouse.web.bots import bot_catalog


def test_default_level_is_medium() -> None:
    assert bot_catalog.default_level() == "medium"


def test_bots_are_listed_by_strength_with_styles_after_their_level() -> None:
    names = [bot.name for bot in bot_catalog.all_bots()]
    assert names[:4] == ["beginner", "easy", "medium", "medium-cautious"]
    assert [name for name in names if "-" not in name] == [
        o.name for o in bot_catalog.offered_levels()
    ]
    for name in names:
        bot_catalog.check_bot(name)
    with pytest.raises(NotFound, match="hard-spoiler"):
        bot_catalog.check_bot("master-spoiler")


def test_bot_label_names_level_and_style() -> None:
    labels = [bot_catalog.bot_label(name) for name in ("medium", "hard-spoiler", "random")]
    assert labels == ["medium bot", "hard bot, spoiler", "random bot"]


@pytest.mark.parametrize("count", range(1, 7))
def test_picked_bots_differ_in_style(count: int) -> None:
    seen = set()
    for seed in range(20):
        bots = bot_catalog.pick_bots("medium", count, random.Random(seed))
        assert len(bots) == count
        assert len(set(bots)) == min(count, 4)
        assert {bot.split("-")[0] for bot in bots} == {"medium"}
        seen.add(tuple(bots))
    assert len(seen) > 1
    assert bot_catalog.pick_bots("expert", count, random.Random(1)) == ["expert"] * count


def test_user_gets_the_chosen_seat_among_bots() -> None:
    ann = User("ann", "Ann", False)
    for seat in range(4):
        chairs = among_bots(seat, ann, ["easy", "medium", "hard"])
        assert [chair.seat for chair in chairs] == [0, 1, 2, 3]
        assert chairs[seat].user == "ann"
        assert [c.level for c in chairs if c.kind == BOT] == ["easy", "medium", "hard"]


def test_master_without_a_network_for_the_board_is_reported() -> None:
    """Check with a changed title, which makes it a different board."""
    known = load("northern", speed="interpreted")
    file = known.board_file
    edited = replace(file, data={**file.data, "title": "Elsewhere"})
    other = Game(known.definition, edited, {}, known.engine.speed)
    assert bot_catalog.levels_without_network(["easy", "master"], known) == set()
    assert bot_catalog.levels_without_network(["easy", "master"], other) == {"master"}
    assert bot_catalog.levels_without_network(["easy"], other) == set()


def test_option_without_a_network_is_reported() -> None:
    for value, expected in (("own", set()), ("neighbours", {"expert", "master"})):
        game = load("rails", speed="interpreted", district_worker=value)
        levels = ("hard-cautious", "expert", "master")
        assert bot_catalog.levels_without_network(levels, game) == expected


def test_expert_that_uses_the_network_is_reported() -> None:
    for name, expected in (("southern", {"expert", "master"}), ("northern", {"master"})):
        known = load(name, speed="interpreted")
        edited = replace(known.board_file, data={**known.board_file.data, "title": "Elsewhere"})
        other = Game(known.definition, edited, {}, known.engine.speed)
        levels = (level for level in ("hard", "expert", "master"))
        assert bot_catalog.levels_without_network(levels, other) == expected
