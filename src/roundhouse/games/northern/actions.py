"""Actions of Northern Pacific and their notation."""

from __future__ import annotations

from roundhouse.core.board import BoardFile
from roundhouse.core.codec import Codec, Names, Verb
from roundhouse.games.northern.state import CITIES

INVEST_SMALL = 0
INVEST_LARGE = INVEST_SMALL + CITIES
LAY = INVEST_LARGE + CITIES
ACTIONS = LAY + CITIES


def codec(file: BoardFile) -> Codec:
    """Return the codec between actions and words."""
    cities = Names(file.ids("city", CITIES), CITIES)
    return Codec(
        ACTIONS,
        [
            Verb(INVEST_SMALL, "invest small", (cities,)),
            Verb(INVEST_LARGE, "invest large", (cities,)),
            Verb(LAY, "lay", (cities,)),
        ],
    )
