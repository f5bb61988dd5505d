"""The model cards in `lab/networks` describe the shipped networks."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.bots.net import weights
from roundhouse.train.model_card import render_card

CARDS = Path(__file__).parents[2] / "lab" / "networks"
SHIPPED = sorted(path.stem for path in weights.FOLDER.glob("*.npz"))


@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_network_has_a_current_card(game: str) -> None:
    metadata = weights.read_weights(weights.FOLDER / f"{game}.npz").metadata
    assert (CARDS / f"{game}.md").read_text(encoding="utf-8") == render_card(metadata)


def test_every_card_belongs_to_a_shipped_network() -> None:
    assert sorted(path.stem for path in CARDS.glob("*.md")) == SHIPPED
