"""`roundhouse serve`: start the web server."""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from pathlib import Path

from roundhouse.bots.llm import check_models
from roundhouse.cli.arguments import Subparsers, command
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import translate as _
from roundhouse.web.settings import Settings, data_folder

EXAMPLES = """  roundhouse serve                              on http://127.0.0.1:8000
  roundhouse serve --host 0.0.0.0 --port 80
  roundhouse serve --database postgresql+psycopg://user@host/roundhouse
  roundhouse serve --proxy 127.0.0.1 --https    behind nginx on this machine
  ROUNDHOUSE_MODELS='small=llm:qwen3@http://127.0.0.1:9000/v1' roundhouse serve
                                                with a language model that can be seated
  ROUNDHOUSE_SITE=https://rails.example ROUNDHOUSE_MAIL=smtp://localhost:25 roundhouse serve
                                                with notifications by email
"""


class NotInstalled(RoundhouseError):
    """An optional dependency is not installed."""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "serve", _("start the web server"), EXAMPLES)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port",
        type=int,
        default=int(os.environ.get("PORT") or 8000),
        help="port to listen on (PORT, or 8000)",
    )
    parser.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="database URL (a SQLite file in the data folder)",
    )
    parser.add_argument("--data", default="", metavar="DIR", help="data folder")
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="address or network of a trusted reverse proxy; may be repeated",
    )
    parser.add_argument(
        "--https", action="store_true", help="the site is served over HTTPS: mark cookies as secure"
    )
    parser.add_argument("--hsts", action="store_true", help="with --https: send HSTS for one year")
    parser.add_argument(
        "--metrics",
        type=int,
        default=0,
        metavar="PORT",
        help="serve Prometheus metrics on this port of the loopback interface",
    )
    parser.add_argument(
        "--log", choices=("text", "json"), default="", help="write logs in this format"
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    check_models()
    try:
        server = import_module("roundhouse.web.server")
    except ModuleNotFoundError as missing:
        raise NotInstalled(
            f"the web server needs {missing.name!r}; install it with: pip install roundhouse-games"
        ) from None
    server.serve(
        args.host,
        args.port,
        Settings(
            database=args.database,
            data=Path(args.data) if args.data else data_folder(),
            proxies=tuple(args.proxy),
            secure=args.https or args.hsts,
            hsts=args.hsts,
            metrics=args.metrics,
        ),
        logs=args.log,
        open_browser=args.open,
    )
    return 0
