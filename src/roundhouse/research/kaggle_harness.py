"""The three functions of a Kaggle Game Arena harness, over JSON observations.

    observation = kaggle_harness.observe(match)
    legal = kaggle_harness.get_legal_moves(observation)
    prompt = kaggle_harness.generate_prompt(observation, history)
    move = kaggle_harness.parse_response(response, legal)  # an id of `legal`, or None

By default a prompt has the rules and the position, but not the legal moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.core.constants import CHANCE
from roundhouse.core.errors import IllegalAction
from roundhouse.play.description import describe_match
from roundhouse.play.match import Match
from roundhouse.play.prompt import ANSWER, list_moves, read_move, write_instructions, write_moves


def observe(match: Match) -> dict[str, Any]:
    """Return what the seat to act may know, as JSON-compatible data.

    Args:
        match: A match in which a seat has to act.

    Returns:
        `game`, `seats`, `seat`, `ply`, `instructions`, `position`, `legal_moves` and `move_notes`.

    Raises:
        IllegalAction: No seat has to act.
    """
    state = match.state
    if state.turn <= CHANCE:
        raise IllegalAction("no seat has to act; call `Match.advance`, and check `Match.over`")
    return {
        "game": match.game.meta.id,
        "seats": state.seats,
        "seat": state.turn,
        "ply": match.ply,
        "instructions": write_instructions(match.game, state.seats, state.turn),
        "position": describe_match(match, state.turn),
        "legal_moves": dict(zip(map(str, state.legal()), list_moves(state), strict=True)),
        "move_notes": write_moves(state),
    }


def get_legal_moves(observation: Mapping[str, Any]) -> dict[str, str]:
    """Return the words of each legal move by its id, the number of the action.

    Args:
        observation: From `observe`.
    """
    return dict(observation["legal_moves"])


def generate_prompt(
    observation: Mapping[str, Any], history: Sequence[str] = (), *, legal_moves: bool = False
) -> str:
    """Return the prompt for a model.

    Args:
        observation: From `observe`.
        history: Earlier answers to this observation that were not legal moves.
        legal_moves: Whether to list the legal moves, with what each one does.
    """
    parts = [observation["instructions"], observation["position"]]
    parts += [observation["move_notes"]] if legal_moves else []
    parts += [f"You answered, which is not a legal move now:\n{answer}" for answer in history]
    return "\n\n".join([*parts, ANSWER])


def parse_response(response: str, legal: Mapping[str, str]) -> str | None:
    """Return the id of the legal move that a response names, or None.

    Args:
        response: The text of a model.
        legal: From `get_legal_moves`.
    """
    words = read_move(response)
    by_words = {" ".join(move.split()): id_ for id_, move in legal.items()}
    return by_words.get(words, words if words in legal else None)
