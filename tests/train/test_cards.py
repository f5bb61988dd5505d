"""The cards in the documentation are of the networks that are shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.bots.net import weights
from roundhouse.train import card

CARDS = Path(__file__).parents[2] / "docs" / "networks"
SHIPPED = sorted(path.stem for path in weights.FOLDER.glob("*.npz"))


@pytest.mark.parametrize("game", SHIPPED)
def test_a_shipped_network_has_its_card(game: str) -> None:
    about = weights.read(weights.FOLDER / f"{game}.npz").about
    assert (CARDS / f"{game}.md").read_text(encoding="utf-8") == card.text(about)


def test_there_is_no_card_of_a_network_that_is_not_shipped() -> None:
    assert sorted(path.stem for path in CARDS.glob("*.md")) == SHIPPED
