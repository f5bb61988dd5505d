"""The replay of a record that a user has uploaded."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.core.board import BoardFile
from roundhouse.core.rule import INTERPRETED
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.play.record import Record
from roundhouse.table.continuation import UnfinishedGame
from roundhouse.table.names import tidy_name
from roundhouse.table.presentation.drawn_view import DrawnViewCache
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.replays import Replay


@dataclass(frozen=True)
class LoadedRecord:
    """A replayed record; every move is legal."""

    views: MatchViews
    names: tuple[str, ...]
    board: str  # digest of an uploaded board
    players: tuple[str, ...]  # who plays each seat, if the game can go on

    @property
    def unfinished(self) -> UnfinishedGame:
        return UnfinishedGame(self.views.match, self.board, self.players)


def load_record(record: Record, board: BoardFile | None, views: DrawnViewCache) -> LoadedRecord:
    """Replay a record whose moves are legal.

    `board` is the uploaded board it was played on.
    """
    game = record.load_game(board, INTERPRETED)
    entries = [Entry(MOVE, n, move.seat, move.words) for n, move in enumerate(record.moves)]
    names = [tidy_name(name, f"Seat {n}") for n, name in enumerate(record.names)]
    match = Match.resume(game, record.seats, entries, names)
    digest = record.board if board else ""
    return LoadedRecord(MatchViews(match, views), match.names, digest, record.players)


def replay_of_record(
    name: str, record: LoadedRecord, views: MatchViews, seat: int | None
) -> Replay:
    """Return a record as a seat sees it; `views` are those of the record, or a fork."""
    seats = views.match.state.seats
    return Replay(
        name,
        False,
        views,
        record.names,
        seat if seat in range(seats) else None,
        [None, *range(seats)] if views.match.game.meta.secrets else [],
        record.board,
        live=False,
    )
