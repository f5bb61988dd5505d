"""The static site: its contents, and a game in Chromium without a network."""

from __future__ import annotations

import gzip
import io
import json
import shutil
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from tests.browser.conftest import StaticHost
from tests.web.sinks import eventually

from roundhouse.bots import native_builds
from roundhouse.browser import pyodide_package
from roundhouse.browser.bundle import build_bundle, build_language
from roundhouse.browser.pyodide_package import SiteError, fetch_pyodide
from roundhouse.browser.site_builder import build_site
from roundhouse.core.translation import translate, use_language
from roundhouse.play import registry

START_MS = 120_000  # until Python runs in the browser, on a busy machine
MAX_DOWNLOAD_BYTES = 8_000_000  # compressed with gzip, before the first move


def test_bundle_has_only_pure_python_and_is_reproducible(tmp_path: Path) -> None:
    data = build_bundle({"more.txt": b"more"})
    assert data == build_bundle({"more.txt": b"more"})
    (tmp_path / "app.zip").write_bytes(data)
    names = ZipFile(tmp_path / "app.zip").namelist()
    assert {name.rpartition(".")[2] for name in names} <= {
        "py", "toml", "md", "json", "jsonl", "html", "npz", "txt",
    }  # fmt: skip
    assert "roundhouse/core/game.py" in names
    assert not any(name.startswith("roundhouse/web/storage/") for name in names)


def test_texts_of_a_language_are_in_an_archive_of_their_own() -> None:
    names = {
        archive: set(ZipFile(io.BytesIO(data)).namelist())
        for archive, data in (("app", build_bundle({})), ("de", build_language("de")))
    }
    assert names["app"].isdisjoint(names["de"])
    assert not any(".de." in name or "/locale/" in name for name in names["app"])
    assert "roundhouse/games/texas/RULES.de.md" in names["de"]
    with ZipFile(io.BytesIO(build_language("de"))) as archive:
        catalogue = json.loads(archive.read("roundhouse/core/locale/de.json"))
        folder = "roundhouse/browser/compiled_templates/de/"
        modules = [archive.read(name) for name in names["de"] if name.startswith(folder)]
    with use_language("de"):
        assert catalogue["messages"]["Puzzles"] == translate("Puzzles")
    assert any(b"Aufgaben" in each for each in modules)


def test_wrong_package_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def download(folder: Path) -> Path:
        archive = folder / "pyodide.tgz"
        archive.write_bytes(b"something else")
        return archive

    monkeypatch.setattr(pyodide_package, "_download", download)
    with pytest.raises(SiteError, match="digest"):
        fetch_pyodide(tmp_path)
    assert not list(tmp_path.iterdir())


def test_failed_download_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not shutil.which("npm"):
        pytest.skip("npm is missing")
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    monkeypatch.setenv("npm_config_fetch_retry_mintimeout", "1")
    with pytest.raises(SiteError, match=r"fetch Pyodide .*127\.0\.0\.1"):
        fetch_pyodide(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SiteError, match="install Node"):
        fetch_pyodide(tmp_path)


def test_missing_tools_are_named_before_anything_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDHOUSE_CACHE", str(tmp_path))
    monkeypatch.setattr(native_builds, "find_spec", lambda name: None)
    with pytest.raises(SiteError, match=r"roundhouse-games\[site\].*--no-libraries"):
        build_site(tmp_path / "site")
    assert not list(tmp_path.iterdir())


@pytest.mark.browser
def test_site_is_complete(site_folder: Path) -> None:
    (folder,) = site_folder.glob("v-*")
    index = json.loads((folder / "files.json").read_text())
    assert folder.name == f"v-{index['version']}"
    assert all((folder / name).is_file() for name in index["files"])
    needed = [name for name in index["files"] if not name.startswith(("games/", "languages/"))]
    sizes = [len(gzip.compress((folder / name).read_bytes())) for name in needed]
    assert sum(sizes) < MAX_DOWNLOAD_BYTES
    manifest = json.loads((site_folder / "manifest.webmanifest").read_text())
    assert all((site_folder / icon["src"].lstrip("/")).is_file() for icon in manifest["icons"])
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    text = (site_folder / "index.html").read_text() + (
        site_folder / "service_worker.js"
    ).read_text()
    assert "https://" not in text


