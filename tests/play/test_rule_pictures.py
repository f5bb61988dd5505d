"""Pictures in the rules: all exist, with readable labels."""

from __future__ import annotations

import re

import pytest

from roundhouse.core.svg_shapes import Label, parse_svg
from roundhouse.play import registry, rule_pictures
from roundhouse.web.learning.rulebook import Rulebooks

GAMES = [meta.id for meta in registry.games()]


@pytest.mark.parametrize("game", GAMES)
def test_rules_show_every_picture_with_readable_labels(game: str) -> None:
    names = re.findall(
        r"^!\[[^\]]{20,}\]\(picture:([\w-]+)\)$", registry.text(game, "RULES.md"), re.M
    )
    assert sorted(names) == sorted(rule_pictures.names(game))
    assert len(names) >= 3
    for name in names:
        svg = rule_pictures.picture(game, name)
        left, top, wide, tall = map(float, re.findall(r'viewBox="([^"]*)"', svg)[0].split())
        assert 100 < wide < 1100
        assert 60 < tall < 700
        labels = [
            label
            for label in parse_svg(svg).elements
            if isinstance(label, Label)
            and left < label.x < left + wide
            and top < label.y < top + tall
        ]
        assert labels, f"{name}: the picture has no label"
        assert min(label.size for label in labels) >= 11, f"{name}: the letters are too small"


@pytest.mark.parametrize("game", GAMES)
def test_rules_page_shows_the_pictures_as_figures(game: str) -> None:
    html = str(Rulebooks().html(game, "dark"))
    assert "picture:" not in html
    figures = re.findall(r'<figure class="rule-picture">.*?</figure>', html)
    assert len(figures) == len(rule_pictures.names(game))
    assert all(f'src="/g/{game}/rules/' in figure and "?theme=dark" in figure for figure in figures)
    assert all(re.search("<figcaption>[A-Z][^<]{20,}</figcaption>", figure) for figure in figures)


def test_ref_that_is_not_drawn_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = {"lost": {"seats": 3, "sheet": "board", "around": ["city:atlantis"]}}
    monkeypatch.setattr(rule_pictures, "_file", lambda game: pictures)
    with pytest.raises(ValueError, match="city:atlantis is drawn on 'board'"):
        rule_pictures.picture("northern", "lost")
