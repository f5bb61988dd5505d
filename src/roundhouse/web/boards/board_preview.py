"""What the board editor shows of a file: text, data, problems and drawings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.definition import GameDefinition
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.play.board_check import find_faults
from roundhouse.web.boards.merge import merge, plain
from roundhouse.web.boards.uploads import check_board_data, check_board_text

Preview = dict[str, Any]


def preview_board(
    definition: GameDefinition,
    name: str,
    text: str,
    data: dict[str, Any] | None,
    draw: Callable[[Game], list[str]],
) -> Preview:
    """Return the file with `data` merged in, and its problems or its drawings.

    Raises BadBoard if the file cannot be parsed.
    """
    merged = text if data is None else merge(text, data, name)
    check_board_text(merged, name)
    file = BoardFile.parse(merged, name)
    check_board_data(file.data, name)
    answer: Preview = {"text": merged, "data": plain(file.data), "digest": file.digest}
    lines = [asdict(complaint) for complaint in find_faults(definition, file)]
    if not lines:
        try:
            answer["drawings"] = draw(Game(definition, file, {}, INTERPRETED))
        except BadBoard as error:
            lines = [{"entry": error.entry, "reason": error.reason, "path": []}]
    return {**answer, "complaints": lines}
