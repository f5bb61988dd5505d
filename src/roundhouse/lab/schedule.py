"""Schedules of games between bots, and simulations determined by a seed.

A matchup describes a game completely, so any process can play it with the same result.
"""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from roundhouse.bots.bot import Bot
from roundhouse.bots.registry import check_name, make_bot
from roundhouse.bots.search.search_result import SearchResult
from roundhouse.bots.warm_up import warm_up_bots
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.lab.bot_game import names, play_through, seating
from roundhouse.lab.pool import cores, run_in_processes, run_on_ray
from roundhouse.play import registry


@dataclass(frozen=True)
class GameSetup:
    """A game with its number of seats, options and board file."""

    game: str
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    board: str | None = None

    @property
    def option_pairs(self) -> tuple[tuple[str, str], ...]:
        """The options as a matchup has them."""
        return tuple(sorted(self.options.items()))


@dataclass(frozen=True)
class Matchup:
    """A game to be played between bots.

    Matchups with the same `deal` use the same random numbers for chance, regardless of the seating.
    Without a deal, chance uses the random numbers of `seed`.
    """

    number: int
    game: str
    bots: tuple[str, ...]  # by seat
    deal: str | None
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    board: str | None = None
    search_stats: bool = False  # whether to keep the search statistics


@dataclass(frozen=True)
class SearchStats:
    """The statistics of a search at a decision, one entry for each legal action."""

    visits: tuple[int, ...]
    values: tuple[float | None, ...]  # expected share of the win of the seat; None: not visited


@dataclass(frozen=True)
class GameResult:
    """The result of a matchup."""

    matchup: Matchup
    record: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    end: str  # the code of the reason it ended
    moves: int
    chosen: tuple[int, ...]  # by seat: number of decisions with a choice
    seconds: tuple[float, ...] = field(compare=False)  # by seat: total time spent choosing
    search_stats: tuple[tuple[SearchStats | None, ...], ...] = ()  # by seat and decision, if kept

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win; winners that tie split it."""
        winners = self.ranks.count(0)
        return tuple(1 / winners if rank == 0 else 0.0 for rank in self.ranks)


def build_schedule(
    game: str, bots: Sequence[str], seats: int, rounds: int, seed: int = 0, first: int = 0
) -> list[Matchup]:
    """Return a schedule of `rounds` games in which every bot plays in every seat.

    Each group of `seats` games shares one deal, with the bots rotated by one seat from game to
    game. If there are fewer bots than seats, the bots that sit twice rotate from deal to deal.
    """
    registry.meta(game).check_seats(seats)
    if len(bots) > seats:
        raise RoundhouseError(
            f"{len(bots)} bots need at least {len(bots)} seats, not {seats}; name fewer bots"
        )
    for bot in bots:
        check_name(bot)
    matchups = []
    for number in range(rounds):
        deal, turn = divmod(number, seats)
        order = [bots[(n + deal) % len(bots)] for n in range(seats)]
        seated = tuple(order[(n - turn) % seats] for n in range(seats))
        matchups.append(
            Matchup(
                first + number,
                game,
                seated,
                f"deal {game} {seats} {seed} {deal}",
                f"seed {game} {seats} {seed} {number}",
            )
        )
    return matchups


class TimedBot(Bot):
    """A bot that measures its time and can keep the statistics of its searches."""

    def __init__(self, bot: Bot, keep_stats: bool = False) -> None:
        self.bot, self.seconds, self.chosen, self._keep_stats = bot, 0.0, 0, keep_stats
        self.search_stats: list[SearchStats | None] = []

    def choose(self, state: State) -> int:
        started = time.perf_counter()
        action = self.bot.choose(state)
        self.seconds += time.perf_counter() - started
        self.chosen += 1
        if self._keep_stats:
            self.search_stats.append(_extract_stats(self.bot.last_search, state))
        return action


def _extract_stats(result: SearchResult | None, state: State) -> SearchStats | None:
    if result is None:
        return None
    visited = {move.action: move for move in result.moves if move.visits}
    moves = [visited.get(action) for action in state.legal()]
    return SearchStats(
        tuple(move.visits if move else 0 for move in moves),
        tuple(round(move.shares[state.turn], 6) if move else None for move in moves),
    )


def play(matchup: Matchup, game: Game | None = None) -> GameResult:
    """Play a matchup to its end, with `game` if it is already loaded."""
    game = game or registry.open_cached(matchup.game, matchup.options, matchup.board)
    rng = random.Random(matchup.seed)
    players = [
        TimedBot(make_bot(name, game, random.Random(rng.getrandbits(60))), matchup.search_stats)
        for name in matchup.bots
    ]
    chance_rng = rng if matchup.deal is None else random.Random(matchup.deal)
    record, state = play_through(game, players, names(matchup.bots), chance_rng, rng)
    return GameResult(
        matchup,
        record.dumps(),
        tuple(state.ranks()),
        tuple(state.scores()),
        state.end().code,
        len(record.moves),
        tuple(player.chosen for player in players),
        tuple(player.seconds for player in players),
        tuple(tuple(player.search_stats) for player in players) if matchup.search_stats else (),
    )


def play_all(
    matchups: Sequence[Matchup], jobs: int = 0, ray_address: str | None = None
) -> Iterator[GameResult]:
    """Play matchups and yield each result as its game ends.

    `jobs` is the number of processes; 0 means one per core.
    """
    if ray_address is not None:
        yield from run_on_ray(play, matchups, ray_address)
        return
    for game, options, board in {(m.game, m.options, m.board) for m in matchups}:
        loaded = registry.open_cached(game, options, board)
        warm_up_bots(loaded)  # fills the compile cache for the processes
    yield from run_in_processes(play, matchups, min(jobs or cores(), len(matchups)))


def build_simulation_schedule(
    game: Game, bots: Sequence[str], seats: int, games: int, seed: int = 0, board: str | None = None
) -> Iterator[Matchup]:
    """Yield the first `games` games of a seed, rotating the bots' seats.

    `board` is the file that the game was loaded from, if any.
    """
    options = tuple(game.options.items())
    for n in range(games):
        seated = tuple(seating(bots, seats, n))
        yield Matchup(n, game.meta.id, seated, None, f"{seed} {n}", options, board)


def simulate(
    game: Game, matchups: Iterator[Matchup], jobs: int = 1
) -> Generator[GameResult, None, None]:
    """Play the games of a schedule and yield their results, in order."""
    # Play the first game in this process, so that errors appear at once and the other processes
    # find the compiled rules in the cache.
    yield play(next(matchups), game)
    if jobs == 1:
        for matchup in matchups:
            yield play(matchup, game)
    else:
        yield from run_in_processes(play, matchups, jobs, in_order=True)
