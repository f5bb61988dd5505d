"""The pages of lessons, without a browser: what a step shows, and where a move leads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import PATIENCE
from tests.web.inside import inside
from tests.web.processes import PAGE, form_token

from roundhouse.core.lesson import Do, Reply
from roundhouse.play import registry
from roundhouse.web.errors import NotFound
from roundhouse.web.lessons import Taught, taught, with_lessons
from roundhouse.web.show.lesson import end_scene, move_scene, prose, step_scene, word_for_other


@pytest.fixture(scope="module")
def rails() -> Taught:
    return taught("rails")


def test_words() -> None:
    made = prose("A **bold** <i>\nword.\n\n@1 too.", ["Alex", "Bea"])
    first, second = str(made).removesuffix("</p>").split("</p>")
    assert first == "<p>A <b>bold</b> &lt;i&gt; word."
    assert second == '<p><span class="who who1">Bea</span> too.'


def test_what_is_pointed_at_is_marked_on_its_sheet(rails: Taught) -> None:
    place = rails.place(2)  # it points at the map, while the decision is made in the town
    shown = step_scene(place, rails.views(place), rails.lesson)
    assert shown["focus"] == shown["wanted_focus"] == "map"
    board = next(str(picture.svg) for picture in shown["pictures"] if picture.name == "map")
    assert board.count('data-point=""') >= len(place.step.refs)
    assert 'data-ref="city:omaha" data-point=""' in board
    assert step_scene(place, rails.views(place), rails.lesson, "town")["focus"] == "town"


def test_a_move_is_offered_and_followed(rails: Taught) -> None:
    place = next(p for p in rails.guide.places if isinstance(p.step, Do) and len(p.step.moves) > 1)
    step = place.step
    assert isinstance(step, Do)
    shown = step_scene(place, rails.views(place), rails.lesson)
    offered = [tuple(o.moves) for group in shown["offers"].groups for o in group.offers]
    assert step.moves in offered
    assert rails.follow(place.number, list(step.moves)) == place.number + 1
    assert rails.follow(place.number, ["lay"]) == place.number + 1  # it would do as well
    assert word_for_other(step, "lay", rails.lesson.names)
    assert rails.follow(place.number, ["hire"]) is None
    assert rails.follow(place.number, []) is None
    assert rails.follow(1, ["hire"]) is None  # nothing is asked there
    assert rails.follow(rails.last + 1, ["hire"]) is None
    wrong = step_scene(place, rails.views(place), rails.lesson, tried=["hire"])
    assert "no carriage" in wrong["said"]
    assert wrong["offers"] == shown["offers"]


def test_a_shortcut_may_be_asked_for_in_steps(rails: Taught) -> None:
    northern = taught("northern")
    first = next(p.number for p in northern.guide.places if isinstance(p.step, Do))
    step = northern.place(first).step
    assert isinstance(step, Do)
    # The step after it is no move: several moves at once are not what is asked for.
    assert northern.follow(first, [step.moves[0], "lay fargo"]) is None


def test_a_reply_is_shown_move_by_move() -> None:
    texas = taught("texas")
    place = next(p for p in texas.guide.places if isinstance(p.step, Reply) and p.number > 4)
    assert place.since < place.theirs < place.ply  # one's own move has been made before them
    views, lesson = texas.views(place), texas.lesson
    boards = []
    for ply in range(place.theirs + 1, place.ply + 1):
        shown = move_scene(place, views, lesson, ply)
        assert shown["ply"] == ply
        boards.append([picture.svg for picture in shown["pictures"]])
    assert len(boards) > 1
    assert boards[0] != boards[-1]


def test_a_dividend_of_a_lesson_has_a_card() -> None:
    told = {}
    for game in with_lessons():
        found = taught(game)
        scenes = [step_scene(p, found.views(p), found.lesson) for p in found.guide.places]
        assert not any(s["cards"] for s in scenes if s["kind"] != "reply")
        told[game] = sum(len(s["cards"]) for s in scenes)
    assert min(told["texas"], told["union"]) > 0, told


def test_the_end(rails: Taught) -> None:
    place = rails.place(rails.last + 1)
    shown = end_scene(rails.views(place), rails.lesson)
    assert shown["kind"] == "end"
    assert shown["ply"] == rails.guide.matches[-1].ply


def test_a_game_without_a_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(registry.room("northern"), lesson=None)
    room = registry.room
    monkeypatch.setattr(registry, "room", lambda game: bare if game == "northern" else room(game))
    assert "northern" not in with_lessons()
    with pytest.raises(NotFound, match="has no lesson yet"):
        taught.__wrapped__("northern")


@pytest.mark.slow
def test_pages_by_forms_alone(tmp_path: Path) -> None:
    with (
        inside(tmp_path) as house,
        httpx.Client(
            base_url=house.url, headers=PAGE, follow_redirects=True, timeout=PATIENCE
        ) as web,
    ):
        begun = web.get("/learn/texas")
        assert begun.url.path == "/learn/texas/1"
        token = {"csrf": form_token(begun)}
        right = web.post("/learn/texas/4", data={**token, "move": "bid 10"})
        assert (right.url.path, right.url.query) == ("/learn/texas/5", b"")
        other = web.post("/learn/texas/4", data={**token, "move": "bid 8"})
        assert other.url.path == "/learn/texas/5"
        assert "A fair bid, too" in other.text
        wrong = web.post("/learn/texas/4", data={**token, "move": "pass"})
        assert wrong.url.path == "/learn/texas/4"
        assert "Who owns nothing earns nothing" in wrong.text
        for nonsense in ({"move": "fly"}, {}, {"move": ["bid 10", "bid 11"]}):
            again = web.post("/learn/texas/4", data={**token, **nonsense})
            assert (again.status_code, again.url.path) == (200, "/learn/texas/4")
        answered = web.post("/learn/texas/17", data={**token, "answer": "1"})
        assert "To you it is worth $4 a dividend" in answered.text
        assert web.get("/learn/texas/17?answer=9").status_code == 200  # there is no such answer
        assert web.get("/learn/texas/999").text.count("Play a real game now") == 1
        assert "you have been through it" in web.get("/learn").text
        assert 'data-part="stage"' in web.get("/learn/texas/3/after/3").text
        for nowhere in ("3/after/0", "3/after/999", "2/after/1", "0/after/1", "999/after/1"):
            assert web.get(f"/learn/texas/{nowhere}").status_code == 404
        assert web.get("/learn/chess").status_code == 404
        assert web.get("/learn/chess/3").status_code == 404
        assert web.post("/learn/texas/4", data={"move": "bid 10"}).status_code == 403  # no token
        assert "/learn/texas" in web.get("/g/texas/rules").text
