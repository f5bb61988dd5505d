"""The process that parses uploaded files, with limits on memory and time.

`python -m roundhouse.web.boards.upload_worker` reads a request from its input and writes the answer
to its output, one line of JSON each. `upload_sandbox.py` starts it.
"""

from __future__ import annotations

import json
import math
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from roundhouse.core.errors import BadBoard, RoundhouseError
from roundhouse.core.formats import format_number
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import use_language
from roundhouse.web.boards.uploads import BadLine, check_board_data

MAX_MEMORY_BYTES = 512 << 20  # address space; imports take a fifth
MAX_SECONDS = 4.0  # processor time for one file
MAX_DRAWING_BYTES = 1_500_000  # characters of SVG; ours have up to 100,000

JobRequest = dict[str, Any]
JobReply = dict[str, Any]
StartLimit = Callable[[], None]  # called after the imports


def _no_limit() -> None:
    """Set no limit of time: in a browser, nothing else shares the process."""


def limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_time() -> None:
    """Limit the processor time from now on, not counting imports."""
    if sys.platform != "win32":
        import resource

        most = math.ceil(time.process_time() + MAX_SECONDS)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def read_board(request: JobRequest, start_limit: StartLimit = _no_limit) -> JobReply:
    """Check a board file: the game must start and draw on it."""
    from roundhouse.core.board import BoardFile
    from roundhouse.core.game import Game
    from roundhouse.core.rule import INTERPRETED
    from roundhouse.play import registry

    name = request["name"]
    definition = registry.definition(request["game"])
    start_limit()
    file = BoardFile.parse(request["text"], name)
    check_board_data(file.data, name)
    game = Game(definition, file, {}, INTERPRETED)  # raises BadBoard
    _draw_all(game)
    return {"digest": file.digest}


def _draw_all(game: Any) -> list[str]:
    """Draw everything for the fewest and most seats; return the stage drawings."""
    drawings: dict[str, str] = {}
    for seats in {game.meta.seats[0], game.meta.seats[-1]}:
        view = game.start(seats).view(None)
        for drawing in game.drawings:
            result = game.draw(view, drawing.name)
            reason = _("it takes {number} characters", number=format_number(len(result)))
            game.board_file.check(len(result) <= MAX_DRAWING_BYTES, _("the drawing"), reason)
            if not drawing.mine:
                drawings[drawing.name] = result
    return list(drawings.values())


def edit_board(request: JobRequest, start_limit: StartLimit = _no_limit) -> JobReply:
    """Return a board file with edited data and all its problems."""
    from roundhouse.play import registry
    from roundhouse.web.boards.board_preview import preview_board

    definition = registry.definition(request["game"])
    start_limit()
    try:
        return preview_board(
            definition, request["name"], request["text"], request["data"], _draw_all
        )
    except BadBoard as error:
        complaint: JobReply = {"entry": error.entry, "reason": error.reason, "path": []}
        return {"complaints": [{**complaint, "line": _find_line(error)}]}


def _find_line(error: BadBoard) -> int:
    """Return the number of the invalid line, or 0."""
    if isinstance(error, BadLine):
        return error.line
    place = re.search(r"\bat line (\d+)", error.reason)  # Python's own words for bad TOML
    return int(place[1]) if place else 0


def read_record(request: JobRequest, start_limit: StartLimit = _no_limit) -> JobReply:
    """Check a record: every move must be legal."""
    from roundhouse.core.board import BoardFile
    from roundhouse.core.errors import UnknownGame
    from roundhouse.core.rule import INTERPRETED
    from roundhouse.play import registry
    from roundhouse.play.record import Record

    record = Record.loads(request["text"], request["name"])
    with suppress(UnknownGame):  # reported below, with the line
        registry.definition(record.game)
    start_limit()
    board = BoardFile.parse(request["board"], _("the board")) if request["board"] else None
    game = record.load_game(board, INTERPRETED)
    for _state in record.replay(game):
        pass
    return {"game": game.meta.id}


HANDLERS = {"board": read_board, "edit": edit_board, "record": read_record}


def answer(request: JobRequest) -> JobReply:
    try:
        return HANDLERS[request["ask"]](request, limit_time)
    except RoundhouseError as error:
        return {"error": str(error)}
    except MemoryError:
        reason = _("it takes too much memory to read")
    except Exception as error:  # parsers can raise anything on a hostile file
        reason = _("it cannot be read: {error}", error=error)
    return {"error": _("{place}: {reason}", place=request["name"], reason=reason)}


def main() -> None:
    limit_memory()
    request = json.loads(sys.stdin.buffer.read())
    answers, sys.stdout = sys.stdout, sys.stderr
    with use_language(request["language"]):
        print(json.dumps(answer(request)), file=answers, flush=True)


if __name__ == "__main__":
    main()
