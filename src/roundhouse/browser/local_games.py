"""The games of a tab, on their own boards and on the user's."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from roundhouse.browser.documents import Document, Documents
from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.errors import NotFound
from roundhouse.web.boards.upload_worker import edit_board, read_board
from roundhouse.web.boards.uploads import check_board_text, file_name
from roundhouse.web.tables.game_preview import draw_preview

FOLDER = Path(__file__).parent
PREVIEWS = "previews"  # the folder of the pictures that the builder has drawn


class LocalGames:
    """All games; boards are documents by digest."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._load = lru_cache(maxsize=16)(self._open_game)

    def game(
        self, game: str, options: Mapping[str, str], board: str = "", rules: int | None = None
    ) -> Game:
        """Return a game for one table, with its own engine."""
        return self._load(game, tuple(sorted(options.items())), board, rules).fork()

    def picture(self, game: str) -> str:
        """Return the picture of a game on the home page."""
        path = FOLDER / PREVIEWS / f"{game}.svg"
        return path.read_text() if path.exists() else draw_preview(self.game(game, {}))

    def board_text(self, game: str, board: str) -> str:
        """Return the text of a board file; an empty digest means the standard board."""
        if not board:
            return registry.text(game, "board.toml")
        row = self.find_board(board)
        if row["game"] != game:
            raise NotFound(_("This board does not exist."))
        return str(row["text"])

    def find_board(self, digest: str) -> Document:
        row = self._documents.get("boards", digest)
        if row is None:
            raise NotFound(_("This board is not on this device."))
        return row

    def boards_of(self, game: str) -> list[Document]:
        rows = [row for row in self._documents.all("boards").values() if row["game"] == game]
        return sorted((row for row in rows if row["listed"]), key=lambda row: str(row["name"]))

    def keep_board(self, game: str, name: str, text: str, replaced: str = "") -> str:
        """Check and store a board file; return its digest, or '' for the standard board.

        The board `replaced` is removed from the list; tables that use it keep it.
        """
        called = file_name(name)
        check_board_text(text, called)
        digest = str(read_board({"game": game, "name": called, "text": text})["digest"])
        if digest == registry.default_board(game).digest:
            return ""
        row = {"digest": digest, "game": game, "name": called, "text": text, "listed": True}
        self._documents.put("boards", digest, {**row, "created": time.time()})
        if replaced and replaced != digest:
            self.forget_board(replaced)
        return digest

    def forget_board(self, digest: str) -> None:
        """Remove a board from the list; tables that use it keep it."""
        self._documents.put("boards", digest, {**self.find_board(digest), "listed": False})

    def edited_board(self, game: str, text: str, data: dict[str, Any] | None) -> dict[str, Any]:
        """Return what the editor shows of a board."""
        called = f"{registry.meta(game).id}.toml"
        check_board_text(text, called)
        return edit_board({"game": game, "name": called, "text": text, "data": data})

    def _open_game(
        self, game: str, options: tuple[tuple[str, str], ...], board: str, rules: int | None
    ) -> Game:
        registry.meta(game)
        if not all(isinstance(value, str) for _name, value in options):
            raise BadOption(_("the value of an option must be text"))
        text = self.board_text(game, board)
        file = BoardFile.parse(text, f"board {board}") if board else None
        return registry.open_game(game, file, dict(options), INTERPRETED, rules)
