"""Measure the server: pages, moves, spectators, bots, many tables, long matches.

Server times come from the Server-Timing header. The servers run on the loopback interface, with a
database and a compile cache in a temporary folder.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import statistics
import tempfile
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from harness import Client, Program, Row, ServerProcess, argument, describe_times, running_servers
from sqlalchemy import insert, select

from roundhouse import CHANCE, games, load
from roundhouse.play.match import Match
from roundhouse.table import moving, undo
from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.service import TableRequest
from roundhouse.web.accounts.sessions import Signer, begin_session
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.storage.schema import (
    account_names,
    chairs,
    entries,
    ratings,
    results,
    tables,
    users,
)
from roundhouse.web.tables.games import GameLibrary
from roundhouse.web.tables.table_page import table_context
from roundhouse.web.tournaments.ratings import Rating

GAMES = {meta.id: meta for meta in games()}
BEGINNER_MOVES = 40
PAGE_REQUESTS = 400
TRIES = 15  # of each step in a long match
AT_ONCE = 500  # tables written in one transaction
UNFINISHED_PLIES = 60
SAVED = (tables, chairs, entries)

program = Program(__doc__)


def new_tables(client: Client, count: int, seat: str) -> list[tuple[str, str]]:
    """Create tables of all games in turn, `seat` four times; return games and ids."""
    pairs = []
    for n in range(count):
        game = list(GAMES)[n % len(GAMES)]
        if n and n % 50 == 0:
            client.sign_in()  # stay below the limit of tables per user
        pairs.append((game, client.new_table(game, [seat] * min(4, max(GAMES[game].seats)))))
    return pairs


@program.command(argument("--tables", type=int, default=100))
def pages(args: Namespace) -> Iterator[Row]:
    """Measure the table page while bots move at every table each two seconds."""
    with running_servers(bot_pause=2.0) as (server,):
        client = Client(server.port).sign_in()
        pairs = new_tables(client, args.tables, "bot:random")
        time.sleep(8)  # wait until all tables are playing
        rng = random.Random(0)
        times: dict[str, list[float]] = {game: [] for game in GAMES}
        for _ in range(PAGE_REQUESTS):
            game, table = rng.choice(pairs)
            times[game].append(client.page(f"/t/{table}"))
            time.sleep(0.01)
        yield {"game": "all", **describe_times(t for values in times.values() for t in values)}
        yield from ({"game": game, **describe_times(values)} for game, values in times.items())


@program.command()
def beginners(args: Namespace) -> Iterator[Row]:
    """Measure moves of a beginner bot on a cold server, interpreted and compiling."""
    for jit in "01":
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache,
            running_servers(env={"ROUNDHOUSE_JIT": jit, "ROUNDHOUSE_CACHE": cache}) as (server,),
        ):
            client = Client(server.port).sign_in()
            for game, meta in GAMES.items():
                seats = max(meta.seats)
                deals = count_deals(game, seats)
                began, first, moves = time.perf_counter(), 0.0, 0
                table = client.new_table(game, ["bot:beginner"] * seats)
                while moves < BEGINNER_MOVES:
                    moves = client.json("GET", f"/api/tables/{table}")["ply"] - deals
                    if moves > 0 and not first:
                        first, first_moves = time.perf_counter() - began, moves
                    time.sleep(0.005)
                rest = time.perf_counter() - began - first
                yield {
                    "rules": "compiling" if jit == "1" else "interpreted",
                    "game": game,
                    "first move ms": first * 1000,
                    "later moves ms": rest * 1000 / max(1, moves - first_moves),
                }


def count_deals(game: str, seats: int) -> int:
    """Return the number of chance events before the first move."""
    state, deals = load(game, speed="interpreted").start(seats), 0
    while state.turn == CHANCE:
        state.apply(state.legal()[0])
        deals += 1
    return deals


@program.command(argument("--count", type=int, default=200))
def spectators(args: Namespace) -> Iterator[Row]:
    """Measure when the last spectator is notified of a move, and has the new view."""
    with running_servers(bot_pause=2.0) as (server,):
        client = Client(server.port).sign_in()
        game = next(iter(GAMES))
        table = client.new_table(game, ["me"] * min(GAMES[game].seats))
        yield asyncio.run(watch_move(client, server.port, table, args.count))


async def watch_move(client: Client, port: int, table: str, count: int) -> Row:
    notified: list[float] = []
    seen: list[float] = []
    await fetch(port, f"/t/{table}/now?since=0")  # spectators have loaded the table page before
    watching = [asyncio.create_task(watch(port, table, notified, seen)) for _ in range(count)]
    await asyncio.sleep(5)
    now = client.json("GET", f"/api/tables/{table}/choices")
    body = {"ply": now["ply"], "move": now["choices"][0]["move"]}
    began = time.perf_counter()
    await asyncio.to_thread(client.json, "POST", f"/api/tables/{table}/moves", body)
    answered = time.perf_counter()
    await asyncio.wait_for(asyncio.gather(*watching), 60)
    return {
        "spectators": count,
        "move answered, ms": (answered - began) * 1000,
        "last notified, ms": (max(notified) - began) * 1000,
        "last has its view, ms": (max(seen) - began) * 1000,
    }


async def watch(port: int, table: str, notified: list[float], seen: list[float]) -> None:
    reader, writer = await connect(port, f"/t/{table}/events")
    try:
        events = 0
        while events < 2:  # the first event is the current state, the second the move
            events += (await reader.readline()).startswith(b"data:")
        notified.append(time.perf_counter())
        await fetch(port, f"/t/{table}/now?since=0")
        seen.append(time.perf_counter())
    finally:
        writer.close()


async def connect(port: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n"
    writer.write(f"{head}Connection: close\r\n\r\n".encode())
    return reader, writer


async def fetch(port: int, path: str) -> None:
    reader, writer = await connect(port, path)
    await reader.read()
    writer.close()


@program.command(
    argument("--tables", type=int, default=100),
    argument("--clients", type=int, default=8),
    argument("--seconds", type=float, default=20, help="that the clients play"),
)
def moves(args: Namespace) -> Iterator[Row]:
    """Measure the moves of clients that move as fast as they can."""
    with running_servers() as (server,):
        times: list[float] = []
        begin = threading.Barrier(args.clients + 1)
        count = max(1, args.tables // args.clients)
        threads = [
            threading.Thread(target=move_fast, args=(server, count, begin, times))
            for _ in range(args.clients)
        ]
        for thread in threads:
            thread.start()
        begin.wait()  # all tables exist
        before = server.cpu()
        time.sleep(args.seconds)
        begin.abort()
        for thread in threads:
            thread.join()
        yield {
            "clients": args.clients,
            "tables": args.tables,
            "moves/s": len(times) / args.seconds,
            **describe_times(times, "a move, "),
            "99 % ms": sorted(times)[int(len(times) * 0.99)],
            "processor ms of a move and two requests": (server.cpu() - before) * 1e3 / len(times),
        }


def move_fast(
    server: ServerProcess, count: int, begin: threading.Barrier, times: list[float]
) -> None:
    """Play every seat of some tables, with each move at a random table."""
    client, rng = Client(server.port).sign_in(), random.Random(count)
    pairs = new_tables(client, count, "me")
    begin.wait()
    while not begin.broken:
        _, table = rng.choice(pairs)
        turn = client.json("GET", f"/api/tables/{table}")["turn"]
        now = client.json("GET", f"/api/tables/{table}/choices?seat={turn}")
        if not now["choices"]:
            continue  # the game is over
        body = {"ply": now["ply"], "move": rng.choice(now["choices"])["move"]}
        began = time.perf_counter()
        client.json("POST", f"/api/tables/{table}/moves", body)
        times.append((time.perf_counter() - began) * 1000)


# A database with many tables.


@program.command(
    argument("--tables", type=int, default=10_000),
    argument("--players", type=int, default=1_000),
    argument("--opened", type=int, default=2_000, help="tables whose pages are requested"),
    argument("--times", type=int, default=200, help="requests of each page"),
    argument("--database", default="", help="URL of an empty PostgreSQL (SQLite)"),
)
def database(args: Namespace) -> Iterator[Row]:
    """Measure pages about users, and the memory of the server, with many tables.

    Three quarters of the tables are finished. One user has many of them.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "server0"
        services = Services.build(Settings(data=folder, database=args.database))
        token, ids = Filling(services, args.players).fill(args.tables)
        services.storage.database.close()
        file = folder / "roundhouse.sqlite"
        if file.exists():
            yield {"tables": args.tables, "KB each": file.stat().st_size / args.tables / 1024}
        with running_servers(folder=Path(name), database=args.database) as (server,):
            time.sleep(3)  # until its first jobs are done
            yield from measure_pages(server, token, args.times)
            yield from open_tables(server, random.Random(1).sample(ids, min(args.opened, len(ids))))


