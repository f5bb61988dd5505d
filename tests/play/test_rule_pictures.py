"""Pictures in the rules: every one that is pointed to is there, and shows what it should."""

from __future__ import annotations

import re

import pytest

from roundhouse.core.svg_shapes import Word, read
from roundhouse.play import registry, rule_pictures
from roundhouse.web.show.rulebook import Rulebooks

GAMES = [box.id for box in registry.games()]


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_pictures_fit(game: str) -> None:
    pointed_at = re.findall(
        r"^!\[[^\]]{20,}\]\(picture:([\w-]+)\)$", registry.text(game, "RULES.md"), re.M
    )
    assert sorted(pointed_at) == sorted(rule_pictures.names(game))
    assert len(pointed_at) >= 3
    for name in pointed_at:
        svg = rule_pictures.picture(game, name)
        left, top, wide, tall = map(float, re.findall(r'viewBox="([^"]*)"', svg)[0].split())
        assert 100 < wide < 1100
        assert 60 < tall < 700
        seen = [
            word
            for word in read(svg).painted
            if isinstance(word, Word) and left < word.x < left + wide and top < word.y < top + tall
        ]
        assert seen, f"{name}: nothing is named in it"
        assert min(word.size for word in seen) >= 11, f"{name}: letters too small"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_them_as_figures(game: str) -> None:
    html = str(Rulebooks().html(game, "dark"))
    assert "picture:" not in html
    shown = re.findall(r'<figure class="rule-picture">.*?</figure>', html)
    assert len(shown) == len(rule_pictures.names(game))
    assert all(f'src="/g/{game}/rules/' in each and "?lamp=dark" in each for each in shown)
    assert all(re.search("<figcaption>[A-Z][^<]{20,}</figcaption>", each) for each in shown)


def test_what_is_not_drawn_is_complained_about(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"lost": {"seats": 3, "sheet": "board", "around": ["city:atlantis"]}}
    monkeypatch.setattr(rule_pictures, "_file", lambda game: said)
    with pytest.raises(ValueError, match="city:atlantis is drawn on 'board'"):
        rule_pictures.picture("northern", "lost")
