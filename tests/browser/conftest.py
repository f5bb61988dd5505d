"""Fixtures: the built site, and a host of static files."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from roundhouse.browser.pyodide_package import SiteError, fetch_pyodide
from roundhouse.browser.site_builder import build_site, cache_folder


class StaticHost:
    """A host of static files that can be switched off, or refuse files by their names."""

    def __init__(self, folder: Path) -> None:
        self.refused: set[str] = set()
        self.requests: list[str] = []  # paths in the site, without the folder of the version
        refused, requests = self.refused, self.requests

        class Handler(SimpleHTTPRequestHandler):
            def do_GET(self) -> None:
                requests.append(re.sub(r"^/(v-\w+/)?", "", self.path))
                if self.path.rpartition("/")[2] in refused:
                    self.send_error(500)
                else:
                    super().do_GET()

            def log_message(self, *arguments: object) -> None:
                pass

        handler = partial(Handler, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def stop(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()


def build(folder: Path, *, has_libraries: bool) -> Path:
    """Write the site into a folder, or skip the test without Pyodide."""
    try:
        fetch_pyodide(cache_folder())
    except SiteError as error:
        pytest.skip(f"the site cannot be built here: {error}")
    build_site(folder, has_libraries=has_libraries)
    return folder


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a built site, without the libraries of the games."""
    return build(tmp_path_factory.mktemp("site"), has_libraries=False)


@pytest.fixture
def host(site_folder: Path) -> Iterator[StaticHost]:
    result = StaticHost(site_folder)
    yield result
    result.stop()


@pytest.fixture(scope="session")
def full_site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a built site with the libraries of the games, which are built once and kept."""
    return build(tmp_path_factory.mktemp("full_site"), has_libraries=True)


@pytest.fixture
def full_host(full_site_folder: Path) -> Iterator[StaticHost]:
    result = StaticHost(full_site_folder)
    yield result
    result.stop()
