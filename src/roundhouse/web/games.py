"""The games of this server: loaded once, interpreted, on their own board or somebody's."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.contract import CHANCE
from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game, Position
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.web.errors import Clash, NotFound
from roundhouse.web.reading import Reader
from roundhouse.web.store.boards import Boards, Row
from roundhouse.web.uploads import check_board_text, file_name

PICTURED = 0.6  # a board on the front page is shown with a game on it, so far along
OTHER_COMMENTS = (
    "This very board is here already, sent by somebody else with other comments. It is on your "
    "list now; to keep your comments, download yours, or change a fact and save again."
)
MOST_PLIES = 3000  # of the game that is played for the picture


def usual_seats(game: str) -> int:
    """For how many a table is laid if nobody says."""
    return min(registry.meta(game).seats, key=lambda n: abs(n - 4))


def played_versions() -> dict[str, tuple[int, ...]]:
    """The versions of the rules that can be played here, by game."""
    return {box.id: box.versions for box in registry.games()}


class GameLibrary:
    """All games, on all boards this server knows."""

    def __init__(self, boards: Boards, reader: Reader) -> None:
        self._boards, self._reader = boards, reader
        self._load = lru_cache(maxsize=64)(self._fetch)
        self.picture = lru_cache(maxsize=64)(self._paint)

    def game(
        self, game: str, options: Mapping[str, str], board: str = "", rules: int | None = None
    ) -> Game:
        """A game to be played at one table: same rules and board, memory of its own. `rules` is
        the version to play by; without one the newest."""
        return self._load(game, tuple(sorted(options.items())), board, rules).fork()

    def board_text(self, game: str, board: str) -> str:
        """A board file's text; `board` is a digest, or empty for the game's own."""
        if not board:
            return registry.text(game, "board.toml")
        row = self._boards.find(board)
        if row is None or row["game"] != game:
            raise NotFound("There is no such board here.")
        return str(row["text"])

    def keep_board(self, game: str, name: str, text: str, person: str) -> str:
        """Check a board file that somebody has sent, and keep it; its digest, or empty if it is
        the game's own. Raises BadBoard or BadFile with the reason."""
        called = file_name(name)
        check_board_text(text, called)
        digest = self._reader.board(game, called, text)
        if digest == self._load(game, (), "", None).board_file.digest:
            return ""
        self._boards.keep(digest, game, called, text, person)
        return digest

    def save_board(self, game: str, name: str, text: str, person: str, was: str) -> str:
        """As `keep_board`, in the place of a board of the same person's: what was changed has a
        digest of its own, and tables laid on the board of before keep that."""
        digest = self.keep_board(game, name, text, person)
        if not digest:
            return digest
        kept = self._boards.rewrite(digest, file_name(name), text, person)
        if was != digest:
            self._boards.disown(was, person)
        if not kept:
            raise Clash(OTHER_COMMENTS)
        return digest

    def edited_board(self, game: str, text: str, data: dict[str, Any] | None) -> dict[str, Any]:
        """What an editor shows of a board file: see `editing/edited.py`."""
        called = f"{registry.meta(game).id}.toml"
        check_board_text(text, called)
        return self._reader.edit(game, called, text, data)

    def sent_board(self, digest: str) -> Row:
        """A board that somebody has sent; whoever knows its digest may see it."""
        row = self._boards.find(digest)
        if row is None:
            raise NotFound("There is no such board here.")
        return row

    def forget_board(self, digest: str, person: str) -> None:
        """Take a board off somebody's list; tables laid on it keep it."""
        self._boards.disown(digest, person)

    def boards_of(self, game: str, person: str | None) -> list[Row]:
        """The boards that somebody has sent: digest and name."""
        return [] if person is None else self._boards.of(game, person)

    def _fetch(
        self, game: str, options: tuple[tuple[str, str], ...], board: str, rules: int | None
    ) -> Game:
        registry.meta(game)
        if not all(isinstance(value, str) for _, value in options):
            raise BadOption("an option's value is a word")
        file = (
            None if not board else BoardFile.parse(self.board_text(game, board), f"board {board}")
        )
        return registry.open_game(game, file, dict(options), INTERPRETED, rules)

    def _paint(self, game: str) -> str:
        """A game's board some way into a game."""
        loaded = self.game(game, {})
        seats = min(4, max(loaded.meta.seats))
        length = sum(1 for _ in _random_game(loaded.start(seats)))
        pictured = next(islice(_random_game(loaded.start(seats)), int(length * PICTURED), None))
        return loaded.draw(pictured.view(None))


def _random_game(state: Position) -> Iterator[Position]:
    """The states of a random game, always the same one."""
    rng = random.Random(8)
    yield state
    for _ in range(MOST_PLIES):
        if state.over:
            return
        actions = state.legal()
        weights = state.weights() if state.turn == CHANCE else None
        state.apply(rng.choices(actions, weights)[0])
        yield state
