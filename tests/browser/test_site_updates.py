"""Updates of the static site: a later version takes over as a whole, or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import StaticHost
from tests.browser.test_site import START_MS, play_move, wait_until_compiled, wait_until_stored
from tests.web.sinks import eventually

from roundhouse.browser import site_builder
from roundhouse.browser.site_builder import build_site

# Whether no later version is being installed or waits.
UPDATE_ENDED = """navigator.serviceWorker.getRegistration().then(
  (registration) => !registration.installing && !registration.waiting)"""

pytestmark = pytest.mark.browser


@pytest.fixture
def old_folder(site_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a site of another version: one without networks."""
    folder, nothing = tmp_path / "site", tmp_path / "nothing"
    nothing.mkdir()
    monkeypatch.setattr(site_builder, "NETWORKS", nothing)
    build_site(folder, has_libraries=False)
    return folder


@pytest.fixture
def old_host(old_folder: Path) -> Iterator[StaticHost]:
    result = StaticHost(old_folder)
    yield result
    result.stop()


def publish(new: Path, folder: Path) -> None:
    """Replace a site by a later version, as an upload does."""
    shutil.rmtree(folder)
    shutil.copytree(new, folder, copy_function=shutil.copyfile)  # with the time of now


def version_of(folder: Path) -> str:
    (versioned,) = folder.glob("v-*")
    return versioned.name


def versions_in_use(page: Any) -> set[str]:
    """Return the versions of the shell and its workers."""
    scripts = page.locator("script[src]").evaluate_all("all => all.map((each) => each.src)")
    workers = [each.url for each in page.workers]
    return {name.split("/")[3] for name in [*scripts, *workers] if "/v-" in name}


def kept_versions(page: Any) -> set[str]:
    """Return the versions whose files the browser keeps."""
    return {
        f"v-{name.split()[2]}"
        for name in page.evaluate("caches.keys()")
        if len(name.split()) == 3 and name.split()[1] == "/"
    }


def test_later_version_takes_over_as_a_whole(
    browser: Any, old_host: StaticHost, old_folder: Path, site_folder: Path
) -> None:
    old, new = version_of(old_folder), version_of(site_folder)
    assert old != new
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(START_MS)
    page.goto(f"{old_host.url}/#/new?game=northern", wait_until="commit")
    frame = page.frame_locator("#page")
    frame.locator("main form .primary").last.click()
    ply = play_move(page, frame)
    wait_until_stored(page)
    wait_until_compiled(page)
    page.wait_for_timeout(1000)  # the game is stored

    publish(site_folder, old_folder)
    old_host.requests.clear()
    old_host.refused.add("app.zip")
    page.reload()
    frame.locator("main.table").wait_for()
    eventually(lambda: "app.zip" in old_host.requests, seconds=START_MS / 1000)
    eventually(lambda: page.evaluate(UPDATE_ENDED), seconds=START_MS / 1000)
    assert not page.locator("#update").is_visible()  # a file of the new version is missing
    assert versions_in_use(page) == {old}

    old_host.refused.clear()
    page.reload()
    page.locator("#update").wait_for()
    assert versions_in_use(page) == {old}
    assert play_move(page, frame) > ply  # the old version goes on until the user agrees
    page.locator("#reload").click()
    page.locator(f"script[src*='{new}']").wait_for(state="attached")
    frame.locator("main.table").wait_for()
    assert versions_in_use(page) == {new}
    assert kept_versions(page) == {new}
    assert int(frame.locator("main.table").get_attribute("data-ply")) > ply
    old_host.stop()
    page.reload()
    frame.locator("main.table").wait_for()
    assert play_move(page, frame) > ply + 1
    context.close()
