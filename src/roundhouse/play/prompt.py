"""Text for players that read and write text, such as language models.

Instructions (the short rules and how moves are written) are the same for a whole game. A position
is what the seat may know, in plain sentences. An answer names its move in a last line `Move: ...`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from roundhouse.core.constants import CHANCE
from roundhouse.core.description import name_seats, write_offer
from roundhouse.core.errors import UnknownMove
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.play import registry

MAX_NAMES = 130  # names of an argument that are listed; of more, the first and the last
MAX_QUOTED = 80  # characters of a move that is quoted in an explanation
FENCE = "`*_\"'$[](){}<> "
MOVE = re.compile(r"move\W*?:(.*)|\\boxed\{([^{}]*)\}|\[([^\[\]]*)\]", re.I)
ANSWER = "End your answer with one line: `Move:` and then the words of exactly one move."


def write_instructions(game: Game, seats: int, seat: int) -> str:
    """Write a seat's constant part: the task, the rules, the board, the notation."""
    options = [f"{name}={value}" for name, value in game.options.items()]
    return "\n\n".join(
        [
            f"You play {game.meta.title} with {seats} players. You are seat {seat}; "
            "the seats are numbered from 0, and player A is seat 0. Try to win.",
            registry.short_rules(game.meta.id).strip(),
            *([f"Options of this game: {', '.join(options)}."] if options else []),
            "\n".join(["The board at the start of the game:", *write_board(game, seats)]),
            "\n".join(["The words of all moves:", *write_notation(game)]),
            ANSWER,
        ]
    )


def write_board(game: Game, seats: int) -> list[str]:
    """Write what is at each place of the board before the first move, a place a line."""
    view = game.start(seats).view(None)
    names = [f"Seat {n}" for n in range(seats)]
    places = game.definition.describe(view, game.board_file.data).places
    return [name_seats(f"- {place.name}: {place.text}", None, names) for place in places]


def write_notation(game: Game) -> list[str]:
    """Write the words of all moves of a game, a line for verbs with equal arguments."""
    columns: dict[tuple[str, int], list[dict[str, None]]] = {}
    for action in game.codec.actions():
        verb, *names = game.text(action).split()
        values = columns.setdefault((verb, len(names)), [{} for _ in names])
        for name, column in zip(names, values, strict=True):
            column[name] = None
    verbs: dict[str, list[str]] = {}
    for (verb, _), values in columns.items():
        arguments = "".join(f" <{_write_names(list(column))}>" for column in values)
        verbs.setdefault(arguments, []).append(verb)
    return [f"- {' or '.join(group)}{arguments}" for arguments, group in verbs.items()]


def _write_names(names: Sequence[str]) -> str:
    if names == [str(n) for n in range(len(names))] or len(names) > MAX_NAMES:
        return f"{names[0]} to {names[-1]}"
    return " | ".join(names)


def write_moves(state: State) -> str:
    """Write the legal moves of the seat to act and what each does, a move a line."""
    lines = [f"- `{move}`: {text}" for move, text in describe_moves(state).items()]
    return "\n".join(["Legal moves", *lines])


def describe_moves(state: State) -> dict[str, str]:
    """Return what each legal move of the seat to act does, by its words."""
    view = state.view(state.turn)
    texts = {choice["move"]: write_offer(choice) for choice in view["choices"]}
    names = [f"Seat {n}" for n in range(state.seats)]
    return {
        move: name_seats(texts.get(move, move), state.turn, names) for move in list_moves(state)
    }


def list_moves(state: State) -> list[str]:
    """Return the words of the legal moves."""
    return [state.game.text(action) for action in state.legal()]


def write_position(state: State, listed: bool, description: str = "") -> str:
    """Write the position of the seat to act, and what is asked.

    `listed` adds the legal moves; `description` replaces that of the state, which has no past.
    """
    assert state.turn > CHANCE
    parts = [description or state.describe(state.turn)]
    parts += [write_moves(state)] if listed else []
    return "\n\n".join([*parts, ANSWER])


def read_move(answer: str) -> str:
    r"""Return the words of the move in an answer, legal or not, or an empty string.

    The last `Move:`, \boxed{} or [move] counts. An answer without one is a move if it is one line.
    """
    marked = [next(filter(None, groups), "") for groups in MOVE.findall(answer)]
    lines = [line for line in answer.splitlines() if line.strip()]
    words = marked[-1] if marked else lines[0] if len(lines) == 1 else ""
    return " ".join(words.strip(FENCE + ".").lower().split())


def explain_mistake(state: State, words: str) -> str:
    """Explain why words are not a legal move, and name similar ones."""
    if not words:
        return f"Your answer does not name a move. {ANSWER}"
    quoted = words[:MAX_QUOTED]
    try:
        state.game.parse(words)
        reason = f"`{quoted}` is a move of this game, but it is not legal now."
    except UnknownMove as error:
        reason = f"{error}."
    near = get_close_matches(quoted, list_moves(state), 3, 0.4)
    return reason + (f" Similar legal moves: {', '.join(near)}." if near else "")
