"""Games by searches, recorded for imitation."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from roundhouse.bots.net.heuristic_policy import HeuristicPolicy
from roundhouse.bots.net.weights import Weights, read_weights
from roundhouse.bots.prior_bot import PriorBot
from roundhouse.bots.search import Budget, Search, SearchResult
from roundhouse.core.state import State, advance, automatic_action
from roundhouse.lab.pool import exit_with_parent_process
from roundhouse.play import registry
from roundhouse.play.perspective import determinize
from roundhouse.train.config import TrainConfig
from roundhouse.train.imitation_dataset import Dataset, Decision, to_dataset, write_dataset

USUAL_SEATS_FRACTION = 0.5  # of the games have the usual number of seats
DEFAULT_OPTIONS_FRACTION = 0.75  # of the games have no option changed
VISIT_SAMPLING_FRACTION = 0.2  # of the moves are sampled by visits
# Of the moves are sampled by the game's `action_prior`, so that mistakes are in the dataset.
PRIOR_SAMPLING_FRACTION = 0.04
MIN_DECISIONS = 400  # of a file


@dataclass(frozen=True)
class GeneratorConfig:
    """The settings of one generator.

    Attributes:
        train: The settings of the training run.
        seed: Seed of the games.
        weights: Weights of the network that guides the searches; None searches without one.
    """

    train: TrainConfig
    seed: int
    weights: Path | None = None


class GameGenerator:
    """Plays games by search, one after the other."""

    def __init__(self, config: GeneratorConfig) -> None:
        """Load the game and create one search per seat."""
        train = config.train
        self._fixed = dict(train.options)
        self.game = registry.open_game(train.game, None, self._fixed)
        self._rng = random.Random(config.seed)
        self._budget = Budget(train.iterations)
        self._params = train.search_params
        self._weights: Weights | None = read_weights(config.weights) if config.weights else None
        max_seats = self.game.meta.seats[-1]
        self._usual_seats = self.game.meta.usual_seats
        self._unguided_fraction = train.imitation.unguided_fraction if self._weights else 0.0
        self._guided_searches = [self._search(self._weights) for _ in range(max_seats)]
        self._unguided_searches = [
            self._search(None) for _ in range(max_seats if self._unguided_fraction else 0)
        ]
        self._prior_bot = PriorBot(self.game, self._rng)
        self._heuristic = HeuristicPolicy(self.game, self._rng)

    def _search(self, weights: Weights | None) -> Search:
        pool = 2000 + 40 * self._budget.iterations
        return Search(self.game, self._rng, params=self._params, pool=pool, weights=weights)

    def _assign_searches(self) -> list[Search]:
        """Return the search of each seat in the next game."""
        if not self._unguided_searches:
            return self._guided_searches
        weights = (1.0 - self._unguided_fraction, self._unguided_fraction)
        pairs = zip(self._guided_searches, self._unguided_searches, strict=True)
        return [self._rng.choices(pair, weights)[0] for pair in pairs]

    def _start(self) -> State:
        """Start a game with a random number of seats and random options."""
        meta, rng = self.game.meta, self._rng
        is_usual = rng.random() < USUAL_SEATS_FRACTION
        seats = self._usual_seats if is_usual else rng.choice(meta.seats)
        game = self.game.fork()
        if rng.random() >= DEFAULT_OPTIONS_FRACTION:
            options = {name: rng.choice(list(o.values)) for name, o in meta.options.items()}
            game.options = meta.check_options({**options, **self._fixed})
        return game.start(seats)

    def play_game(self) -> tuple[int, list[Decision]]:
        """Play one game; return the number of seats and the decisions."""
        state = self._start()
        searches = self._assign_searches()
        decisions: list[Decision] = []
        while not state.over:
            action = automatic_action(state, self._rng)
            if action is None:
                action = self._decide(state, searches[state.turn], decisions)
            state.apply(action)
        for search in searches:
            search.clear()
        is_winner = [rank == 0 for rank in state.ranks()]
        winners = max(1, sum(is_winner))  # in some games all seats can lose
        for decision in decisions:
            relative = is_winner[decision.seat :] + is_winner[: decision.seat]
            decision.outcome = tuple(won / winners for won in relative)
        return state.seats, decisions

    def _decide(self, state: State, search: Search, decisions: list[Decision]) -> int:
        """Search, record the decision, and return the action to play."""
        rng = self._rng
        sample = determinize(state, state.turn, rng)
        priors = self._heuristic.priors(sample)
        result = search.run(sample, self._budget, max_line=1)
        decisions.append(_record_decision(state, result, priors))
        draw = rng.random()
        if draw < PRIOR_SAMPLING_FRACTION:
            return self._prior_bot.choose(state)
        if draw < PRIOR_SAMPLING_FRACTION + VISIT_SAMPLING_FRACTION:
            moves = result.moves
            return rng.choices([m.action for m in moves], [m.visits + 0.01 for m in moves])[0]
        return result.best

    def warm_up(self) -> None:
        """Compile everything that a game needs."""
        state = self.game.start(self._usual_seats)
        advance(state, self._rng)
        state.observe(state.turn)
        determinize(state, state.turn, self._rng)
        self._prior_bot.choose(state)
        self._heuristic.priors(state)
        for search in (self._guided_searches[0], *self._unguided_searches[:1]):
            search.warm_up(state)

    def datasets(self, min_decisions: int) -> Iterator[Dataset]:
        """Yield datasets of whole games without end."""
        number = self._rng.getrandbits(20) << 10
        while True:
            rows: list[tuple[int, int, Decision]] = []
            while len(rows) < min_decisions:
                seats, decisions = self.play_game()
                rows += [(number, seats, decision) for decision in decisions]
                number += 1
            yield to_dataset(rows)


def _record_decision(state: State, result: SearchResult, priors: list[float]) -> Decision:
    seat, seats = state.turn, state.seats
    visits = {move.action: move.visits for move in result.moves}
    legal = state.legal()
    values = [result.shares[(seat + n) % seats] for n in range(seats)]
    observation = np.rint(state.observe(seat) / state.game.scales).astype(np.int16)
    return Decision(observation, legal, [visits.get(a, 0) for a in legal], priors, values, seat)


def run_generator(config: GeneratorConfig, folder: Path, deadline: float) -> None:
    """Write datasets into a folder until the time is up; the target of a process.

    The dataset in progress at the deadline is completed.
    """
    exit_with_parent_process()
    for number, dataset in enumerate(GameGenerator(config).datasets(MIN_DECISIONS)):
        write_dataset(folder / f"{config.seed}-{number}.npz", dataset)
        if time.time() > deadline:
            return