class Filling:
    """Accounts, and tables that copy a finished and an unfinished match of each game."""

    def __init__(self, services: Services, players: int) -> None:
        self._services, self._rng = services, random.Random(1)
        self._user_ids = [secrets.token_hex(12) for _ in range(players)]

    def fill(self, count: int) -> tuple[str, list[str]]:
        """Return the session of the first account, and the ids of the tables."""
        store = self._services.storage.database
        token = self._services.signer.new_token()
        samples = {
            (game, over): self._play(game, 10_000 if over else UNFINISHED_PLIES)
            for game in GAMES
            for over in (False, True)
        }
        with store.writing() as db:
            now = time.time()
            accounts = [
                {"id": user, "name": f"Player {n}", "login": f"player {n}", "created": now}
                for n, user in enumerate(self._user_ids)
            ]
            db.execute(insert(users), accounts)
            skeletons = [
                {"skeleton": f"player{n}", "person": user} for n, user in enumerate(self._user_ids)
            ]
            db.execute(insert(account_names), skeletons)
            db.execute(insert(ratings), [r for u in self._user_ids for r in self._rate(u)])
            begin_session(db, Signer.key(token), self._user_ids[0])
        ids = []
        for start in range(0, count, AT_ONCE):
            rows: dict[Any, list[Row]] = {kind: [] for kind in (*SAVED, results)}
            for n in range(start, min(count, start + AT_ONCE)):
                over = self._rng.random() < 0.75
                ids.append(self._copy(samples[list(GAMES)[n % len(GAMES)], over], rows, over))
            with store.writing() as db:
                for kind, values in rows.items():
                    if values:
                        db.execute(insert(kind), values)
        return token, ids

    def _play(self, game: str, plies: int) -> dict[Any, list[Row]]:
        """Play a match of three; return its rows."""
        services, sample = self._services, [Chair(n, HUMAN, f"S{n}", "sample") for n in range(3)]
        table = services.tables.create(TableRequest("sample", game, sample))
        while True:
            with services.tables.at(table) as at:
                if not at.playing or at.match.ply >= plies:
                    break
                words = at.game.text(self._rng.choice(at.match.state.legal()))
                moving.move(services.tables, at, [at.turn], [words], at.match.ply)
        with services.storage.database.engine.connect() as db:
            return {
                kind: [
                    dict(row)
                    for row in db.execute(
                        select(kind).where(
                            (kind.c.id if kind is tables else kind.c.table_id) == table
                        )
                    ).mappings()
                ]
                for kind in SAVED
            }

    def _copy(self, sample: dict[Any, list[Row]], rows: dict[Any, list[Row]], over: bool) -> str:
        """Add the rows of a copy of a table with other users; return its id."""
        table, seated = secrets.token_hex(6), self._rng.sample(self._user_ids[1:], 3)
        if self._rng.random() < 0.04:
            seated[0] = self._user_ids[0]
        now = time.time() - self._rng.random() * 1e6
        (row,) = sample[tables]
        own = {"id": table, "host": seated[0], "updated": now, "listed": True}
        rows[tables].append({**row, **own, "settled": now if over else None})
        for kind in (chairs, entries):
            rows[kind] += [{**r, "table_id": table} for r in sample[kind]]
        for seat, chair in enumerate(rows[chairs][-3:]):
            chair["person"] = seated[seat]
        if over:
            common = {"table_id": table, "game": row["game"], "seats": 3, "at": now}
            common |= {"levels": "", "rated": True, "change": 0.1}
            rows[results] += [
                {**common, "seat": n, "player": user, "rank": n, "score": 10 - n}
                for n, user in enumerate(seated)
            ]
        return table

    def _rate(self, user: str) -> Iterator[Row]:
        for game in GAMES:
            rng = self._rng
            rating = Rating(rng.gauss(25, 5), rng.uniform(1.5, 6), rng.randrange(80))
            yield {
                "player": user,
                "game": game,
                "mu": rating.mu,
                "sigma": rating.sigma,
                "games": rating.games,
                "rank_by": rating.order,
                "sure": not rating.provisional,
            }


