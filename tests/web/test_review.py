"""The review of a game: the mistakes of a seat, played out on the board; accuracy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import PATIENCE, Caller, Server, wait_for_chances
from tests.web.inside import inside
from tests.web.processes import PAGE, form_token
from tests.web.sinks import eventually
from tests.web.test_people_pages import lay, play_out

from roundhouse.lab.fixtures import Fixture, play
from roundhouse.play import registry

pytestmark = pytest.mark.slow


@pytest.fixture
def pages(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=server.url, headers=PAGE, follow_redirects=True, timeout=PATIENCE
    ) as made:
        yield made


def careless_game() -> str:
    """A finished game in which the last seat plays at random. A search has a tenth of a second for
    each decision, in which a busy machine looks at a few moves only: one of this seat's mistakes is
    among those that are looked at first, and found by a handful of iterations as by a hundred."""
    variant = (("variant", "single"),)
    game = registry.load("northern", speed="interpreted", variant="single")
    bots = ("greedy", "greedy", "random")
    return play(Fixture(0, "northern", bots, "d", "s12", variant), game).record


def digests(text: str) -> list[str]:
    return re.findall(r'data-digest="(\w+)"', text)


def test_mistakes_are_walked_through_on_the_board(caller: Caller, pages: httpx.Client) -> None:
    client = caller()
    name = client.post("/api/records", json={"text": careless_game()}).json()["id"]
    before = pages.get(f"/r/{name}/review")
    assert "Where did it go wrong?" in before.text
    asked = pages.post(f"/r/{name}/chances", data={"csrf": form_token(before), "back": "review"})
    assert asked.url.path == f"/r/{name}/review"
    found = wait_for_chances(client, f"/api/records/{name}")
    assert [row["seat"] for row in found["accuracy"]] == [0, 1, 2]
    assert all(0 <= row["accuracy"] <= 1 for row in found["accuracy"] if row["decisions"])
    worst = [point for point in found["better"] if point["seat"] == 2]
    assert worst
    first = pages.get(f"/r/{name}/review?seat=2&n=0&way=better&step=0").text
    assert "Better:" in first
    assert f"1 of {len(worst)}" in first
    after = pages.get(f"/r/{name}/review?seat=2&n=0&way=better&step=1").text
    went = pages.get(f"/r/{name}/review?seat=2&n=0&way=played&step=1").text
    assert digests(first) != digests(after) != digests(went)
    for odd in ("?seat=99&n=-4&way=nonsense&step=900", "?seat=-1", "?n=99999"):
        assert pages.get(f"/r/{name}/review{odd}").status_code == 200
    replay = pages.get(f"/r/{name}").text
    assert f'href="/r/{name}/review"' in replay
    assert "Accuracy" in replay


def test_a_game_that_goes_on_is_not_reviewed(caller: Caller, pages: httpx.Client) -> None:
    text = careless_game().splitlines()
    header = re.sub(r'"result": \{.*?\}', '"result": null', text[0])
    begun = "\n".join([header, *text[1:4]]) + "\n"
    name = caller().post("/api/records", json={"text": begun}).json()["id"]
    assert pages.get(f"/r/{name}/review").url.path == f"/r/{name}"


def test_one_begins_with_ones_own_mistakes(tmp_path: Path) -> None:
    with inside(tmp_path) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        table = lay(house.services, bob, ann, "greedy")
        assert ann.get(f"/t/{table}/review").url.path == f"/t/{table}"  # it goes on
        # As the search would at first sight: of moves at random a busy machine may judge none.
        play_out(house.services, table, "greedy")
        ann.post(f"/t/{table}/chances", back="review")
        eventually(lambda: house.services.analyses.found(table) is not None, 240)
        page = ann.get(f"/t/{table}/review").text
        assert re.search(r'href="\?seat=1" aria-current="true"', page)
        looked_at = re.findall(r"<small>(\d+) decisions?<", page)
        assert len(looked_at) == 3
        assert "0" not in looked_at  # the whole number: "10 decisions" is fine
        result = ann.get(f"/t/{table}/result").text
        assert f'href="/t/{table}/review"' in result
