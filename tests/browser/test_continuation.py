"""Games that go from a tab to a server and back, without a browser and in Chromium."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

import pytest
from tests.browser.local_user import LocalUser
from tests.browser.test_site import START_MS, play_move
from tests.web.in_process import PageUser, Site, open_page_as, running_site

from roundhouse.browser.pyodide_package import SiteError, fetch_pyodide
from roundhouse.browser.site_builder import build_site, cache_folder
from roundhouse.play import registry
from roundhouse.play.record import Record
from roundhouse.table.chairs import HUMAN, Chair, bot_chair
from roundhouse.table.service import TableRequest
from roundhouse.web.http.offline_site import site_folder

SECRET_GAME = next(meta.id for meta in registry.games() if meta.secrets)
SEATS = {"seats": "3", "seat0": "me", "seat1": "bot:beginner", "seat2": "bot:random"}
T = TypeVar("T")


def run(steps: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(steps)


async def begin(user: LocalUser, game: str = SECRET_GAME) -> str:
    """Start a game, move once, and return the path of the table."""
    table = (await user.start_table(game, **SEATS)).removeprefix("/offline")
    page = await user.wait_for_turn(table)
    await user.choose_first(table, page)
    await user.wait_for_turn(table)
    return table


def facts(user: LocalUser, table: str) -> tuple[Any, ...]:
    at = user.app.tables.at(table.removeprefix("/t/"))
    return (at.match.state.pack(), at.game.options, at.game.rules, [c.level for c in at.chairs])


def test_file_of_a_running_game_goes_on_in_another_tab() -> None:
    async def steps() -> None:
        user, other = LocalUser(), LocalUser()
        table = await begin(user)
        assert f'action="{table}/export"' in (await user.get(table)).body
        file = await user.post(f"{table}/export")
        assert "attachment" in file.headers["content-disposition"]
        continued = await other.post("/continue", [("text", file.body)])
        assert continued.status == 303, continued.body
        fresh = continued.headers["location"]
        assert facts(other, fresh) == facts(user, table)
        page = await other.wait_for_turn(fresh)
        assert (await other.choose_first(fresh, page)).status == 200

    run(steps())


def test_file_without_players_is_refused_with_a_reason() -> None:
    async def steps() -> None:
        user = LocalUser()
        table = await begin(user, "northern")
        record = (await user.get(f"{table}/record")).body
        refused = await user.post("/continue", [("text", record)])
        assert refused.status == 409
        assert "does not say who plays" in refused.body

    run(steps())


def test_game_passes_between_worker_and_server_only() -> None:
    """No page gets the file of the game; without a server, there is a reason."""

    async def steps() -> None:
        user = LocalUser(base="/offline/")
        table = await begin(user)
        refused = await user.post(f"{table}/to-server")
        assert refused.status == 409
        assert "no server" in refused.body
        user.surroundings.server_pages["/continue"] = '{"table": "abc"}'
        sent = await user.post(f"{table}/to-server")
        path = sent.headers["location"].removeprefix("/offline")
        page = await user.get(path)
        assert 'href="../t/abc" target="_top"' in page.body
        assert f'href="/offline{table}"' in page.body
        request = user.surroundings.server_requests[-1]
        record = Record.loads(request["fields"]["text"])
        local = user.app.tables.at(table.removeprefix("/t/"))
        assert record.moves == local.match.record().moves
        secrets = [move for move in record.moves if str(move) not in _visible(local)]
        assert secrets
        assert not any(move.words in page.body + path for move in secrets)

        user.surroundings.server_pages["/t/abc/export"] = request["fields"]["text"]
        question = await user.get("/from-server?table=abc")
        assert 'value="abc"' in question.body
        came = await user.post("/from-server", [("table", "abc")])
        assert user.surroundings.server_requests[-1] == {"path": "/t/abc/export", "fields": {}}
        fresh = came.headers["location"].removeprefix("/offline")
        assert facts(user, fresh) == facts(user, table)
        for path in ("/from-server?table=../x", "/from-server"):
            assert (await user.get(path)).status == 404

    run(steps())


def _visible(table: Any) -> list[str]:
    """Return the moves as the user sees them."""
    return [str(move) for move in table.match.record().redact(table.game, 0).moves]


def test_site_without_a_server_offers_the_file_only() -> None:
    async def steps() -> None:
        user = LocalUser()
        table = await begin(user, "northern")
        page = (await user.get(table)).body
        assert f"{table}/export" in page
        assert "to-server" not in page
        refused = await user.post(f"{table}/to-server")
        assert "does not belong to a server" in refused.body

    run(steps())


def test_own_board_goes_with_the_game() -> None:
    async def steps() -> None:
        user, other = LocalUser(base="/offline/"), LocalUser(base="/offline/")
        board = registry.text("northern", "board.toml").replace("Fargo", "Cargo")
        table = (await user.start_table("northern", **SEATS, board_file=board)).removeprefix(
            "/offline"
        )
        user.surroundings.server_pages["/continue"] = '{"table": "abc"}'
        await user.post(f"{table}/to-server")
        fields = user.surroundings.server_requests[-1]["fields"]
        assert fields["board_file"] == board
        pages = {"/t/abc/export": fields["text"], "/g/northern/board.toml": board}
        other.surroundings.server_pages = pages
        came = await other.post("/from-server", [("table", "abc")])
        assert came.status == 303, came.body
        fresh = came.headers["location"].removeprefix("/offline")
        assert "Cargo" in (await other.get(fresh)).body

    run(steps())


# In Chromium


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a server with the site under `/offline/`, as `roundhouse site --install` writes it."""
    try:
        fetch_pyodide(cache_folder())
    except SiteError as error:
        pytest.skip(f"the site cannot be built here: {error}")
    data = tmp_path_factory.mktemp("server")
    build_site(site_folder(data), base="/offline/", has_libraries=False)
    with running_site(data) as result:
        yield result


