"""Running the app."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from types import FrameType

import uvicorn

from roundhouse.web.app import create_app
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings, data_folder


class Server(uvicorn.Server):
    """Open event streams would keep a server from stopping: they are let go first."""

    services: Services

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.services.watchers.close()
        super().handle_exit(sig, frame)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    data_dir: str | Path | None = None,
    workers: int = 2,
    *,
    settings: Settings | None = None,
) -> None:
    """Serve until interrupted. `workers` are the processes that think for bots."""
    chosen = settings or Settings(
        database=database or "",
        data=Path(data_dir) if data_dir else data_folder(),
        workers=max(1, workers),
    )
    app = create_app(chosen)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    server = Server(config)
    server.services = app.state.services
    print(f"Roundhouse is open at http://{host}:{port}/ (Ctrl+C closes it)", flush=True)
    with suppress(KeyboardInterrupt):  # uvicorn has closed everything and passes it on
        server.run()
