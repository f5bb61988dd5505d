"""Games between bots: seating, names and playing.

The name of a bot's seat is the bot and a number, such as `greedy 2`, so that records identify bots.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from roundhouse.bots.bot import Bot
from roundhouse.bots.registry import UnknownBot, check_name, make_bot
from roundhouse.core.game import Game
from roundhouse.core.state import State, automatic_action
from roundhouse.play.perspective import determinize
from roundhouse.play.record import Move, Record


def seating(bots: Sequence[str], seats: int, turn: int = 0) -> list[str]:
    """Return the bot of each seat, repeating the bots until all seats are taken.

    `turn` rotates the bots, so that over many games each bot plays in every seat.
    """
    return [bots[(seat + turn) % len(bots)] for seat in range(seats)]


def names(bots: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each seat: `greedy 1`, `random 1`, `greedy 2`."""
    return tuple(f"{bot} {bots[: seat + 1].count(bot)}" for seat, bot in enumerate(bots))


def parse_bot_name(name: str, game: Game) -> str | None:
    """Return the bot in a seat's name, or None for a human player."""
    bot, _, number = name.rpartition(" ")
    if not number.isdigit():
        return None
    try:
        check_name(bot)
    except UnknownBot:
        return None
    return bot


def play_game(game: Game, bots: Sequence[str], seed: str) -> tuple[Record, State]:
    """Play a whole game, one bot per seat; return the record and the final state.

    The same seed gives the same game, compiled or interpreted.
    """
    rng = random.Random(seed)
    players = [make_bot(bot, game, random.Random(rng.getrandbits(60))) for bot in bots]
    return play_through(game, players, names(bots), rng, rng)


def play_through(
    game: Game,
    players: Sequence[Bot],
    names: tuple[str, ...],
    chance_rng: random.Random,
    rng: random.Random,
) -> tuple[Record, State]:
    """Play a whole game; return the record and the final state.

    Every player gets a state in which hidden information is sampled from `rng`. Chance draws one
    number per event from `chance_rng`, so that games can share a deal.
    """
    state = game.start(len(players))
    moves = []
    while not state.over:
        action = automatic_action(state, chance_rng)
        if action is None:
            action = players[state.turn].choose(determinize(state, state.turn, rng))
        moves.append(Move(state.turn, game.text(action)))
        state.apply(action)
    record = Record.begin(game, len(players), names)
    return replace(record, moves=tuple(moves)).finish(state), state
