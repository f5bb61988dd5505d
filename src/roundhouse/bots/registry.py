"""Bots by name.

| name | bot |
|---|---|
| `random` | any legal action |
| `instinct` | samples from the game's `action_prior` |
| `greedy` | one-ply search by `evaluate` |
| `net` | samples from a network's policy, without search |
| `beginner` to `master` | the levels |
| `medium-cautious` | a level with a style |
| `search:500`, `search:2s` | a search of 500 iterations, or of two seconds a move |
| `guided:500`, `master:2` | the same, guided by a network |
| `llm:MODEL@URL` | a language model behind an OpenAI-compatible API |
| `model-NAME` | a language model that the operator has configured |
| `text:random`, `text:first`, `text:greedy` | read only the prompt that a model would get |

Search parameters can follow a search: `search:500:rollout_turns=0:c_puct=1.5`. A weights file can
follow a guided one and `net`: `guided:500:weights=old.npz`; its path has no colon and no comma.

A network plays only on the board and under the rules that it was trained for, and only compiled.
Elsewhere levels and `guided` search without a network, and `net` is `greedy`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from roundhouse.bots.bot import Bot, RandomBot
from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.bots.levels import LEVELS, Level, LevelBot
from roundhouse.bots.llm import READERS, Endpoint, LlmBot, configured_models, parse_settings
from roundhouse.bots.llm.readers import UNLIMITED, TextReader
from roundhouse.bots.llm.settings import CONFIGURED, PREFIX
from roundhouse.bots.net import NetBot, Weights, trained_weights
from roundhouse.bots.net.weights import read_weights
from roundhouse.bots.prior_bot import PriorBot
from roundhouse.bots.search import Budget, SearchBot
from roundhouse.bots.styles import STYLED_LEVELS
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.search_params import SearchParams
from roundhouse.core.translation import translate as _

BOTS: dict[str, Callable[[Game, random.Random], Bot]] = {
    "random": RandomBot,
    "instinct": PriorBot,
    "greedy": GreedyBot,
}
NET = "net"
SEARCH = "search"
GUIDED = "guided"
MASTER = "master"
TEXT = "text:"
WEIGHTS = "weights="
MAX_SECONDS = 3600.0  # seconds per move


class UnknownBot(RoundhouseError, LookupError):
    """There is no bot of this name."""


def levels() -> list[Level]:
    """Return the levels offered to players, weakest first."""
    return list(LEVELS.values())


def styled_levels() -> list[Level]:
    """Return every combination of a level with a style."""
    return list(STYLED_LEVELS.values())


def find_level(name: str) -> Level | None:
    """Return the level of this name, with or without a style.

    Args:
        name: The name of a bot, such as `medium` or `medium-cautious`.

    Returns:
        The level, or None if the bot is not a level.
    """
    return LEVELS.get(name) or STYLED_LEVELS.get(name)


def uses_network(name: str, game: Game) -> bool:
    """Return whether the bot of this name is guided by a network if the game has one."""
    level = find_level(name)
    if level is not None:
        return level.for_game(game.definition).network_weight > 0.0
    return name.split(":", maxsplit=1)[0] in (NET, GUIDED, MASTER)


def check_name(name: str) -> None:
    """Check that `make_bot` knows this name.

    Args:
        name: The name of a bot.

    Raises:
        UnknownBot: There is no such bot.
    """
    if name.startswith(PREFIX):
        check_name(parse_settings(name).fallback)
        return
    if name.startswith(CONFIGURED) and name in configured_models():
        return
    if name.startswith(TEXT) and name.removeprefix(TEXT) in READERS:
        return
    kind, *rest = name.split(":")
    if kind in (MASTER, GUIDED, SEARCH) and rest:
        _parse_budget(name)
        _parse_params(name, SearchParams())
        _weights_path(name)
    elif name not in BOTS and find_level(name) is None and not _is_net(name):
        searches = ("search:N", "search:SECONDSs", "guided:N", "master:SECONDS")
        texts = (*(TEXT + reader for reader in READERS), "llm:MODEL@URL")
        names = ", ".join((*BOTS, NET, *LEVELS, *STYLED_LEVELS, *searches, *texts))
        raise UnknownBot(
            _("there is no bot {name}; there are: {names}", name=repr(name), names=names)
        )


def make_bot(name: str, game: Game, rng: random.Random) -> Bot:
    """Create the bot of this name.

    Args:
        name: The name of a bot, as in the table above.
        game: The game that the bot plays.
        rng: The source of the bot's random numbers.

    Returns:
        A bot bound to the game, for one seat of one match.

    Raises:
        UnknownBot: There is no such bot.
    """
    check_name(name)
    if name.startswith((PREFIX, CONFIGURED, TEXT)):
        return make_text_bot(name, game, rng)
    if name in BOTS:
        return BOTS[name](game, rng)
    level = find_level(name)
    if level is not None:  # `master` without seconds is a level
        return LevelBot(level.for_game(game.definition), game, rng)
    if _is_net(name):
        weights = _find_weights(name, game)
        return NetBot(game, rng, weights) if weights else GreedyBot(game, rng)
    weights = None if name.startswith(SEARCH) else _find_weights(name, game)
    params = _parse_params(name, game.definition.search_params(weights is not None))
    return SearchBot(game, rng, _parse_budget(name), params, weights)


def make_text_bot(
    name: str, game: Game, rng: random.Random, transcript: Path | None = None
) -> LlmBot:
    """Create a bot that reads only text.

    Args:
        name: The name of a language model, or of a reader.
        game: The game that the bot plays.
        rng: The source of the bot's random numbers.
        transcript: A file for every prompt and answer, or None.

    Returns:
        A bot bound to the game, for one seat of one match.

    Raises:
        UnknownBot: There is no such bot.
        BadModel: The settings of the model are wrong, or its key is missing.
    """
    check_name(name)
    if name.startswith(TEXT):
        settings = replace(UNLIMITED, model=name)
        reader = TextReader(READERS[name.removeprefix(TEXT)], rng)
        return LlmBot(game, settings, reader, RandomBot(game, rng), transcript)
    configured = configured_models()
    if not name.startswith(PREFIX) and name not in configured:
        raise UnknownBot(_("{name} is no language model and no reader of text", name=repr(name)))
    settings = configured[name] if name in configured else parse_settings(name)
    fallback = make_bot(settings.fallback, game, rng)
    return LlmBot(game, settings, Endpoint(settings), fallback, transcript)


def _parse_budget(name: str) -> Budget:
    kind, *rest = name.split(":")
    number = rest[0]
    if kind != MASTER and not number.endswith("s"):
        if number.isascii() and number.isdigit() and 0 < int(number) <= 10**9:
            return Budget(int(number))
        raise UnknownBot(
            _(
                "in {name} a number of iterations must follow `{kind}:`, or seconds: `{kind}:2s`",
                name=repr(name),
                kind=kind,
            )
        )
    try:
        seconds = float(number.removesuffix("s"))
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= MAX_SECONDS:
        raise UnknownBot(
            _(
                "in {name} seconds must follow `{kind}:`, up to {seconds}",
                name=repr(name),
                kind=kind,
                seconds=f"{MAX_SECONDS:g}",
            )
        )
    return Budget(seconds=seconds)


def _is_net(name: str) -> bool:
    """Return whether a bot plays a network's policy: shipped weights, or a file's."""
    return name == NET or (name.startswith(f"{NET}:{WEIGHTS}") and name.count(":") == 1)


def _weights_path(name: str) -> Path | None:
    """Return the weights file in the name of a bot, or None."""
    words = [word for word in name.split(":")[1:] if word.startswith(WEIGHTS)]
    if words and name.startswith(SEARCH):
        raise UnknownBot(
            _("in {name}: no network guides `search`; write `guided`", name=repr(name))
        )
    return Path(words[-1].removeprefix(WEIGHTS)) if words else None


def _find_weights(name: str, game: Game) -> Weights | None:
    """Return the weights that guide a bot: of the file it names, or those shipped."""
    path = _weights_path(name)
    if path is None or not game.engine.compiled:
        return trained_weights(game)
    try:
        weights = read_weights(path)
    except (OSError, ValueError, KeyError) as error:
        raise UnknownBot(
            _("in {name}: cannot read the weights: {error}", name=repr(name), error=error)
        ) from None
    if not weights.fits(game):
        raise UnknownBot(
            _("in {name}: the weights do not fit this game, board or options", name=repr(name))
        )
    return weights


def _parse_params(name: str, params: SearchParams) -> SearchParams:
    words = [word for word in name.split(":")[2:] if not word.startswith(WEIGHTS)]
    for word in words:
        key, _equals, number = word.partition("=")
        try:
            value = float(number)
        except ValueError:
            raise UnknownBot(
                _(
                    "in {name}: {word} is not a parameter like rollout_turns=8",
                    name=repr(name),
                    word=repr(word),
                )
            ) from None
        if key not in SearchParams._fields:
            names = ", ".join(SearchParams._fields)
            raise UnknownBot(
                _(
                    "in {name}: no parameter {key}; there are {names}",
                    name=repr(name),
                    key=repr(key),
                    names=names,
                )
            )
        params = params._replace(**{key: value})
    return params