def create_table(site: Site, user: PageUser) -> str:
    chairs = [Chair(0, HUMAN, user.name, user.id), bot_chair(1, "random"), bot_chair(2, "random")]
    return site.services.tables.create(TableRequest(user.id, SECRET_GAME, chairs))


@pytest.mark.browser
@pytest.mark.slow
def test_game_goes_offline_and_back_to_the_server(browser: Any, site: Site) -> None:
    ann = site.add_user("Ann")
    table = create_table(site, ann)
    for page in open_page_as(browser, site, ann, (1280, 800)):
        page.set_default_timeout(START_MS)
        page.goto(f"/t/{table}")
        page.wait_for_selector("main.table[data-turn='1']")
        # The service worker of these pages must leave the site's requests to that of the site.
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        with site.services.tables.at(table) as result:
            moves = result.match.record().moves
        page.click(".table-menu > summary")
        page.click("text=Continue elsewhere…")
        page.click("text=Continue offline")
        frame = page.frame_locator("#page")
        frame.locator("main button:has-text('Continue offline')").click()
        frame.locator("main.table[data-turn='1']").wait_for()
        assert page.locator("#update").is_hidden()
        assert int(frame.locator("main.table").get_attribute("data-ply")) == len(moves)
        ply = play_move(page, frame)

        frame.locator(".table-menu > summary").click()
        frame.locator("text=Continue elsewhere…").click()
        frame.locator("button:has-text('Continue on the server')").click()
        frame.locator("a:has-text('Continue on the server')").click()
        page.wait_for_selector("main.table")
        assert "/offline/" not in page.url
        back = page.url.rpartition("/")[2]
        assert back != table
        with site.services.tables.at(back) as result:
            assert result.match.record().moves[: len(moves)] == moves
            assert result.match.ply >= ply
            assert [c.level for c in result.chairs] == ["", "random", "random"]
            assert result.source


@pytest.mark.browser
@pytest.mark.slow
def test_site_loads_nothing_from_other_hosts(browser: Any, site: Site) -> None:
    ann = site.add_user("Amy")
    addresses, problems = list[str](), list[str]()
    for page in open_page_as(browser, site, ann, (1280, 800)):
        page.set_default_timeout(START_MS)
        tools = page.context.new_cdp_session(page)
        watch(tools, addresses)
        page.on("console", lambda message: problems.append(message.text))
        page.goto("/offline/")
        frame = page.frame_locator("#page")
        frame.locator("button[value=northern]").click()
        frame.locator("main.table").wait_for()
        for _ in range(600):  # until the worker of the bots has its files
            if any(address.endswith("/northern.npz") for address in addresses):
                break
            page.wait_for_timeout(100)
        frame.locator(".brand").click()
        frame.locator("a[href='/offline/about']").click()
        frame.locator("a:has-text('Licenses')").click()
        frame.locator("h2:text-is('Python')").wait_for()
        assert len(addresses) > 20
        assert {each.split("/")[2] for each in addresses if each.startswith("http")} == {
            site.url.removeprefix("http://")
        }
        assert not [text for text in problems if "Content Security Policy" in text]


def watch(tools: Any, addresses: list[str]) -> None:
    """Collect the addresses of all requests of a page, its frames and its workers."""
    children: dict[str, Any] = {}
    tools.on("Network.requestWillBeSent", lambda event: addresses.append(event["request"]["url"]))
    tools.send("Network.enable")

    def attach(event: dict[str, Any]) -> None:
        session = event["sessionId"]
        children[session] = event["targetInfo"]["type"]
        message = {"id": 1, "method": "Network.enable"}
        tools.send(
            "Target.sendMessageToTarget", {"sessionId": session, "message": json.dumps(message)}
        )

    def read(event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        if message.get("method") == "Network.requestWillBeSent":
            addresses.append(message["params"]["request"]["url"])

    tools.on("Target.attachedToTarget", attach)
    tools.on("Target.receivedMessageFromTarget", read)
    tools.send(
        "Target.setAutoAttach",
        {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False},
    )
