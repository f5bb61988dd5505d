"""Two servers behind nginx on one PostgreSQL, one of them killed every ten seconds.

    python bench/behind_nginx.py [--tables 100] [--seconds 300] [--thinks 5]

At every table a person (a client here) plays against bots by a live clock, all through nginx. At
the end the database is read as `bench/kills.py` does: is an acknowledged move lost, was one made
twice, is a table stuck? And how long did a move take, from asking to the answer, of those answered?
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kills import Door, Notes, Player, Server, free_port, judge, playing, stuck
from roundhouse.web.settings import Settings

EVERY = 10.0  # seconds
CONFIG = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 2048; }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  upstream roundhouse {{
    {servers}
    keepalive 32;
  }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://roundhouse; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_connect_timeout 1s; proxy_read_timeout 20s;
      proxy_next_upstream error timeout;
    }}
  }}
}}
"""


@contextmanager
def nginx(folder: Path, servers: list[Server]) -> Iterator[Door]:
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    door = Door(free_port())
    lines = [f"server 127.0.0.1:{s.port} max_fails=1 fail_timeout=2s;" for s in servers]
    config = folder / "nginx.conf"
    text = CONFIG.format(folder=folder, servers=" ".join(lines), port=door.port)
    config.write_text(text, encoding="utf-8")
    process = subprocess.Popen([program, "-p", str(folder), "-c", str(config)])
    try:
        yield door
    finally:
        process.terminate()
        process.wait()


def kill_in_turn(servers: list[Server], seconds: float) -> int:
    """Kill one after the other, every ten seconds; how often."""
    begun, count = time.monotonic(), 0
    for server in itertools.cycle(servers):
        time.sleep(EVERY)
        if time.monotonic() - begun > seconds:
            return count
        server.kill()
        server.start()
        count += 1
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--thinks", type=float, default=5, help="seconds a person thinks")
    given = parser.parse_args()
    folder, notes = Path(tempfile.mkdtemp(prefix="roundhouse-nginx-")), Notes()
    try:
        with playing("postgres-server", folder) as (servers, _, url):
            with nginx(folder, servers) as door:
                players = [Player([door], notes, n, given.thinks) for n in range(given.tables)]
                for player in players:
                    player.start()
                kills = kill_in_turn(servers, given.seconds)
                for player in players:
                    player.stop.set()
                for player in players:
                    player.join(30)
                waits = sorted(notes.waits)
                while not all(server.answers() for server in servers):
                    time.sleep(0.1)
                left = stuck([door], notes)
            for server in servers:
                server.kill()
            found = judge(Settings(data=folder, database=url).url, notes)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    late = statistics.quantiles(waits, n=20)[-1] * 1000
    print(f"kills {kills}, tables {found['tables']}, acknowledged {found['acknowledged']}")
    print(f"lost {found['lost']}, twice {found['twice']}, damaged {found['damaged']}, stuck {left}")
    print(f"a move: median {statistics.median(waits) * 1000:.0f} ms, 95th percentile {late:.0f} ms")


if __name__ == "__main__":
    main()
