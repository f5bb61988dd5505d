"""The installed app: manifest and icons, the service worker, and the page without a connection."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import TIMEOUT_S, Server
from tests.web.in_process import running_site
from tests.web.sinks import eventually

from roundhouse.web.http.page_templates import STATIC, page_environment
from roundhouse.web.pwa.manifest import build_manifest
from roundhouse.web.pwa.pages import _fill_in_version

KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys())
    kept[name] = (await (await caches.open(name)).keys()).map((r) => new URL(r.url).pathname);
  return kept;
}"""
READY = "navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"


def test_manifest_has_icons_of_the_stated_sizes() -> None:
    manifest: Any = build_manifest("/games/", "/games/icons/", "Games")
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/games/"
    for icon in manifest["icons"]:
        data = (STATIC / Path(icon["src"]).name).read_bytes()
        size = struct.unpack(">II", data[16:24])
        assert f"{size[0]}x{size[1]}" == icon["sizes"]
    needed = {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")}
    assert needed <= {(icon["purpose"], icon["sizes"]) for icon in manifest["icons"]}
    assert all(each["url"].startswith("/games/") for each in manifest["shortcuts"])


def test_service_worker_changes_with_what_it_keeps() -> None:
    plain, stamped, offline = (page_environment(stamp) for stamp in ("1", "2", "1"))
    offline.globals["has_offline_site"] = True
    texts = [_fill_in_version(each, "en") for each in (plain, stamped, offline)]
    texts.append(_fill_in_version(plain, "de"))
    assert len(set(texts)) == 4
    assert _fill_in_version(page_environment("1"), "en") == texts[0]
    assert not any("{version}" in text or "{stamp}" in text for text in texts)


@pytest.mark.slow
def test_addresses_of_the_app_are_public_and_never_stale(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        user = site.add_user("Ann")
        worker = user.get("/service_worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert user.get("/push.js").text == worker.text  # where earlier subscribers have it
        page = user.get("/no-connection").text
        assert "Ann" not in page
        assert "/offline/" not in page
        manifest = user.get("/static/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        for response in (worker, manifest):
            assert response.headers["cache-control"] == "no-cache"
        home = user.get("/").text
        assert 'href="/static/icon-apple-180.png"' in home
        assert user.get("/static/icon-apple-180.png").status_code == 200


@pytest.mark.slow
def test_app_has_the_language_of_the_reader(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        user = site.add_user("Ann", has_account=False)
        english = user.get("/service_worker.js").text
        user.post("/language", language="de")
        manifest = user.get("/static/manifest.webmanifest").json()
        assert manifest["lang"] == "de"
        assert manifest["shortcuts"][0]["name"] == "Neuer Tisch"
        assert '<html lang="de">' in user.get("/no-connection").text
        assert user.get("/service_worker.js").text != english


@pytest.mark.browser
@pytest.mark.slow
def test_page_without_a_connection_is_kept_and_replaced(full_browser: Any, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    context = full_browser.new_context(base_url=server.url)
    page, errors = context.new_page(), []
    page.set_default_timeout(TIMEOUT_S * 1000)
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        page.goto("/")
        tools = context.new_cdp_session(page)
        problems = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [each["errorId"] for each in problems] == ["in-incognito"]  # as the test is
        page.click("button.quiet[name=theme]")  # the dark theme
        page.click("button[name=game][value=northern]")
        page.wait_for_selector("main.table")
        eventually(lambda: page.evaluate(READY))
        table = page.url
        (first,) = page.evaluate(KEPT)

        server.kill()
        page.goto(table)
        page.wait_for_selector("text=Your games are safe")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert page.evaluate("getComputedStyle(document.querySelector('.button')).color")
        assert page.locator("text=Play offline").count() == 0
        paths = page.evaluate(KEPT)[first]
        assert all(path == "/no-connection" or path.startswith("/static/") for path in paths)

        (tmp_path / "offline").mkdir()
        (tmp_path / "offline/index.html").write_text("<h1>Offline</h1>")
        server.start()
        page.click("text=Try again")
        page.wait_for_selector("main.table")
        eventually(lambda: first not in page.evaluate(KEPT))
        assert len(page.evaluate(KEPT)) == 1

        server.kill()
        page.reload()
        page.wait_for_selector("text=open “Play offline” once")
        page.evaluate("caches.open('roundhouse /offline/ 1')")  # as the site does
        page.reload()
        page.wait_for_selector("a[href='/offline/']")
    finally:
        context.close()
        server.kill()
    assert not errors


@pytest.mark.browser
@pytest.mark.slow
def test_click_on_a_notification_shows_the_open_table(browser: Any, tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        context = browser.new_context(base_url=site.url)
        page = context.new_page()
        page.goto("/learn")
        eventually(lambda: page.evaluate(READY))
        worker = context.service_workers[0]
        # Chromium shows windows only for real clicks, so the test replaces the calls.
        opened = """async (link) => {
          const shown = [];
          WindowClient.prototype.focus = async function () { shown.push(`focus ${this.url}`); };
          self.clients.openWindow = async (url) => shown.push(`open ${url}`);
          const notification = { data: link, close() {} };
          const event = new ExtendableEvent("notificationclick");
          Object.defineProperty(event, "notification", { value: notification });
          self.dispatchEvent(event);
          for (let n = 0; n < 100 && !shown.length; n += 1)
            await new Promise((done) => setTimeout(done, 50));
          return shown;
        }"""
        assert worker.evaluate(opened, f"{site.url}/learn") == [f"focus {site.url}/learn"]
        assert worker.evaluate(opened, f"{site.url}/t/abc") == [f"open {site.url}/t/abc"]
        context.close()


def test_manifest_of_both_apps_differs_in_its_paths_only() -> None:
    one, other = build_manifest("/", "/static/", "x"), build_manifest("/a/", "/a/icons/", "x")
    text = json.dumps(other).replace("/a/icons/", "/static/").replace("/a/", "/")
    assert json.loads(text) == one