def measure_pages(server: ServerProcess, token: str, times: int) -> Iterator[Row]:
    visitor, user = Client(server.port), Client(server.port)
    user.headers |= {"cookie": f"roundhouse={token}", "authorization": f"Bearer {token}"}
    for what, client, path in (
        ("home page, visitor", visitor, "/"),
        ("home page, user with games", user, "/"),
        ("leaderboard", user, "/leaderboard?game=texas"),
        ("tournaments", user, "/tournaments"),
        ("my tables (API)", user, "/api/tables?mine=true"),
        ("open tables (API)", user, "/api/tables"),
    ):
        for _ in range(5):
            client.page(path)
        before = server.cpu()
        values = [client.page(path) for _ in range(times)]
        used = (server.cpu() - before) * 1000 / times
        yield {"page": what, **describe_times(values), "processor ms": used}


def open_tables(server: ServerProcess, ids: list[str]) -> Iterator[Row]:
    """Request the pages of many tables, and measure the server's memory meanwhile."""
    client = Client(server.port)
    yield {"tables opened": 0, "memory MB": server.memory(), **describe_times([], "a page, ")}
    step = max(1, len(ids) // 8)
    for begin in range(0, len(ids), step):
        times = [client.page(f"/t/{table}") for table in ids[begin : begin + step]]
        yield {
            "tables opened": begin + len(times),
            "memory MB": server.memory(),
            **describe_times(times, "a page, "),
        }


# Long matches.


@program.command(
    argument("--game", default="rails", choices=GAMES),
    argument("--plies", type=int, nargs="+", default=[150, 1500]),
)
def matches(args: Namespace) -> Iterator[Row]:
    """Measure opening, showing, moving and undoing in long matches without a server.

    The columns are medians in milliseconds. open: read the table from the database; show: compute
    the page for a player who has not seen it before; move, undo: including the write to the
    database, a SQLite file.
    """
    with tempfile.TemporaryDirectory() as folder:
        services = Services.build(Settings(data=Path(folder)))
        for plies in args.plies:
            match = start_match(services.games, args.game, plies)
            seats = [Chair(n, HUMAN, f"Seat {n}", "ann") for n in range(3)]
            table = services.tables.create(
                TableRequest("ann", args.game, seats, moves=match.entries)
            )
            measure_match(services, table)  # fills the caches
            yield {"plies": match.ply, **measure_match(services, table)}
        services.storage.database.close()


def start_match(library: GameLibrary, game: str, plies: int) -> Match:
    rng = random.Random(1)
    for _ in range(50):
        match = Match(library.game(game, {}, "", None), 3)
        while match.ply < plies:
            match.advance(rng)
            if match.over:
                break
            words = match.game.text(rng.choice(match.state.legal()))
            match.submit(match.state.turn, words, match.ply)
        if match.ply >= plies and not match.over:
            return match
    raise SystemExit(f"no random game of {game} lasts {plies} plies")


def measure_ms(work: Callable[..., object], *arguments: object) -> float:
    began = time.perf_counter()
    work(*arguments)
    return (time.perf_counter() - began) * 1000


def measure_match(services: Services, table: str) -> Row:
    times: dict[str, list[float]] = {"open": [], "show": [], "move": [], "undo": []}
    store, rng = services.tables, random.Random(2)
    for _ in range(TRIES):
        opened = store.open.get(table)
        if opened is not None:
            store.open.drop(opened)
        times["open"].append(measure_ms(lambda: store.open.add(store.load(table))))
        with store.at(table) as at:
            seat, ply = at.turn, at.match.ply
            times["show"].append(measure_ms(table_context, services, at, "ann", seat, None))
            words = at.game.text(rng.choice(at.match.state.legal()))
            times["move"].append(measure_ms(moving.move, store, at, [seat], [words], ply))
            times["undo"].append(measure_ms(undo.ask, store, at, "ann", ply))
    return {what: statistics.median(values) for what, values in times.items()}


if __name__ == "__main__":
    program.main()
