"""The static site under `/offline/`, once `roundhouse site --install` wrote it."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PATH = "/offline"
VERSIONED = "v-"  # folders with a version in their names never change
# Unlike pages of the server, the site compiles WebAssembly in workers, and shows pages in a frame.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "frame-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'self'"
)


def site_folder(data: Path) -> Path:
    """Return the folder of the installed site in the data folder of a server."""
    return data / "offline"


def is_installed(data: Path) -> bool:
    return (site_folder(data) / "index.html").is_file()


class OfflineSite(StaticFiles):
    """Serves the site, with the compressed copy of a file where the browser takes it."""

    def __init__(self, data: Path) -> None:
        super().__init__(directory=site_folder(data), html=True)

    async def get_response(self, path: str, scope: Scope) -> Response:
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
        full, details = self.lookup_path(path + ".gz") if b"gzip" in accepted else ("", None)
        if details is None:
            response = await super().get_response(path, scope)
        else:
            response = self.file_response(full, details, scope)
            response.headers["content-encoding"] = "gzip"
            response.headers["content-type"] = _media_type(path)
        response.headers["vary"] = "accept-encoding"
        is_versioned = path.startswith(VERSIONED)
        response.headers["cache-control"] = (
            "public, max-age=31536000, immutable" if is_versioned else "no-cache"
        )
        return response


def _media_type(path: str) -> str:
    kinds = {
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".css": "text/css",
        ".json": "application/json",
        ".svg": "image/svg+xml",
    }
    return kinds.get(os.path.splitext(path)[1], "application/octet-stream")
