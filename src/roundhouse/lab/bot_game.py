"""A game among bots: who sits where, what they are called, and the whole of it played.

A seat of a bot is named by the bot and a number (`greedy 2`), so that a record says who played.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from roundhouse.bots.bot import Bot
from roundhouse.bots.registry import UnknownBot, check_name, make_bot
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game, Position
from roundhouse.play.perspective import imagine
from roundhouse.play.record import Move, Record


def seating(bots: Sequence[str], seats: int, turn: int = 0) -> list[str]:
    """The bot of each seat: they are repeated until all seats are taken, and `turn` moves them
    round the table so that over many games each sits everywhere."""
    return [bots[(seat + turn) % len(bots)] for seat in range(seats)]


def names(bots: Sequence[str]) -> tuple[str, ...]:
    """A name for each seat's bot: `greedy 1`, `random 1`, `greedy 2`."""
    return tuple(f"{bot} {bots[: seat + 1].count(bot)}" for seat, bot in enumerate(bots))


def bot_named(name: str, game: Game) -> str | None:
    """The bot that a seat's name speaks of, or None if it is a person's."""
    bot, _, number = name.rpartition(" ")
    if not number.isdigit():
        return None
    try:
        check_name(bot)
    except UnknownBot:
        return None
    return bot


def play_game(game: Game, bots: Sequence[str], seed: str) -> tuple[Record, Position]:
    """A whole game, one bot a seat, and the state at its end.

    The same seed gives the same game, at every speed.
    """
    rng = random.Random(seed)
    players = [make_bot(bot, game, random.Random(rng.getrandbits(60))) for bot in bots]
    return play_through(game, players, names(bots), rng, rng)


def play_through(
    game: Game,
    players: Sequence[Bot],
    names: tuple[str, ...],
    luck: random.Random,
    rng: random.Random,
) -> tuple[Record, Position]:
    """A whole game. Every player is handed what its seat may imagine (drawn from `rng`), and no
    more; chance draws from `luck`, one number an event, so that tables may share their luck."""
    state = game.start(len(players))
    moves = []
    while not state.over:
        actions = state.legal()
        if state.turn == CHANCE:
            action = luck.choices(actions, state.weights())[0]
        elif len(actions) == 1:
            action = actions[0]
        else:
            action = players[state.turn].choose(imagine(state, state.turn, rng))
        moves.append(Move(state.turn, game.text(action)))
        state.apply(action)
    record = Record.begin(game, len(players), names)
    return replace(record, moves=tuple(moves)).finish(state), state
