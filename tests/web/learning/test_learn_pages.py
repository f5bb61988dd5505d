"""Lesson pages without a browser: what a step shows and where a move leads."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, new_table
from tests.web.in_process import running_site
from tests.web.processes import PAGE, form_token

from roundhouse.core.lesson import MoveStep, ReplyStep
from roundhouse.play import registry
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.lesson import (
    build_end_context,
    build_move_context,
    build_step_context,
    describe_alternative,
    prose,
)
from roundhouse.web.learning.lessons import LoadedLesson, lessons_by_game, load_lesson


@pytest.fixture(scope="module")
def rails() -> LoadedLesson:
    return load_lesson("rails")


def test_prose_is_escaped_and_names_seats() -> None:
    result = prose("A **bold** <i>\nword.\n\n@1 too.", ["Alex", "Bea"])
    first, second = str(result).removesuffix("</p>").split("</p>")
    assert first == "<p>A <b>bold</b> &lt;i&gt; word."
    assert second == '<p><span class="who who1">Bea</span> too.'


def test_targets_are_marked_on_their_sheet(rails: LoadedLesson) -> None:
    place = rails.place(2)  # it points at the map; the decision is in the town
    page = build_step_context(place, rails.views(place), rails.lesson)
    assert page.focus == page.decision_focus == "map"
    board = next(str(picture.svg) for picture in page.pictures if picture.name == "map")
    assert board.count('data-point=""') >= len(place.step.refs)
    assert 'data-ref="city:omaha" data-point=""' in board
    assert build_step_context(place, rails.views(place), rails.lesson, "town").focus == "town"


def test_expected_move_is_offered_and_leads_to_the_next_step(rails: LoadedLesson) -> None:
    place = next(
        p for p in rails.guide.places if isinstance(p.step, MoveStep) and len(p.step.moves) > 1
    )
    step = place.step
    assert isinstance(step, MoveStep)
    page = build_step_context(place, rails.views(place), rails.lesson)
    offered = [tuple(o.moves) for group in page.offers.groups for o in group.offers]
    assert step.moves in offered
    assert rails.follow(place.number, list(step.moves)) == place.number + 1
    assert rails.follow(place.number, ["lay"]) == place.number + 1  # an accepted alternative
    assert describe_alternative(step, "lay", rails.lesson.names)
    assert rails.follow(place.number, ["hire"]) is None
    assert rails.follow(place.number, []) is None
    assert rails.follow(1, ["hire"]) is None  # step 1 asks for no move
    assert rails.follow(rails.last + 1, ["hire"]) is None
    wrong = build_step_context(place, rails.views(place), rails.lesson, tried=["hire"])
    assert "no carriage" in wrong.feedback
    assert wrong.offers == page.offers


def test_several_moves_at_once_are_refused(rails: LoadedLesson) -> None:
    northern = load_lesson("northern")
    first = next(p.number for p in northern.guide.places if isinstance(p.step, MoveStep))
    step = northern.place(first).step
    assert isinstance(step, MoveStep)
    # The next step asks for no move, so several moves at once are refused.
    assert northern.follow(first, [step.moves[0], "lay fargo"]) is None


def test_reply_is_shown_move_by_move() -> None:
    texas = load_lesson("texas")
    place = next(p for p in texas.guide.places if isinstance(p.step, ReplyStep) and p.number > 4)
    assert place.since < place.theirs < place.ply  # after the learner's own move
    views, lesson = texas.views(place), texas.lesson
    boards = []
    for ply in range(place.theirs + 1, place.ply + 1):
        page = build_move_context(views, lesson, ply)
        assert page.ply == ply
        boards.append([picture.svg for picture in page.pictures])
    assert len(boards) > 1
    assert boards[0] != boards[-1]


def test_dividends_in_lessons_have_a_card() -> None:
    lines = {}
    for game in lessons_by_game():
        result = load_lesson(game)
        scenes = [
            build_step_context(p, result.views(p), result.lesson) for p in result.guide.places
        ]
        assert not any(s.cards for s in scenes if s.kind != "reply")
        lines[game] = sum(len(s.cards) for s in scenes)
    assert min(lines["texas"], lines["union"]) > 0, lines


def test_last_page_shows_the_final_position(rails: LoadedLesson) -> None:
    place = rails.place(rails.last + 1)
    page = build_end_context(rails.views(place), rails.lesson)
    assert page.kind == "end"
    assert page.ply == rails.guide.matches[-1].ply


def test_game_without_a_lesson_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    find = registry.lesson
    monkeypatch.setattr(registry, "lesson", lambda game: None if game == "northern" else find(game))
    assert "northern" not in lessons_by_game()
    with pytest.raises(NotFound, match="has no lesson yet"):
        load_lesson.__wrapped__("northern")


@pytest.mark.slow
def test_lesson_can_be_played_with_forms_only(tmp_path: Path) -> None:
    with (
        running_site(tmp_path) as site,
        httpx.Client(
            base_url=site.url, headers=PAGE, follow_redirects=True, timeout=TIMEOUT_S
        ) as web,
    ):
        response = web.get("/learn/texas")
        assert response.url.path == "/learn/texas/1"
        token = {"csrf": form_token(response)}
        right = web.post("/learn/texas/4", data={**token, "move": "bid 10"})
        assert (right.url.path, right.url.query) == ("/learn/texas/5", b"")
        other = web.post("/learn/texas/4", data={**token, "move": "bid 8"})
        assert other.url.path == "/learn/texas/5"
        assert "A fair bid, too" in other.text
        wrong = web.post("/learn/texas/4", data={**token, "move": "pass"})
        assert wrong.url.path == "/learn/texas/4"
        assert "Without certificates no railroad pays you" in wrong.text
        for nonsense in ({"move": "fly"}, {}, {"move": ["bid 10", "bid 11"]}):
            again = web.post("/learn/texas/4", data={**token, **nonsense})
            assert (again.status_code, again.url.path) == (200, "/learn/texas/4")
        answered = web.post("/learn/texas/17", data={**token, "answer": "1"})
        assert "It is worth $4 per dividend to you" in answered.text
        assert (
            web.get("/learn/texas/17?answer=9").status_code == 200
        )  # an answer that does not exist
        assert web.get("/learn/texas/999").text.count("Play a real game now") == 1
        assert "completed" in web.get("/learn").text
        assert 'data-part="stage"' in web.get("/learn/texas/3/after/3").text
        for nowhere in ("3/after/0", "3/after/999", "2/after/1", "0/after/1", "999/after/1"):
            assert web.get(f"/learn/texas/{nowhere}").status_code == 404
        assert web.get("/learn/chess").status_code == 404
        assert web.get("/learn/chess/3").status_code == 404
        assert web.post("/learn/texas/4", data={"move": "bid 10"}).status_code == 403  # no token
        assert "/learn/texas" in web.get("/g/texas/rules").text


def test_how_to_play_names_the_variant(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        ann = site.add_user("Ann", has_account=False)
        assert "<b>Variant:</b> three rounds, most cubes earned" in ann.get("/learn/northern").text
        headers = {"authorization": f"Bearer {ann.web.cookies['roundhouse']}"}
        with httpx.Client(base_url=site.url, headers=headers, timeout=TIMEOUT_S) as api:
            for variant, text in registry.meta("northern").options["variant"].values.items():
                table = new_table(api, "me", "open", "open", options={"variant": variant})
                assert f"<b>Variant:</b> {text}" in ann.get(f"/t/{table['id']}").text
