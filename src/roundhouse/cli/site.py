"""`roundhouse site OUT`: write the table as a static site that needs no server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.core.translation import translate as _

USAGE = 2  # the exit code of a wrong command line
EXAMPLES = """  roundhouse site site/                    for the root of a host
  roundhouse site site/ --base /games/     for a folder of a host
  roundhouse site --install                for the server on this machine, under /offline/

Any host of static files can serve the folder, over HTTPS. Building needs npm, which
fetches Pyodide, and the extra `site`, which compiles the games; that takes minutes the first time.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "site", _("write the table as a static site that needs no server"), EXAMPLES
    )
    parser.add_argument("out", metavar="OUT", type=Path, nargs="?", help="the folder to write")
    parser.add_argument(
        "--install",
        action="store_true",
        help="write it where the server on this machine offers it, under /offline/",
    )
    parser.add_argument("--data", default="", metavar="DIR", help="data folder of that server")
    parser.add_argument(
        "--base", default="/", metavar="PATH", help="path of the site on its host (/)"
    )
    parser.add_argument(
        "--no-libraries",
        action="store_true",
        help="do not compile the games: quick to build, but bots are weak",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.browser.site_builder import build_site
    from roundhouse.web.http.offline_site import PATH, site_folder
    from roundhouse.web.settings import data_folder

    if args.install:
        args.out = site_folder(Path(args.data) if args.data else data_folder())
        args.base = PATH
    elif args.out is None:
        print("roundhouse: name the folder to write, or use --install", file=sys.stderr)
        return USAGE
    base = f"/{args.base.strip('/')}/".replace("//", "/")
    version = build_site(
        args.out,
        base=base,
        has_libraries=not args.no_libraries,
        on_progress=lambda step: print(f"Writing: {step}", file=sys.stderr),
    )
    print(f"The site is in {args.out}, version {version}.")
    if args.install:
        print("Restart the server to offer it under /offline/.")
    return 0
