"""`roundhouse play --plain`: a game in sentences."""

from __future__ import annotations

import pytest

from .conftest import Cli


def test_plain_game_in_sentences(cli: Cli) -> None:
    lines = ("at fargo", "large fargo", "", "table", "brief", "choices", "log", "at chicago")
    options = ("--seats", 3, "--seat", 0, "--seed", 1, "--bots", "random", "--name", "Ann")
    table = ("play", "northern", "--plain", *options)
    run = cli(*table, typed="\n".join((*lines, "map", "help", "abandon")) + "\n")
    assert run.code == 0
    assert "\n- Invest a large cube in: Fargo. +2 if the track gets here, 2 free spaces" in run.out
    assert "\n26. Invest a large cube in: Fargo. +2 if the track gets here" in run.out
    assert "\nYou invest a large cube in Fargo.\nrandom 1 " in run.out
    assert "\nYour last move and what followed\n- You invest a large cube in Fargo\n" in run.out
    assert "\n- Fargo: large cubes: you have 1; " in run.out
    assert "there is no single place 'chicago'; places are, for example, " in run.out
    assert "There is no choice 'map'" in run.out
    assert "at PLACE: tell what is at a place" in run.out
    assert not {"\x1b", "@", "│", "·"} & set(run.out)


@pytest.mark.parametrize("game", ["northern", "texas", "southern", "union", "rails"])
def test_plain_game_to_the_end(cli: Cli, game: str) -> None:
    table = ("play", game, "--plain", "--seats", 3, "--seat", 0, "--seed", 1, "--bots", "random")
    run = cli(*table, typed="1\n" * 600)
    assert run.code == 0
    result = run.out[run.out.rindex("You are seat 0.") :]
    assert "Place 1: " in result
    assert "quit" not in result
    assert not {"\x1b", "@"} & set(run.out)
