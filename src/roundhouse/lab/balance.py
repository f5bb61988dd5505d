"""Balance: is the game fair to every seat, which openings win, how long is it, how does it end?

One bot plays all seats; what is counted says as much about the bot as about the game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Any

from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game, Position
from roundhouse.lab.fixtures import Fixture, Played
from roundhouse.lab.journal import Journal, play_rest
from roundhouse.lab.statistics import wilson
from roundhouse.play import registry
from roundhouse.play.record import Record

ROWS = 16  # of a table of openings
FIRST_HELD = "share"  # beside the kinds of moves
SEEN = 4  # an opening that fewer seats chose says nothing


@dataclass
class Count:
    """Of something a seat did or was: how often, and how often it won."""

    seats: int = 0
    won: float = 0.0
    score: int = 0

    def add(self, share: float, score: int) -> None:
        self.seats += 1
        self.won += share
        self.score += score

    @property
    def share(self) -> float:
        return self.won / self.seats


@dataclass
class Balance:
    """What was counted in the games of one game at one number of seats."""

    game: str
    seats: int
    bot: str
    games: int = 0
    unwon: int = 0
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
    game: str,
    seats: int,
    bot: str,
    games: int,
    *,
    seed: int = 0,
    jobs: int = 0,
    ray_address: str | None = None,
    options: dict[str, str] | None = None,
    board: str | None = None,
    journal: Journal | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Balance, list[Played]]:
    """Let a bot play itself, but for games in the journal, and count."""
    registry.meta(game).check_seats(seats)
    given = tuple(sorted((options or {}).items()))
    fixtures = [
        Fixture(
            n,
            game,
            (bot,) * seats,
            f"deal {game} {seats} {seed} {n}",
            f"seed {game} {seats} {seed} {n}",
            given,
            board,
        )
        for n in range(games)
    ]
    loaded = registry.open_game(game, board, options or {})
    if journal:
        for played in journal.known(fixtures):  # the board's file may have been edited since
            Record.loads(played.record, str(journal.path)).check_game(loaded)
    done = play_rest(fixtures, journal, jobs=jobs, ray_address=ray_address, progress=progress)
    balance = Balance(game, seats, bot)
    for played in done:
        count(balance, loaded, played)
    return balance, done


def count(balance: Balance, game: Game, played: Played) -> None:
    """Add one game."""
    record = Record.loads(played.record)
    balance.games += 1
    balance.unwon += 0 not in played.ranks
    balance.lengths.append(played.moves)
    balance.choices.append(sum(played.chosen))
    ordered = sorted(played.scores, reverse=True)
    balance.margins.append(ordered[0] - ordered[1])
    balance.winning_scores.append(ordered[0])
    opener = next(move.seat for move in record.moves if move.seat != CHANCE)
    balance.opened_by.add(opener)
    for seat in range(balance.seats):
        place = (seat - opener) % balance.seats
        balance.by_seat[seat].add(played.shares[seat], played.scores[seat])
        balance.by_place[place].add(played.shares[seat], played.scores[seat])
    for (seat, verb), words in first_moves(record, kinds_of(game)).items():
        balance.openings[verb][words].add(played.shares[seat], played.scores[seat])
    states = list(record.replay(game))
    for seat, label in first_held(states).items():
        balance.openings[FIRST_HELD][label].add(played.shares[seat], played.scores[seat])
    balance.ends[played.end] += 1


def first_moves(record: Record, kinds: Mapping[str, int]) -> dict[tuple[int, str], str]:
    """By seat and kind of move: what the first move of that kind was about.
    Moves about a number (bids, prices) or about nothing are no openings."""
    found: dict[tuple[int, str], str] = {}
    for move in record.moves:
        words = move.words.split()
        length = kinds[words[0]]
        if move.seat != CHANCE and len(words) > length and not words[length].isdigit():
            kind = " ".join(words[:length])
            found.setdefault((move.seat, kind), " ".join(words[: length + 1]))
    return found


def first_held(states: Sequence[Position]) -> dict[int, str]:
    """By seat: of which company it showed a share first, in games that have some.
    Shares are the lines of a seat's panel that point to something on the board."""
    found: dict[int, str] = {}
    for state in states:
        for panel in state.view(None)["panels"]:
            for fact in panel["facts"]:
                if "ref" in fact:
                    found.setdefault(panel["seat"], fact["label"])
        if len(found) == state.seats:
            break
    return found


def kinds_of(game: Game) -> dict[str, int]:
    """How many words name a kind of move, by its first word: one, or two where the second is one of
    a pair (`invest small`, `invest large`) and more follows."""
    seconds: dict[str, set[str]] = defaultdict(set)
    longest: dict[str, int] = defaultdict(int)
    for action in game.codec.actions():
        words = game.text(action).split()
        seconds[words[0]] |= set(words[1:2])
        longest[words[0]] = max(longest[words[0]], len(words))
    return {word: 2 if longest[word] > 2 and len(seconds[word]) <= 2 else 1 for word in seconds}


def summary(balance: Balance) -> dict[str, Any]:
    """The counts as JSON-able data."""
    fair = 1 / balance.seats
    # Where the same seat always opens, places are seats.
    places = balance.by_place if len(balance.opened_by) > 1 else {}
    return {
        "game": balance.game,
        "seats": balance.seats,
        "bot": balance.bot,
        "games": balance.games,
        "fair_share": fair,
        "won_by_nobody": balance.unwon,
        "by_seat": [{"seat": n, **_share(c)} for n, c in sorted(balance.by_seat.items())],
        "by_place": [{"place": n, **_share(c)} for n, c in sorted(places.items())],
        "openings": {
            verb: [{"move": words, "seats": c.seats, **_share(c)} for words, c in _common(table)]
            for verb, table in sorted(balance.openings.items())
            if _common(table)
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


def _share(counted: Count) -> dict[str, Any]:
    return {
        "share": counted.share,
        "interval": wilson(counted.share, counted.seats),
        "mean_score": counted.score / counted.seats,
    }


def _common(table: dict[str, Count]) -> list[tuple[str, Count]]:
    often = [(words, c) for words, c in table.items() if c.seats >= SEEN]
    return sorted(often, key=lambda item: -item[1].seats)[:ROWS]
