"""The balance of a game: shares by seat and by opening, length and endings.

One bot plays all seats, so the figures describe the bot as much as the game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Any

from roundhouse.core.constants import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.lab.journal import DEFAULT_EXECUTION, Execution, play_rest
from roundhouse.lab.schedule import GameResult, GameSetup, Matchup
from roundhouse.lab.statistics import wilson_interval
from roundhouse.play import registry
from roundhouse.play.record import Record

MAX_OPENINGS = 16  # rows of a table of openings
FIRST_SHARE = "share"  # key of the first company held, beside the kinds of moves
MIN_SEATS = 4  # that chose an opening, for it to be listed


@dataclass
class Count:
    """How often seats did something, and how often they won."""

    seats: int = 0
    won: float = 0.0
    score: int = 0

    def add(self, share: float, score: int) -> None:
        """Add one seat with its share of the win and its score."""
        self.seats += 1
        self.won += share
        self.score += score

    @property
    def share(self) -> float:
        """The mean share of the win."""
        return self.won / self.seats


@dataclass
class Balance:
    """The counts of a game with one number of seats."""

    game: str
    seats: int
    bot: str
    games: int = 0
    games_without_winner: int = 0
    by_seat: dict[int, Count] = field(default_factory=lambda: defaultdict(Count))
    by_place: dict[int, Count] = field(default_factory=lambda: defaultdict(Count))
    opened_by: set[int] = field(default_factory=set)
    openings: dict[str, dict[str, Count]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Count))
    )
    lengths: list[int] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    margins: list[int] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    winning_scores: list[int] = field(default_factory=list)


def measure(
    setup: GameSetup,
    bot: str,
    games: int,
    *,
    seed: int = 0,
    execution: Execution = DEFAULT_EXECUTION,
) -> tuple[Balance, list[GameResult]]:
    """Let a bot play itself and count the results; skip games in the journal."""
    game, seats = setup.game, setup.seats
    registry.meta(game).check_seats(seats)
    matchups = [
        Matchup(
            n,
            game,
            (bot,) * seats,
            f"deal {game} {seats} {seed} {n}",
            f"seed {game} {seats} {seed} {n}",
            setup.option_pairs,
            setup.board,
        )
        for n in range(games)
    ]
    loaded = registry.open_game(game, setup.board, setup.options)
    if journal := execution.journal:
        for result in journal.find_results(matchups):  # the board file may have changed since
            Record.loads(result.record, str(journal.path)).check_game(loaded)
    results = play_rest(matchups, execution)
    balance = Balance(game, seats, bot)
    for result in results:
        count_game(balance, loaded, result)
    return balance, results


def count_game(balance: Balance, game: Game, result: GameResult) -> None:
    """Add one game to the counts."""
    record = Record.loads(result.record)
    balance.games += 1
    balance.games_without_winner += 0 not in result.ranks
    balance.lengths.append(result.moves)
    balance.choices.append(sum(result.chosen))
    ordered = sorted(result.scores, reverse=True)
    balance.margins.append(ordered[0] - ordered[1])
    balance.winning_scores.append(ordered[0])
    opener = next(move.seat for move in record.moves if move.seat != CHANCE)
    balance.opened_by.add(opener)
    for seat in range(balance.seats):
        place = (seat - opener) % balance.seats
        balance.by_seat[seat].add(result.shares[seat], result.scores[seat])
        balance.by_place[place].add(result.shares[seat], result.scores[seat])
    for (seat, verb), words in first_moves(record, count_kind_words(game)).items():
        balance.openings[verb][words].add(result.shares[seat], result.scores[seat])
    states = list(record.replay(game))
    for seat, label in first_shares(states).items():
        balance.openings[FIRST_SHARE][label].add(result.shares[seat], result.scores[seat])
    balance.ends[result.end] += 1


def first_moves(record: Record, kinds: Mapping[str, int]) -> dict[tuple[int, str], str]:
    """Return the first move of each kind, by seat and kind.

    Moves whose argument is a number, such as bids, and moves without arguments do not count.
    """
    firsts: dict[tuple[int, str], str] = {}
    for move in record.moves:
        words = move.words.split()
        length = kinds[words[0]]
        if move.seat != CHANCE and len(words) > length and not words[length].isdigit():
            kind = " ".join(words[:length])
            firsts.setdefault((move.seat, kind), " ".join(words[: length + 1]))
    return firsts


def first_shares(states: Sequence[State]) -> dict[int, str]:
    """Return the company whose share each seat held first, in games with shares.

    Shares are the facts of a seat's panel that refer to something on the board.
    """
    firsts: dict[int, str] = {}
    for state in states:
        for panel in state.view(None)["panels"]:
            for fact in panel["facts"]:
                if "ref" in fact:
                    firsts.setdefault(panel["seat"], fact["label"])
        if len(firsts) == state.seats:
            break
    return firsts


def count_kind_words(game: Game) -> dict[str, int]:
    """Return how many words name a kind of move, by its first word.

    A kind has one word, or two if the second is one of a pair and more words follow, such as
    `invest small` and `invest large`.
    """
    seconds: dict[str, set[str]] = defaultdict(set)
    longest: dict[str, int] = defaultdict(int)
    for action in game.codec.actions():
        words = game.text(action).split()
        seconds[words[0]] |= set(words[1:2])
        longest[words[0]] = max(longest[words[0]], len(words))
    return {word: 2 if longest[word] > 2 and len(seconds[word]) <= 2 else 1 for word in seconds}


def summary(balance: Balance) -> dict[str, Any]:
    """Return the counts as JSON-compatible data."""
    fair = 1 / balance.seats
    # If the same seat always opens, places and seats are the same.
    places = balance.by_place if len(balance.opened_by) > 1 else {}
    return {
        "game": balance.game,
        "seats": balance.seats,
        "bot": balance.bot,
        "games": balance.games,
        "fair_share": fair,
        "won_by_nobody": balance.games_without_winner,
        "by_seat": [{"seat": n, **_share_data(c)} for n, c in sorted(balance.by_seat.items())],
        "by_place": [{"place": n, **_share_data(c)} for n, c in sorted(places.items())],
        "openings": {
            verb: [
                {"move": words, "seats": c.seats, **_share_data(c)}
                for words, c in _select_openings(table)
            ]
            for verb, table in sorted(balance.openings.items())
            if _select_openings(table)
        },
        "plies": {
            "least": min(balance.lengths),
            "median": median(balance.lengths),
            "most": max(balance.lengths),
        },
        "choices": {
            "least": min(balance.choices),
            "median": median(balance.choices),
            "most": max(balance.choices),
        },
        "margin": {"mean": fmean(balance.margins), "median": median(balance.margins)},
        "winning_score": {"mean": fmean(balance.winning_scores)},
        "ends": dict(balance.ends.most_common()),
    }


def _share_data(count: Count) -> dict[str, Any]:
    return {
        "share": count.share,
        "interval": wilson_interval(count.share, count.seats),
        "mean_score": count.score / count.seats,
    }


def _select_openings(table: dict[str, Count]) -> list[tuple[str, Count]]:
    """Return the openings that enough seats chose, most frequent first."""
    frequent = [(words, c) for words, c in table.items() if c.seats >= MIN_SEATS]
    return sorted(frequent, key=lambda item: -item[1].seats)[:MAX_OPENINGS]
