"""The static site that a server offers under `/offline/`."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from tests.web.in_process import running_site

pytestmark = pytest.mark.slow


def test_installed_site_is_served_compressed_with_its_own_policy(tmp_path: Path) -> None:
    folder = tmp_path / "offline" / "v-1"
    folder.mkdir(parents=True)
    (folder.parent / "index.html").write_text("<h1>Offline</h1>")
    (folder / "python.wasm").write_bytes(b"\0asm" + bytes(5000))
    (folder / "python.wasm.gz").write_bytes(gzip.compress(b"\0asm" + bytes(5000)))
    with running_site(tmp_path) as site:
        user = site.add_user("Ann", has_account=False)
        shell = user.get("/offline/")
        assert shell.text == "<h1>Offline</h1>"
        assert "'wasm-unsafe-eval'" in shell.headers["content-security-policy"]
        assert shell.headers["cache-control"] == "no-cache"
        assert 'href="/offline/"' in user.get("/").text
        file = user.get("/offline/v-1/python.wasm")
        assert file.content == b"\0asm" + bytes(5000)
        assert file.headers["content-encoding"] == "gzip"
        assert file.headers["content-type"] == "application/wasm"
        assert "immutable" in file.headers["cache-control"]
        plain = user.web.get("/offline/v-1/python.wasm", headers={"accept-encoding": "identity"})
        assert plain.content == file.content
        assert user.get("/offline/../roundhouse.db").status_code == 404
        assert user.get("/offline/v-1/nothing.js").status_code == 404


def test_server_without_the_site_does_not_link_to_it(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        user = site.add_user("Ann", has_account=False)
        assert user.get("/offline/").status_code == 404
        page = user.get("/").text
        assert 'href="/offline/"' not in page
        assert 'rel="manifest"' in page
        manifest = user.get("/static/manifest.webmanifest").json()
        assert all(user.get(icon["src"]).status_code == 200 for icon in manifest["icons"])
