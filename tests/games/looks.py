"""What every sheet, hand and choice of a room must be like, asked of one position."""

from __future__ import annotations

import re

from tests.games.sheets import THEMES, Sheet

from roundhouse.core.game import Position

LEAST = 11  # CSS pixels
TEXT, PIECES = 4.5, 3.0  # contrast
HAND = (833, 105)  # what a seat has beside its name in that window
# An id of a board file or of the notation: `cheyenne-denver`, `crew|yard`, `west_1`, `seat 0`.
ID = re.compile(r"\b[a-z]+[|_][a-z]|\bseat \d|\b[a-z]{3,}-(?:\d|[a-z]{3,}-)|:[a-z]")


def legible(position: Position, seat: int | None) -> None:
    """No text too small, none that does not stand out, no piece that vanishes, in both themes."""
    view = position.view(seat)
    for drawing in position.game.drawings:
        svg = position.game.draw(view, drawing.name)
        for theme in THEMES:
            sheet = Sheet(svg, theme)
            where = f"{drawing.name}, {theme}"
            scale = 1 / sheet.scale if drawing.mine else 1
            if drawing.mine:
                assert sheet.width <= HAND[0], where
                assert sheet.height <= HAND[1], where
            for text in sheet.texts:
                assert text.pixels * scale > LEAST - 0.001, (where, text)
                assert text.contrast >= TEXT, (where, text)
            for piece in sheet.pieces:
                assert piece.contrast >= PIECES, (where, piece)
            for title in sheet.titles:
                assert title, where
                assert not ID.search(title), (where, title)


def spoken(position: Position) -> None:
    """Every choice in words, with a consequence; nobody by the number of a seat."""
    view = position.view(position.turn)
    assert view["prompt"]
    assert 0 < len(view["why"]) <= 105, view["why"]  # a small reason
    labels = [(c["group"], c["label"]) for c in view["choices"]]
    assert len(labels) == len(set(labels)), "two choices look the same"
    for said in (view["prompt"], view["why"]):
        assert not ID.search(said), said
    for offered in (*view["choices"], *view["shortcuts"]):
        assert offered["label"], offered
        for said in (offered["label"], offered["group"], offered["note"]):
            assert not ID.search(said), offered
        assert offered["note"], offered
        assert offered["group"], offered
    for offered in view["choices"]:
        assert not ID.search(offered["warning"]), offered
    names = {drawing.name for drawing in position.game.drawings if not drawing.mine}
    assert view["focus"] in names
    for panel in view["panels"]:
        assert 2 <= len(panel["brief"]) <= 3
