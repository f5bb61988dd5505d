"""The games of this server, interpreted, on standard or uploaded boards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.errors import Clash, NotFound
from roundhouse.web.boards.storage import Boards
from roundhouse.web.boards.upload_sandbox import Reader
from roundhouse.web.boards.uploads import check_board_text, file_name
from roundhouse.web.storage.database import Row
from roundhouse.web.tables.game_preview import draw_preview

NO_BOARD = mark("This board does not exist.")
DUPLICATE_BOARD = mark(
    "Another player has uploaded the same board with other comments. It is on your list now. To "
    "keep your comments, download your file, or change the board and save again."
)


def supported_versions() -> dict[str, tuple[int, ...]]:
    """Return the supported versions of the rules, by game."""
    return {meta.id: meta.versions for meta in registry.games()}


class GameLibrary:
    """All games, on all boards of this server."""

    def __init__(self, boards: Boards, reader: Reader) -> None:
        self._boards, self._reader = boards, reader
        self._load = lru_cache(maxsize=64)(self._open_game)
        self.picture = lru_cache(maxsize=64)(lambda game: draw_preview(self.game(game, {})))

    def game(
        self, game: str, options: Mapping[str, str], board: str = "", rules: int | None = None
    ) -> Game:
        """Return a game for one table, with its own engine.

        `rules` is the version of the rules; by default the newest.
        """
        return self._load(game, tuple(sorted(options.items())), board, rules).fork()

    def board_text(self, game: str, board: str) -> str:
        """Return the text of a board file; an empty digest means the standard board."""
        if not board:
            return registry.text(game, "board.toml")
        row = self._boards.find(board)
        if row is None or row["game"] != game:
            raise NotFound(_(NO_BOARD))
        return str(row["text"])

    def keep_board(self, game: str, name: str, text: str, user: str) -> str:
        """Check and store a board file; return its digest, or '' for the standard board.

        Raises BadBoard or BadFile with the reason.
        """
        called = file_name(name)
        check_board_text(text, called)
        digest = self._reader.board(game, called, text, user)
        if digest == self._load(game, (), "", None).board_file.digest:
            return ""
        self._boards.add(digest, game, called, text, user)
        return digest

    def save_board(self, game: str, name: str, text: str, user: str, was: str) -> str:
        """Store a new version of a board; tables on the earlier version keep it."""
        digest = self.keep_board(game, name, text, user)
        if not digest:
            return digest
        saved = self._boards.rewrite(digest, file_name(name), text, user)
        if was != digest:
            self._boards.remove_owner(was, user)
        if not saved:
            raise Clash(_(DUPLICATE_BOARD))
        return digest

    def edited_board(
        self, game: str, text: str, data: dict[str, Any] | None, user: str = ""
    ) -> dict[str, Any]:
        """Return what the editor shows of a board: see `editing/board_preview.py`."""
        called = f"{registry.meta(game).id}.toml"
        check_board_text(text, called)
        return self._reader.edit(game, called, text, data, user)

    def sent_board(self, digest: str) -> Row:
        """Return an uploaded board. Anyone who knows its digest can see it."""
        row = self._boards.find(digest)
        if row is None:
            raise NotFound(_(NO_BOARD))
        return row

    def forget_board(self, digest: str, user: str) -> None:
        """Remove a board from the list of a user; existing tables keep it."""
        self._boards.remove_owner(digest, user)

    def boards_of(self, game: str, user: str | None) -> list[Row]:
        """Return the digests and names of the boards that a user has uploaded."""
        return [] if user is None else self._boards.find_all(game, user)

    def _open_game(
        self, game: str, options: tuple[tuple[str, str], ...], board: str, rules: int | None
    ) -> Game:
        registry.meta(game)
        if not all(isinstance(value, str) for _, value in options):
            raise BadOption(_("the value of an option must be text"))
        name = _("board {digest}", digest=board)
        file = None if not board else BoardFile.parse(self.board_text(game, board), name)
        return registry.open_game(game, file, dict(options), INTERPRETED, rules)
