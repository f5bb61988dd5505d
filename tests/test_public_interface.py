"""The public interface: it may grow, but nothing listed here may change.

It consists of the names and signatures of the package, the command line, the header of a record
file, and the endpoints of the JSON API.
"""

from __future__ import annotations

import argparse
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse.cli.main import COMMANDS, build_parser
from roundhouse.core.meta import Meta
from roundhouse.core.rule import INTERPRETED
from roundhouse.play.record import Record

NAMES = {
    *("CHANCE", "OVER", "Game", "State", "Meta", "games", "load"),
    *("IllegalAction", "RoundhouseError"),
}
GAME_METHODS = {"start": "seats", "text": "action", "parse": "words", "unpack": "data"}
STATE_METHODS = {
    "legal": "",
    "weights": "",
    "play_chance": "rng",
    "apply": "action",
    "scores": "",
    "ranks": "",
    "clone": "",
    "pack": "",
    "view": "seat",
    "describe": "seat",
    "redeal": "seat rng",
}
TABLE_FLAGS = "--seats --option --board"
CLI = {
    "play": f"game {TABLE_FLAGS} --bots --seat --name --seed",
    "serve": "--host --port --database --data",
    "admin backup": "file --database --data",
    "admin check": "--database --data",
    "games": "",
    "rules": "game",
    "board check": "file --game",
    "board show": "game --text",
    "simulate": f"game {TABLE_FLAGS} --games --bots --seed --out --jobs",
    "replay": "file --step --ply --svg --seat --board",
    "perft": f"game {TABLE_FLAGS} --depth",
    "bench": "games --seats --seconds --cores --no-starts --json",
    "conformance": "game --seats --games --seed --board",
    "arena": "--games --bots --seats --rounds --seed --out --jobs --ray",
    "analyse": "file --board --iterations --seconds --threads --out --chart",
    "balance": f"game {TABLE_FLAGS} --games --bot --seed --jobs --out",
    "new-game": "name folder",
}
HEADER = ["game", "rules", "board", "options", "seats", "names", "result"]
VIEW = {
    *("game", "seat", "seats", "turn", "phase", "prompt", "choices", "shortcuts"),
    *("panels", "notes", "facts", "ranks"),
}
API = {
    "POST /api/people",
    "GET /api/me",
    "GET /api/games",
    "GET /api/bots",
    "GET /api/tables",
    "POST /api/tables",
    "GET /api/tables/{table}",
    "POST /api/tables/{table}/join",
    "GET /api/tables/{table}/view",
    "GET /api/tables/{table}/choices",
    "POST /api/tables/{table}/moves",
    "POST /api/tables/{table}/undo",
    "GET /api/tables/{table}/events",
    "GET /api/tables/{table}/record",
}


def parameters(function: Any) -> list[inspect.Parameter]:
    return [p for p in inspect.signature(function).parameters.values() if p.name != "self"]


def test_public_names() -> None:
    assert set(roundhouse.__all__) >= NAMES
    assert all(hasattr(roundhouse, name) for name in roundhouse.__all__)
    assert (roundhouse.CHANCE, roundhouse.OVER) == (-1, -2)
    assert issubclass(roundhouse.IllegalAction, roundhouse.RoundhouseError)


def test_games_returns_metadata() -> None:
    assert parameters(roundhouse.games) == []
    assert all(isinstance(meta, Meta) for meta in roundhouse.games())
    assert {"northern", "texas", "southern", "union", "rails"} <= {
        meta.id for meta in roundhouse.games()
    }
    for meta in roundhouse.games():
        assert isinstance(meta.title, str)
        assert isinstance(meta.seats, tuple)


def test_parameters_of_load() -> None:
    game, board, *more, options = parameters(roundhouse.load)
    assert (game.name, board.name, options.name) == ("game", "board", "options")
    assert game.kind == board.kind == inspect.Parameter.POSITIONAL_OR_KEYWORD
    assert board.default is None
    assert options.kind == inspect.Parameter.VAR_KEYWORD
    # Parameters added later must be keyword-only and optional.
    assert all(p.kind == inspect.Parameter.KEYWORD_ONLY and p.default is None for p in more)


@pytest.mark.parametrize(
    ("owner", "methods"), [(roundhouse.Game, GAME_METHODS), (roundhouse.State, STATE_METHODS)]
)
def test_parameters_of_methods(owner: type, methods: dict[str, str]) -> None:
    for name, expected in methods.items():
        actual = parameters(getattr(owner, name))
        required = [p.name for p in actual if p.default is inspect.Parameter.empty]
        assert [p.name for p in actual][: len(required)] == required == expected.split(), name


def test_game_through_the_public_interface() -> None:
    game = roundhouse.load("texas", board=None)
    state = game.start(seats=4)
    assert isinstance(game, roundhouse.Game)
    assert isinstance(state, roundhouse.State)
    assert isinstance(state.turn, int)
    assert state.over is False
    assert set(state.view(0)) >= VIEW
    assert game.unpack(state.pack()) == state.clone()


def command_arguments(parser: argparse.ArgumentParser, name: str = "") -> dict[str, set[str]]:
    """Return each command with its arguments."""
    commands: dict[str, set[str]] = {}
    words: set[str] = set()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner, command in action.choices.items():
                commands |= command_arguments(command, f"{name} {inner}".strip())
        else:
            words |= set(action.option_strings) or {action.dest}
    return commands or {name: words}


def test_arguments_of_the_command_line() -> None:
    current = command_arguments(build_parser())
    assert {name.split()[0] for name in CLI} <= set(COMMANDS)
    for command, words in CLI.items():
        assert set(words.split()) <= current[command], command


def test_header_of_a_record() -> None:
    game = roundhouse.load("northern", speed=INTERPRETED)
    first, *moves = Record.begin(game, 3).dumps().splitlines()
    assert list(json.loads(first)) == HEADER
    assert moves == []
    with_moves = f"{first}\n0 lay fargo\n"
    assert Record.loads(with_moves).dumps() == with_moves


def test_endpoints_of_the_api(tmp_path: Path) -> None:
    app = pytest.importorskip("roundhouse.web.app")
    settings = pytest.importorskip("roundhouse.web.settings")
    paths = app.create_app(settings.Settings(data=tmp_path)).openapi()["paths"]
    endpoints = {
        f"{method.upper()} {path}" for path, methods in paths.items() for method in methods
    }
    assert endpoints >= API
