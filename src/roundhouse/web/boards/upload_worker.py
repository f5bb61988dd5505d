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
    from roundhouse.web.boards.uploads import check_board_data

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
            reason = f"it takes {len(result)} characters"
            game.board_file.check(len(result) <= MAX_DRAWING_BYTES, "the drawing", reason)
            if not drawing.mine:
                drawings[drawing.name] = result
    return list(drawings.values())


def edit_board(request: JobRequest, start_limit: StartLimit = _no_limit) -> JobReply:
    """Return a board file with edited data and all its problems."""
    from roundhouse.core.errors import BadBoard
    from roundhouse.play import registry
    from roundhouse.web.boards.board_preview import preview_board

    definition = registry.definition(request["game"])
    start_limit()
    try:
        return preview_board(
            definition, request["name"], request["text"], request["data"], _draw_all
        )
    except BadBoard as error:
        line = re.search(r"\bline (\d+)", str(error))
        lines: JobReply = {"entry": error.entry, "reason": error.reason, "path": []}
        lines["line"] = int(line[1]) if line else 0
        return {"complaints": [lines]}


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
    board = BoardFile.parse(request["board"], "the board") if request["board"] else None
    game = record.load_game(board, INTERPRETED)
    for _ in record.replay(game):
        pass
    return {"game": game.meta.id}


HANDLERS = {"board": read_board, "edit": edit_board, "record": read_record}


def answer(request: JobRequest) -> JobReply:
    from roundhouse.core.errors import RoundhouseError

    try:
        return HANDLERS[request["ask"]](request, limit_time)
    except RoundhouseError as error:
        return {"error": str(error)}
    except MemoryError:
        return {"error": f"{request['name']}: it takes too much memory to read"}
    except Exception as error:  # parsers can raise anything on a hostile file
        return {"error": f"{request['name']}: it cannot be read: {error}"}


def main() -> None:
    limit_memory()
    request = json.loads(sys.stdin.buffer.read())
    answers, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps(answer(request)), file=answers, flush=True)


if __name__ == "__main__":
    main()
