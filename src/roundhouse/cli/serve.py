"""`roundhouse serve`: the web table."""

from __future__ import annotations

import argparse
import os
from importlib import import_module

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.core.errors import RoundhouseError

EXAMPLES = """  roundhouse serve                              on http://127.0.0.1:8000
  roundhouse serve --host 0.0.0.0 --port 80
  roundhouse serve --database postgresql+psycopg://user@host/roundhouse
  roundhouse serve --proxy 127.0.0.1 --https    behind nginx on this machine
  ROUNDHOUSE_SITE=https://rails.example ROUNDHOUSE_MAIL=smtp://localhost:25 roundhouse serve
                                                with letters to who is waited for
"""


class NotInstalled(RoundhouseError):
    """A part of Roundhouse was left out when it was installed."""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "serve", "open the web table", EXAMPLES)
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
        help="where games are kept (a SQLite file in the data folder)",
    )
    parser.add_argument("--data", default="", metavar="DIR", help="the data folder")
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="believe what this address (or network) says of whom it passes on; may be repeated",
    )
    parser.add_argument(
        "--https", action="store_true", help="the table is reached by HTTPS: cookies go by it only"
    )
    parser.add_argument(
        "--hsts",
        action="store_true",
        help="with --https: tell browsers to come by HTTPS only, for a year",
    )
    parser.add_argument(
        "--metrics",
        type=int,
        default=0,
        metavar="PORT",
        help="figures for Prometheus at this port of the loopback",
    )
    parser.add_argument(
        "--log", choices=("text", "json"), default="", help="write down what happens, so"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        server = import_module("roundhouse.web.server")
    except ModuleNotFoundError as missing:
        raise NotInstalled(
            f"the web table needs {missing.name!r}; install it with: pip install 'roundhouse[web]'"
        ) from None
    server.serve(
        args.host,
        args.port,
        args.database or None,
        args.data or None,
        proxies=args.proxy,
        https=args.https or args.hsts,
        hsts=args.hsts,
        metrics=args.metrics,
        logs=args.log,
    )
    return 0
