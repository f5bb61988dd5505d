"""Games by searches, written down: what each seat saw, what the search made of it, who won."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from roundhouse.bots.net.own_prior import OwnPrior
from roundhouse.bots.net.weights import Weights
from roundhouse.bots.net.weights import read as read_weights
from roundhouse.bots.preference_bot import PreferenceBot
from roundhouse.bots.search import Budget, Search, Verdict
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game, Position
from roundhouse.core.search_settings import SearchSettings
from roundhouse.lab.pool import belong_to_the_parent
from roundhouse.play import registry
from roundhouse.play.perspective import imagine
from roundhouse.train.lesson_book import Book, Decision, bind, write

USUAL = 0.5  # of the games are at the usual number of seats
PLAIN = 0.75  # of the games have no option changed
CURIOUS = 0.2  # of the moves are drawn by visits instead of the most visited
CARELESS = 0.04  # ... by the room's `prefer`: what comes of mistakes is to be known, too
PAGES = 400  # decisions of a book, at least

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Teaching:
    """How a teacher plays."""

    game: str
    iterations: int
    seed: int
    weights: Path | None = None  # of the network that guides it
    settings: SearchSettings | None = None
    options: Options = ()  # kept in every game; the others are changed now and then
    unguided: float = 0.0  # so many seats search without the network, to be learned from, too


class Teacher:
    """Plays one game after the other."""

    def __init__(self, teaching: Teaching) -> None:
        self._fixed = dict(teaching.options)
        self.game = registry.open_game(teaching.game, None, self._fixed)
        self._rng = random.Random(teaching.seed)
        self._budget = Budget(teaching.iterations)
        self._settings = teaching.settings
        self._guide: Weights | None = read_weights(teaching.weights) if teaching.weights else None
        counts = self.game.meta.seats
        self._usual = min(4, counts[-1])
        self._unguided = teaching.unguided if self._guide else 0.0
        self._searches = [self._search(self._guide) for _ in range(counts[-1])]
        self._plain = [self._search(None) for _ in range(counts[-1] if self._unguided else 0)]
        self._careless = PreferenceBot(self.game, self._rng)
        self._advice = OwnPrior(self.game, self._rng)

    def _search(self, guide: Weights | None) -> Search:
        pool = 2000 + 40 * self._budget.iterations
        return Search(self.game, self._rng, settings=self._settings, pool=pool, weights=guide)

    def _seated(self) -> list[Search]:
        """Who thinks for each seat of a game."""
        if not self._plain:
            return self._searches
        weights = (1.0 - self._unguided, self._unguided)
        pairs = zip(self._searches, self._plain, strict=True)
        return [self._rng.choices(pair, weights)[0] for pair in pairs]

    def _table(self) -> Position:
        """Laid for some number of seats under some options."""
        meta, rng = self.game.meta, self._rng
        seats = self._usual if rng.random() < USUAL else rng.choice(meta.seats)
        game: Game = copy(self.game)
        if rng.random() >= PLAIN:
            chosen = {name: rng.choice(list(o.values)) for name, o in meta.options.items()}
            game.options = meta.check_options({**chosen, **self._fixed})
        return game.start(seats)

    def game_played(self) -> tuple[int, list[Decision]]:
        """The seats of a game, and its decisions."""
        state, rng = self._table(), self._rng
        searches = self._seated()
        told: list[Decision] = []
        while not state.over:
            actions = state.legal()
            if state.turn == CHANCE:
                action = rng.choices(actions, state.weights())[0]
            elif len(actions) == 1:
                action = actions[0]
            else:
                action = self._decide(state, searches[state.turn], told)
            state.apply(action)
        for search in searches:
            search.forget()
        best = [rank == 0 for rank in state.ranks()]
        winners = max(1, sum(best))  # there may be none: the game itself may win
        for decision in told:
            turned = best[decision.seat :] + best[: decision.seat]
            decision.won = tuple(won / winners for won in turned)
        return state.seats, told

    def _decide(self, state: Position, search: Search, told: list[Decision]) -> int:
        seat, rng = state.turn, self._rng
        imagined = imagine(state, seat, rng)
        priors = self._advice.priors(imagined)
        verdict = search.think(imagined, self._budget, longest=1)
        told.append(_decision(state, verdict, priors))
        chance = rng.random()
        if chance < CARELESS:
            return self._careless.choose(state)
        if chance < CARELESS + CURIOUS:
            moves = verdict.moves
            return rng.choices([m.action for m in moves], [m.visits + 0.01 for m in moves])[0]
        return verdict.best

    def rehearse(self) -> None:
        """Compile what is needed."""
        state = self.game.start(self._usual)
        while state.turn == CHANCE or len(state.legal()) == 1:
            weights = state.weights() if state.turn == CHANCE else None
            state.apply(self._rng.choices(state.legal(), weights)[0])
        state.observe(state.turn)
        imagine(state, state.turn, self._rng)
        self._careless.choose(state)
        self._advice.priors(state)
        for search in (self._searches[0], *self._plain[:1]):
            search.rehearse(state)

    def books(self, decisions: int) -> Iterator[Book]:
        """Books of at least so many decisions, for ever."""
        number = self._rng.getrandbits(20) << 10
        while True:
            pages: list[tuple[int, int, Decision]] = []
            while len(pages) < decisions:
                seats, told = self.game_played()
                pages += [(number, seats, decision) for decision in told]
                number += 1
            yield bind(pages)


def _decision(state: Position, verdict: Verdict, priors: list[float]) -> Decision:
    seat, seats = state.turn, state.seats
    visits = {move.action: move.visits for move in verdict.moves}
    legal = state.legal()
    shares = [verdict.shares[(seat + n) % seats] for n in range(seats)]
    seen = np.rint(state.observe(seat) / state.game.scales).astype(np.int16)
    return Decision(seen, legal, [visits.get(a, 0) for a in legal], priors, shares, seat)


def teach(teaching: Teaching, folder: Path, ends: float) -> None:
    """A teacher's process: write books into a folder until a moment (of `time.time`)."""
    belong_to_the_parent()
    for number, book in enumerate(Teacher(teaching).books(PAGES)):
        write(folder / f"{teaching.seed}-{number}.npz", book)
        if time.time() > ends:
            return
