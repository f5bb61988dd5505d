"""`roundhouse mcp`: let language models play by the Model Context Protocol."""

from __future__ import annotations

import argparse
import sys

from roundhouse.cli.arguments import Subparsers, command, count
from roundhouse.core.translation import translate as _

EXAMPLES = """  roundhouse mcp                    on stdin and stdout; a client starts this command
  roundhouse mcp --http 8765        on http://127.0.0.1:8765/mcp

Run `roundhouse build-native` first, so that bots play at full strength. There is no sign-in:
anyone who reaches the address can start games. Needs: pip install 'roundhouse-games[text]'
"""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "mcp", _("let language models play, by MCP"), EXAMPLES)
    parser.add_argument(
        "--http", type=count, metavar="PORT", help="serve HTTP instead of stdin and stdout"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on, with --http (127.0.0.1)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.research.mcp_server import make_server

    server = make_server()
    if args.http is None:
        server.run()
        return 0
    if args.host not in LOOPBACK:
        print(f"Anyone who reaches {args.host} can start games here.", file=sys.stderr)
    print(f"MCP at http://{args.host}:{args.http}/mcp", file=sys.stderr, flush=True)
    server.run("streamable-http", host=args.host, port=args.http)
    return 0
