"""The review of a game: accuracy, and the mistakes of a seat on the board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, ClientFactory, Server, wait_for_analysis
from tests.web.in_process import running_site
from tests.web.processes import PAGE, form_token
from tests.web.sinks import eventually
from tests.web.social.test_user_pages import create_table, play_out

from roundhouse.lab.schedule import Matchup, play
from roundhouse.play import registry

pytestmark = pytest.mark.slow


@pytest.fixture
def pages(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=server.url, headers=PAGE, follow_redirects=True, timeout=TIMEOUT_S
    ) as result:
        yield result


def careless_game() -> str:
    """Return the record of a game whose last seat plays at random.

    The analysis searches each decision for a tenth of a second, which is only a few iterations on a
    busy machine. One of the mistakes of the last seat is clear enough to be detected even then.
    """
    variant = (("variant", "single"),)
    game = registry.load("northern", speed="interpreted", variant="single")
    bots = ("greedy", "greedy", "random")
    return play(Matchup(0, "northern", bots, "d", "s12", variant), game).record


def digests(text: str) -> list[str]:
    return re.findall(r'data-digest="(\w+)"', text)


def test_review_steps_through_the_mistakes(new_client: ClientFactory, pages: httpx.Client) -> None:
    client = new_client()
    name = client.post("/api/records", json={"text": careless_game()}).json()["id"]
    before = pages.get(f"/r/{name}/review")
    assert "Find the mistakes" in before.text
    response = pages.post(f"/r/{name}/chances", data={"csrf": form_token(before), "back": "review"})
    assert response.url.path == f"/r/{name}/review"
    result = wait_for_analysis(client, f"/api/records/{name}")
    assert [row["seat"] for row in result["accuracy"]] == [0, 1, 2]
    assert all(0 <= row["accuracy"] <= 1 for row in result["accuracy"] if row["decisions"])
    worst = [point for point in result["better"] if point["seat"] == 2]
    assert worst
    first = pages.get(f"/r/{name}/review?seat=2&n=0&way=better&step=0").text
    assert "Better:" in first
    assert f"1 of {len(worst)}" in first
    after = pages.get(f"/r/{name}/review?seat=2&n=0&way=better&step=1").text
    played = pages.get(f"/r/{name}/review?seat=2&n=0&way=played&step=1").text
    assert digests(first) != digests(after) != digests(played)
    for odd in ("?seat=99&n=-4&way=nonsense&step=900", "?seat=-1", "?n=99999"):
        assert pages.get(f"/r/{name}/review{odd}").status_code == 200
    replay = pages.get(f"/r/{name}").text
    assert f'href="/r/{name}/review"' in replay
    assert "Accuracy" in replay


def test_unfinished_game_has_no_review(new_client: ClientFactory, pages: httpx.Client) -> None:
    text = careless_game().splitlines()
    header = re.sub(r'"result": \{.*?\}', '"result": null', text[0])
    started = "\n".join([header, *text[1:4]]) + "\n"
    name = new_client().post("/api/records", json={"text": started}).json()["id"]
    assert pages.get(f"/r/{name}/review").url.path == f"/r/{name}"


def test_review_starts_with_the_viewers_own_mistakes(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        ann, bob = site.add_user("Ann"), site.add_user("Bob")
        table = create_table(site.services, bob, ann, "greedy")
        assert ann.get(f"/t/{table}/review").url.path == f"/t/{table}"  # still in progress
        # Greedy moves are among the first that a search visits. On a busy machine it may visit no
        # random one.
        play_out(site.services, table, "greedy")
        ann.post(f"/t/{table}/chances", back="review")
        eventually(lambda: site.services.analyses.result(table) is not None, 240)
        page = ann.get(f"/t/{table}/review").text
        assert re.search(r'review\?seat=1" aria-current="true"', page)
        decisions = re.findall(r"(\d+) of (\d+) decisions? examined", page)
        assert len(decisions) == 3
        assert decisions[0][0] == decisions[0][1] != "0"  # all of the viewer's own, first
        assert all(int(judged) > 0 for judged, _ in decisions)
        result = ann.get(f"/t/{table}/result").text
        assert f'href="/t/{table}/review"' in result
