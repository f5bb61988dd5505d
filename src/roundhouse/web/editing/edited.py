"""What an editor shows of a board file: text, data, faults and where they are, the drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.core.room import Room
from roundhouse.core.rule import INTERPRETED
from roundhouse.play.board_check import complaints
from roundhouse.web.editing.merge import merge
from roundhouse.web.editing.plain import plain
from roundhouse.web.uploads import check_board_data, check_board_text

Answer = dict[str, Any]


def edited(
    room: Room, name: str, text: str, data: dict[str, Any] | None, draw: Callable[[Game], list[str]]
) -> Answer:
    """The file with `data` written into it, or as it is; raises BadBoard where there is no saying
    what it holds. A board without complaints comes with its drawings."""
    made = text if data is None else merge(text, data, name)
    check_board_text(made, name)
    file = BoardFile.parse(made, name)
    check_board_data(file.data, name)
    answer: Answer = {"text": made, "data": plain(file.data), "digest": file.digest}
    told = [asdict(complaint) for complaint in complaints(room, file)]
    if not told:
        try:
            answer["drawings"] = draw(Game(room, file, {}, INTERPRETED))
        except BadBoard as error:
            told = [{"entry": error.entry, "reason": error.reason, "path": []}]
    return {**answer, "complaints": told}
