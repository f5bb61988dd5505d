"""A database with very many tables: is it still quick? python bench/people.py [--tables 10000]

Server time (its own Server-Timing header) of the home page of a visitor, of somebody with many
games (`my games`), of the leaderboard and a profile; and the memory of the server while 2,000
different games are opened one after the other. SQLite, or with --database a PostgreSQL that is
empty.
"""

from __future__ import annotations

import argparse
import random
import secrets
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from house import House, Visitor, busy, houses
from roundhouse.web.people import People
from roundhouse.web.security import Signer
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.skill import Rating
from roundhouse.web.store.community import ratings, results, settled
from roundhouse.web.store.schema import account_names, chairs, clocks, entries, people, tables
from roundhouse.web.tables.chairs import BOT, PERSON, Chair

GAMES = ("northern", "texas", "southern", "union", "rails")
AT_ONCE = 500


def fill(services: Services, count: int, players: int) -> tuple[str, list[str]]:
    """So many tables of so many accounts, three quarters of them over; all tables of a game have
    the moves of one that was really played. (Somebody's session, ids of tables)."""
    rng = random.Random(1)
    store = services.store
    persons = [secrets.token_hex(12) for _ in range(players)]
    with store.writing() as db:
        rows = [
            {"id": p, "name": f"Player {n}", "login": f"player {n}", "created": time.time()}
            for n, p in enumerate(persons)
        ]
        db.execute(insert(people), rows)
        db.execute(
            insert(account_names),
            [{"skeleton": f"player{n}", "person": p} for n, p in enumerate(persons)],
        )
    samples = [_sample(services, game, rng) for game in GAMES]
    made: list[str] = []
    for start in range(0, count, AT_ONCE):
        batch = range(start, min(count, start + AT_ONCE))
        made += _copy(services, [samples[n % len(samples)] for n in batch], persons, rng)
    _rate(services, persons, rng)
    token = services.signer.new_token()
    services.people._sessions.begin(Signer.key(token), persons[0])
    return token, made


def _sample(services: Services, game: str, rng: random.Random) -> dict[str, Any]:
    """A table that was played for 60 moves."""
    seats = [Chair(n, PERSON, f"S{n}", "sample") for n in range(3)]
    table = services.tables.create("sample", game, {}, seats)
    from roundhouse.web.tables import play

    for _ in range(60):
        with services.tables.at(table) as found:
            if found.phase != "playing":
                break
            words = found.game.text(rng.choice(found.match.state.legal()))
            play.move(services.tables, found, [found.turn], [words], found.match.ply)
    with services.store.engine.connect() as db:
        wanted = (tables, tables.c.id), (entries, entries.c.table_id), (clocks, clocks.c.table_id)
        return {
            kind.name: [
                dict(row) for row in db.execute(select(kind).where(key == table)).mappings()
            ]
            for kind, key in wanted
        }


def _copy(
    services: Services, samples: list[dict[str, Any]], persons: list[str], rng: random.Random
) -> list[str]:
    rows: dict[Any, list[dict[str, Any]]] = {
        kind: [] for kind in (tables, chairs, entries, clocks, results, settled)
    }
    ids = []
    for sample in samples:
        table = secrets.token_hex(6)
        ids.append(table)
        over, mine = rng.random() < 0.75, rng.random() < 0.04
        sat = rng.sample(persons[1:], 3)
        if mine:
            sat[0] = persons[0]
        now = time.time() - rng.random() * 1e6
        row = {**sample["tables"][0], "id": table, "host": sat[0], "updated": now}
        row |= {"listed": True, "phase": "over" if over else "playing"}
        rows[tables].append(row)
        rows[entries] += [{**e, "table_id": table} for e in sample["entries"]]
        rows[clocks] += [{**c, "table_id": table} for c in sample["clocks"]]
        for seat in range(3):
            bot = seat == (row["turn"] + 1) % 3  # no bot is to act: pages are measured
            rows[chairs].append(_chair(table, seat, None if bot else sat[seat]))
        if over:
            rows[settled].append({"table_id": table, "at": now})
            rows[results] += [_result(row, seat, sat[seat], now) for seat in range(3)]
    with services.store.writing() as db:
        for kind, made in rows.items():
            if made:
                db.execute(insert(kind), made)
    return ids


