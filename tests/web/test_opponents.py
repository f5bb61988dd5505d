"""Whom one can sit down against, and what is said of them."""

from __future__ import annotations

import pytest

from roundhouse import load
from roundhouse.bots.net.weights import FOLDER
from roundhouse.web import opponents


def test_without_choosing_one_meets_the_middle() -> None:
    assert opponents.usual() == "medium"


@pytest.mark.parametrize("game", ["northern", "rails"])
def test_a_master_whose_network_does_not_know_the_game_is_named(game: str) -> None:
    trained = (FOLDER / f"{game}.npz").exists()
    found = opponents.without_network(["easy", "master"], load(game, speed="interpreted"))
    assert found == (set() if trained else {"master"})
    assert opponents.without_network(["easy"], load(game, speed="interpreted")) == set()


def test_one_of_the_two_is_not_known() -> None:
    """Or the test above would show only one side."""
    assert {(FOLDER / f"{game}.npz").exists() for game in ("northern", "rails")} == {True, False}
