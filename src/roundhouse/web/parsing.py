"""The process that reads what strangers have sent: one file, within limits of memory and time.

`python -m roundhouse.web.parsing` takes a request on its input and writes the answer to its output
(JSON, one line each). Whatever a file does to it, it is only this process that suffers. The server
starts it (`reading.py`).
"""

from __future__ import annotations

import json
import math
import re
import sys
import time
from contextlib import suppress
from typing import Any

MEMORY = 512 << 20  # bytes of address space; libraries take a fifth of it before anything is read
SECONDS = 4.0  # of computing for one file, counted from when it is begun
LARGEST_DRAWING = 1_500_000  # letters of SVG: ours have up to 100,000

Request = dict[str, Any]
Answer = dict[str, Any]


def limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_time() -> None:
    """From now on: what was computed so far, loading the libraries, is not the file's fault."""
    if sys.platform != "win32":
        import resource

        most = math.ceil(time.process_time() + SECONDS)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def read_board(request: Request) -> Answer:
    """Check a board file: it must be one of its game's, and the game must begin on it."""
    from roundhouse.core.board import BoardFile
    from roundhouse.core.game import Game
    from roundhouse.core.rule import INTERPRETED
    from roundhouse.play import registry
    from roundhouse.web.uploads import check_board_data

    name = request["name"]
    room = registry.room(request["game"])
    limit_time()
    file = BoardFile.parse(request["text"], name)
    check_board_data(file.data, name)
    game = Game(room, file, {}, INTERPRETED)  # complains about what is wrong with it
    _draw_all(game)
    return {"digest": file.digest}


def _draw_all(game: Any) -> list[str]:
    """Every drawing must do, for fewest and most seats; those that lie on the stage."""
    drawn: dict[str, str] = {}
    for seats in {game.meta.seats[0], game.meta.seats[-1]}:
        view = game.start(seats).view(None)
        for drawing in game.drawings:
            made = game.draw(view, drawing.name)
            reason = f"it takes {len(made)} letters"
            game.board_file.check(len(made) <= LARGEST_DRAWING, "the drawing", reason)
            if not drawing.mine:
                drawn[drawing.name] = made
    return list(drawn.values())


def edit_board(request: Request) -> Answer:
    """A board file with edited data written into it, and all that is wrong with it."""
    from roundhouse.core.errors import BadBoard
    from roundhouse.play import registry
    from roundhouse.web.editing.edited import edited

    room = registry.room(request["game"])
    limit_time()
    try:
        return edited(room, request["name"], request["text"], request["data"], _draw_all)
    except BadBoard as error:
        line = re.search(r"\bline (\d+)", str(error))
        told: Answer = {"entry": error.entry, "reason": error.reason, "path": []}
        told["line"] = int(line[1]) if line else 0
        return {"complaints": [told]}


def read_record(request: Request) -> Answer:
    """Check a record: every move of it must be good."""
    from roundhouse.core.board import BoardFile
    from roundhouse.core.errors import UnknownGame
    from roundhouse.core.rule import INTERPRETED
    from roundhouse.play import registry
    from roundhouse.play.record import Record

    record = Record.loads(request["text"], request["name"])
    with suppress(UnknownGame):  # it is told below, with the line
        registry.room(record.game)
    limit_time()
    board = BoardFile.parse(request["board"], "the board") if request["board"] else None
    game = record.load_game(board, INTERPRETED)
    for _ in record.replay(game):
        pass
    return {"game": game.meta.id}


ASKED = {"board": read_board, "edit": edit_board, "record": read_record}


def answer(request: Request) -> Answer:
    from roundhouse.core.errors import RoundhouseError

    try:
        return ASKED[request["ask"]](request)
    except RoundhouseError as error:
        return {"error": str(error)}
    except MemoryError:
        return {"error": f"{request['name']}: reading it takes too much memory"}
    except Exception as error:  # whatever a stranger's file can make a reader say
        return {"error": f"{request['name']}: it cannot be read: {error}"}


def main() -> None:
    limit_memory()
    request = json.loads(sys.stdin.buffer.read())
    answers, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps(answer(request)), file=answers, flush=True)


if __name__ == "__main__":
    main()
