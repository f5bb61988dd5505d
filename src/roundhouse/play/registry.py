"""The registry of games.

A game is a package in `roundhouse/games` with a `meta.py`, or an installed package with an entry
point in the group `roundhouse.games` (id = package).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.definition import GameDefinition
from roundhouse.core.errors import BadBoard, InvalidGameDefinition, UnknownGame
from roundhouse.core.game import Game
from roundhouse.core.lesson import Lesson
from roundhouse.core.loader import import_game_module, load_definition, read_lesson
from roundhouse.core.meta import Meta
from roundhouse.core.translation import ENGLISH, current_language
from roundhouse.core.translation import translate as _

PACKAGE = "roundhouse.games"
GROUP = "roundhouse.games"
FULL_RULES, SHORT_RULES = "RULES.md", "RULES_SHORT.md"
COVER = "cover.svg"


@cache
def _packages() -> dict[str, str]:
    """Return the package of each game by id."""
    own = [folder.name for folder in files(PACKAGE).iterdir() if (folder / "meta.py").is_file()]
    by_id = {name: f"{PACKAGE}.{name}" for name in sorted(own)}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if point.name in by_id:
            raise InvalidGameDefinition(
                point.value,
                "meta.py",
                f"there is another game {point.name!r} already ({by_id[point.name]})",
            )
        by_id[point.name] = point.value
    return by_id


def package(game: str) -> str:
    """Return the package of a game; raise UnknownGame if there is none."""
    if game not in _packages():
        raise UnknownGame(
            _(
                "there is no game {game}; there are: {games}",
                game=repr(game),
                games=", ".join(_packages()),
            )
        )
    return _packages()[game]


def packages() -> tuple[str, ...]:
    """Return the packages of all games."""
    return tuple(_packages().values())


@cache
def meta(game: str) -> Meta:
    """Return the metadata of a game without loading it.

    Args:
        game: The id of the game.

    Raises:
        UnknownGame: There is no such game.
        InvalidGameDefinition: `meta.py` is missing or malformed.
    """
    value: object = getattr(import_game_module(package(game), "meta.py"), "META", None)
    if not isinstance(value, Meta):
        raise InvalidGameDefinition(
            package(game), "meta.py", "`META` must be a Meta (core/meta.py)"
        )
    return value


def games() -> list[Meta]:
    """Return the metadata of every game, without loading any."""
    return sorted((meta(game) for game in _packages()), key=lambda each: (each.order, each.id))


@cache
def definition(game: str) -> GameDefinition:
    """Load and check a game.

    Args:
        game: The id of the game.

    Raises:
        UnknownGame: There is no such game.
        InvalidGameDefinition: A part of the game is missing or malformed.
    """
    return load_definition(package(game))


@cache
def lesson(game: str) -> Lesson | None:
    """Return the lesson of a game without loading the game, or None if it has none."""
    return read_lesson(package(game))


def text(game: str, name: str) -> str:
    """Return a text file of the game, such as `RULES.md` or `board.toml`."""
    return (files(package(game)) / name).read_text(encoding="utf-8")


def cover(game: str) -> str:
    """Return the picture that presents a game, as SVG; empty if it has none."""
    return text(game, COVER) if (files(package(game)) / COVER).is_file() else ""


def full_rules(game: str) -> str:
    """Return the rules of a game in the current language, or in English."""
    return _rules_text(game, FULL_RULES)


def short_rules(game: str) -> str:
    """Return the short rules of a game, or its full rules if it has none."""
    has_short = (files(package(game)) / SHORT_RULES).is_file()
    return _rules_text(game, SHORT_RULES if has_short else FULL_RULES)


def rules_language(game: str) -> str:
    """Return the language that the rules of a game are shown in."""
    return current_language() if _translated_file(game, FULL_RULES) else ENGLISH


def _translated_file(game: str, name: str) -> str:
    """Return the name of the file in the current language, or an empty string."""
    translated = name.replace(".md", f".{current_language()}.md")
    return translated if (files(package(game)) / translated).is_file() else ""


def _rules_text(game: str, name: str) -> str:
    """Return `RULES.de.md` and the like, or the English text with a note."""
    if current_language() == ENGLISH:
        return text(game, name)
    if translated := _translated_file(game, name):
        return text(game, translated)
    title, _newline, rest = text(game, name).partition("\n")
    return f"{title}\n\n*{_('Not yet translated')}*\n{rest}"


def board_name(game: str, rules: int | None = None) -> str:
    """Return the file name of a game's default board, usually `board.toml`.

    Records contain the digest of their board. A game whose board changed with its rules therefore
    keeps the old file: `board.rules1.toml` is the board of version 1 and all versions before it.
    """
    game_meta = meta(game)
    for version in game_meta.older:
        name = f"board.rules{version}.toml"
        if version >= game_meta.check_rules(rules) and (files(package(game)) / name).is_file():
            return name
    return "board.toml"


def default_board(game: str, rules: int | None = None) -> BoardFile:
    """Return a game's default board for a version of the rules."""
    name = board_name(game, rules)
    return BoardFile.parse(text(game, name), f"{game}/{name}")


def read_board(path: str | Path) -> BoardFile:
    """Read a board file without validating it; raise BadBoard if it is not TOML."""
    try:
        return BoardFile.parse(Path(path).read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise BadBoard(
            str(path), _("the file"), _("cannot be read: {error}", error=error)
        ) from None


def load(
    game: str,
    board: str | Path | BoardFile | None = None,
    *,
    speed: str | None = None,
    rules: int | None = None,
    **options: Any,
) -> Game:
    """Load a game.

    Args:
        game: The id of the game, such as "northern".
        board: A board or the path of a board file; None for the game's default board.
        speed: "native" (a library compiled ahead of time), "compiled" (by Numba) or
            "interpreted"; None for the first that is available (see ROUNDHOUSE_JIT).
        rules: The version of the rules; None for the newest.
        **options: Options of the game; missing ones have their default.

    Returns:
        The game.

    Raises:
        UnknownGame: There is no such game.
        BadOption: An option or the version of the rules does not exist.
        BadBoard: The board is unreadable or invalid.
    """
    return open_game(game, board, options, speed, rules)


def open_game(
    game: str,
    board: str | Path | BoardFile | None,
    options: Mapping[str, Any],
    speed: str | None = None,
    rules: int | None = None,
) -> Game:
    """Load a game with options from a mapping; see `load`."""
    if board is None:
        file = default_board(game, rules)
    else:
        file = board if isinstance(board, BoardFile) else read_board(board)
    return Game(definition(game), file, options, speed, rules)


@lru_cache(maxsize=8)
def open_cached(
    game: str,
    options: tuple[tuple[str, str], ...],
    board: str | Path | None = None,
    rules: int | None = None,
) -> Game:
    """Load a game and keep it, for processes that play many games of few kinds."""
    return open_game(game, board, dict(options), rules=rules)