def _chair(table: str, seat: int, person: str | None) -> dict[str, Any]:
    """A person's, or else a bot's."""
    return {
        "table_id": table,
        "seat": seat,
        "kind": PERSON if person else BOT,
        "person": person,
        "level": "" if person else "random",
        "name": f"Name {seat}",
        "invite": None,
        "resigned": False,
    }


def _result(row: dict[str, Any], seat: int, player: str, at: float) -> dict[str, Any]:
    return {
        "table_id": row["id"],
        "seat": seat,
        "game": row["game"],
        "seats": 3,
        "player": player,
        "rank": seat,
        "score": 10 - seat,
        "levels": "random",
        "rated": True,
        "change": 0.1,
        "at": at,
    }


def _rate(services: Services, persons: list[str], rng: random.Random) -> None:
    rows = []
    for game in GAMES:
        for person in persons:
            made = Rating(rng.gauss(25, 5), rng.uniform(1.5, 6), rng.randrange(80))
            rows.append(
                {
                    "player": person,
                    "game": game,
                    "mu": made.mu,
                    "sigma": made.sigma,
                    "games": made.games,
                    "rank_by": made.order,
                    "sure": not made.provisional,
                }
            )
    with services.store.writing() as db:
        db.execute(insert(ratings), rows)


def pages(house: House, token: str, times: int) -> dict[str, list[float]]:
    known, stranger = Visitor(house.port), Visitor(house.port)
    known.headers["cookie"] = f"roundhouse={token}"
    asked = {
        "home, a stranger": (stranger, "/"),
        "home with my games": (known, "/"),
        "leaderboard": (known, "/leaderboard?game=texas"),
        "tournaments": (known, "/tournaments"),
        "my tables (API)": (known, "/api/tables?mine=true"),
    }
    taken: dict[str, list[float]] = {}
    for name, (who, path) in asked.items():
        who.headers["accept"] = "text/html"
        for n in range(times + 5):
            status, _, spent = who.ask("GET", path)
            assert status == 200 or path.startswith("/api"), (path, status)
            if n >= 5:
                taken.setdefault(name, []).append(spent)
    return taken


def open_games(house: House, ids: list[str], count: int) -> Iterator[tuple[int, float]]:
    """(games opened, megabytes), now and then."""
    visitor = Visitor(house.port)
    visitor.headers["accept"] = "text/html"
    for n, table in enumerate(ids[:count], 1):
        status, _, _ = visitor.ask("GET", f"/t/{table}")
        assert status == 200, status
        if n % (count // 8) == 0:
            yield n, house.memory()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=1_000)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--opened", type=int, default=2_000)
    parser.add_argument("--database", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = Settings(data=folder / "server0", database=args.database)
        services = Services.build(settings)
        assert isinstance(services.people, People)
        began = time.perf_counter()
        token, ids = fill(services, args.tables, args.players)
        services.store.close()
        print(f"{args.tables:,} tables made in {time.perf_counter() - began:.0f} s; {busy()}")
        file = folder / "server0" / "roundhouse.sqlite"
        if file.exists():
            print(f"{file.stat().st_size / args.tables / 1024:.1f} KB a table on disk")
        with houses(1, folder, args.database) as (house,):
            time.sleep(3)  # what a server does when it starts is done
            for what, taken in pages(house, token, args.times).items():
                taken.sort()
                print(
                    f"{what:22} median {statistics.median(taken):6.1f} ms, "
                    f"95 % {taken[int(len(taken) * 0.95)]:6.1f} ms"
                )
            print(f"memory before: {house.memory():.0f} MB")
            for count, held in open_games(house, ids, args.opened):
                print(f"{count:6,} games opened: {held:.0f} MB", flush=True)
        print(busy())


if __name__ == "__main__":
    main()