@pytest.mark.browser
def test_game_on_an_own_board_goes_on_without_a_connection(
    browser: Any, host: StaticHost, tmp_path: Path
) -> None:
    board = tmp_path / "board.toml"
    board.write_text(registry.text("northern", "board.toml").replace("Fargo", "Cargo"))
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(START_MS)
    page.goto(f"{host.url}/#/new?game=northern", wait_until="commit")
    page.locator("#progress").wait_for()
    frame = page.frame_locator("#page")
    frame.locator("[name=board_file]").set_input_files(board)
    frame.locator("main form .primary").last.click()
    ply = play_move(page, frame)
    assert "Cargo" in frame.locator("main.table").inner_html()
    wait_until_stored(page)
    wait_until_compiled(page)
    host.stop()
    page.reload()
    frame.locator("main.table").wait_for()
    application = next(each for each in page.workers if each.url.endswith("/tab_worker.js"))
    requests = application.evaluate("performance.getEntriesByType('resource').map((e) => e.name)")
    assert any(each.endswith("/pyodide.asm.wasm") for each in requests)
    assert not any(each.endswith("/app.zip") for each in requests)  # it starts compiled modules
    assert int(frame.locator("main.table").get_attribute("data-ply")) >= ply
    assert play_move(page, frame) > ply
    context.close()
    assert not errors


@pytest.mark.browser
def test_language_is_fetched_once_it_is_used_and_kept(browser: Any, host: StaticHost) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(START_MS)
    page.goto(host.url, wait_until="commit")
    frame = page.frame_locator("#page")
    frame.locator("button[value=de]").wait_for()
    wait_until_stored(page)
    assert not any("languages/" in path or "locale/" in path for path in host.requests)
    frame.locator("button[value=de]").click()
    frame.locator("html[lang=de]").wait_for()
    wait_until_stored(page)
    assert [path for path in host.requests if "languages/" in path] == ["languages/de.zip"]
    host.stop()
    page.reload()
    frame.locator("html[lang=de] h1:has-text('Eisenbahn')").wait_for()
    frame.locator("button[value=fr]").click()  # cannot be fetched now
    frame.locator("html[lang=en]").wait_for()
    context.close()


@pytest.mark.browser
def test_file_that_cannot_be_loaded_is_named(browser: Any, host: StaticHost) -> None:
    host.refused.add("pyodide.asm.wasm")  # Pyodide itself would wait for it forever
    page = browser.new_page()
    page.goto(host.url)
    problem = page.locator("#problem")
    problem.wait_for(timeout=START_MS)
    assert "pyodide.asm.wasm could not be loaded" in problem.inner_text()
    page.close()


def play_move(page: Any, frame: Any, share: float = 0.0) -> int:
    """Click a move, wait for the answers of the bots, and return the ply.

    `share` says which move: 0 is the first.
    """
    mine = frame.locator("main.table[data-turn='1']")
    mine.wait_for()
    ply = int(mine.get_attribute("data-ply"))
    page.wait_for_timeout(500)  # the guard against double clicks
    if frame.locator(".all-offers:not([open])").count():
        frame.locator(".all-offers > summary").click()
    offers = frame.locator(".offer:visible, [data-go-amount]:visible")
    offers.nth(int(share * offers.count())).click()
    ready = "main.table:is([data-turn='1'], [data-phase=over])"
    frame.locator(f"{ready}:not([data-ply='{ply}'])").wait_for()
    return int(frame.locator("main.table").get_attribute("data-ply"))


def wait_until_stored(page: Any) -> None:
    """Wait until the service worker has kept all files."""
    eventually(
        lambda: page.evaluate(
            """async () => {
              for (const name of await caches.keys()) {
                if (!/^roundhouse \\/ \\w+$/.test(name)) continue;
                const keys = await (await caches.open(name)).keys();
                const list = keys.find((each) => each.url.endsWith("/files.json"));
                if (!list) return false;
                const files = await (await caches.match(list)).json();
                const texts = /^(languages|static\\/locale)\\//;  // kept once they are used
                const names = Object.keys(files.files).filter((name) => !texts.test(name));
                const count = 2 + files.root.length + names.length;
                return keys.length >= count;
              }
              return false;
            }"""
        ),
        seconds=START_MS / 1000,
    )


def wait_until_compiled(page: Any) -> None:
    """Wait until the modules are compiled for later visits."""
    page.wait_for_function(
        """async () => {
          const name = (await caches.keys()).find((each) => each.endsWith(" compiled"));
          return name && (await (await caches.open(name)).keys()).length === 2;
        }"""
    )
