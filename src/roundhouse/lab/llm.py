"""A benchmark of language models: one model against the ladder of bots.

The model sits at tables with neighbouring levels. Ratings are fitted to the ranks of all games at
once, as for the ladder (`lab/ladder.py`). A search judges the model's decisions and tells which
kind of decision costs it most.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from roundhouse.bots.llm import LlmStats
from roundhouse.bots.registry import check_name, make_bot, make_text_bot
from roundhouse.bots.search import Budget
from roundhouse.core.errors import BadOption, RoundhouseError
from roundhouse.core.game import Game
from roundhouse.lab.bot_game import names, play_through
from roundhouse.lab.judging import Judge, Judgement, find_decisions
from roundhouse.lab.ladder import MeasuredLadder, rate_bots
from roundhouse.lab.schedule import GameResult, GameSetup, Matchup
from roundhouse.play import registry
from roundhouse.play.record import Record, ReplayStep

GAMES_FILE, TRANSCRIPT_FILE = "llm-games.jsonl", "transcript.jsonl"
LADDER = ("random", "instinct", "beginner", "easy", "medium")
MIN_COST = 0.01  # a decision that gives away less of the win is not counted as a mistake


@dataclass(frozen=True)
class LlmGame:
    """A game of a model: its result, and what the model needed."""

    result: GameResult
    stats: LlmStats


@dataclass
class KindOfDecision:
    """The judged decisions of one kind: what they gave away, as shares of the win."""

    kind: str
    decisions: int = 0
    mistakes: int = 0
    cost: float = 0.0


@dataclass(frozen=True)
class LlmReport:
    """The benchmark of one model in one game."""

    model: str
    ladder: MeasuredLadder
    stats: LlmStats
    kinds: tuple[KindOfDecision, ...] = ()


@dataclass(frozen=True)
class LlmRun:
    """What to play: a model, the bots of the ladder from the weakest, and how often."""

    model: str
    setup: GameSetup
    ladder: tuple[str, ...] = LADDER
    rounds: int = 4
    seed: int = 0
    folder: Path | None = None  # where games and the transcript are kept


def build_llm_schedule(run: LlmRun) -> list[Matchup]:
    """Return the games of the model with every group of neighbours on the ladder."""
    setup, opponents = run.setup, run.setup.seats - 1
    registry.meta(setup.game).check_seats(setup.seats)
    if not run.ladder or run.model in run.ladder or len(set(run.ladder)) < len(run.ladder):
        raise BadOption("name each bot of the ladder once, and not the model")
    for bot in (run.model, *run.ladder):
        check_name(bot)
    groups = [
        tuple(run.ladder[(first + n) % len(run.ladder)] for n in range(opponents))
        for first in range(max(1, len(run.ladder) - opponents + 1))
    ]
    matchups: list[Matchup] = []
    for round_ in range(run.rounds):
        for group in groups:
            table = (run.model, *group)
            turn = len(matchups)
            seated = tuple(table[(seat - turn) % setup.seats] for seat in range(setup.seats))
            seed = f"llm {setup.game} {setup.seats} {run.seed} {round_} {group}"
            matchups.append(
                Matchup(turn, setup.game, seated, None, seed, setup.option_pairs, setup.board)
            )
    return matchups


def play_model(
    run: LlmRun, game: Game, progress: Callable[[int, int], None] | None = None
) -> list[LlmGame]:
    """Play the games that are not in the folder, and return all of them in order."""
    matchups = build_llm_schedule(run)
    earlier_games = _read_games(run.folder) if run.folder else {}
    games = []
    for matchup in matchups:
        key = _key(matchup)
        if key in earlier_games:
            games.append(_from_data(matchup, earlier_games[key]))
        else:
            games.append(_play(run, matchup, game))
            if run.folder:
                with (run.folder / GAMES_FILE).open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"key": key, **_to_data(games[-1])}) + "\n")
        if progress:
            progress(len(games), len(matchups))
    return games


def judge_decisions(
    model: str, game: Game, games: Sequence[LlmGame], budget: Budget, limit: int, rng: random.Random
) -> tuple[KindOfDecision, ...]:
    """Judge a sample of the model's decisions by kind, the most costly first.

    Args:
        model: The name of the model.
        game: The game.
        games: Its games.
        budget: The budget of the search for a decision.
        limit: The number of decisions to judge; fewer if the model made fewer.
        rng: The source of the sample.
    """
    steps = [(ply, step) for each in games for ply, step in _own_decisions(model, game, each)]
    judge, kinds = Judge(game, budget, rng), dict[str, KindOfDecision]()
    for ply, step in rng.sample(steps, min(limit, len(steps))):
        judgement = judge.judge(ply, step)
        if judgement is not None:
            kind = _name_kind(game, step, judgement)
            row = kinds.setdefault(kind, KindOfDecision(kind))
            row.decisions += 1
            row.mistakes += judgement.cost >= MIN_COST
            row.cost += judgement.cost
    return tuple(sorted(kinds.values(), key=lambda row: -row.cost))


def _name_kind(game: Game, step: ReplayStep, judgement: Judgement) -> str:
    """Name a decision by its phase and, if there are several, its best verb."""
    phase = game.meta.theme_words(step.before.view(step.before.turn)["phase"])
    verbs = {game.text(action).split()[0] for action in step.before.legal()}
    best = game.meta.theme_words(game.text(judgement.best).split()[0])
    return phase if len(verbs) == 1 else f"{phase}; best: {best}"


def summarize(run: LlmRun, games: Sequence[LlmGame], kinds: Sequence[KindOfDecision]) -> LlmReport:
    """Return the report of these games."""
    bots = (*run.ladder, run.model)
    ladder = rate_bots(run.setup.game, bots, run.setup.seats, [each.result for each in games])
    total = LlmStats()
    for each in games:
        for name, value in asdict(each.stats).items():
            setattr(total, name, getattr(total, name) + value)
    return LlmReport(run.model, ladder, total, tuple(kinds))


def as_text(report: LlmReport) -> str:
    """Return a report as plain text."""
    stats, ladder = report.stats, report.ladder
    decisions = max(1, stats.decisions)
    lines = [
        f"{ladder.game}, {ladder.seats} seats, {ladder.games} games of {report.model}",
        f"{'bot':<32}{'games':>7}{'rating':>8}{'±':>5}",
        *(
            f"{player.bot:<32}{player.games:>7}{player.rating:>8.0f}{player.error:>5.0f}"
            for player in sorted(ladder.players, key=lambda each: -each.rating)
        ),
        f"decisions {stats.decisions}, of the fallback {stats.fallbacks}; answers {stats.answers}, "
        f"without a legal move {stats.illegal} ({stats.illegal / max(1, stats.answers):.1%}); "
        f"errors {stats.errors}",
        f"tokens {stats.prompt_tokens} in prompts, {stats.answer_tokens} in answers; "
        f"{stats.seconds / decisions:.3f} s a decision",
    ]
    if report.kinds:
        lines.append(f"{'kind of decision':<56}{'judged':>8}{'mistakes':>10}{'lost':>8}{'each':>8}")
        lines += [
            f"{row.kind:<56}{row.decisions:>8}{row.mistakes:>10}{row.cost:>8.2f}"
            f"{row.cost / row.decisions:>8.3f}"
            for row in report.kinds
        ]
    return "\n".join(lines)


def as_data(report: LlmReport) -> dict[str, Any]:
    """Return a report as JSON-compatible data."""
    return asdict(report)


def _own_decisions(model: str, game: Game, played: LlmGame) -> list[tuple[int, ReplayStep]]:
    """Return the decisions of the model in a game, with their plies."""
    steps = list(Record.loads(played.result.record).steps(game))
    bots = played.result.matchup.bots
    return [
        (ply, steps[ply]) for ply in find_decisions(steps) if bots[steps[ply].before.turn] == model
    ]


def _play(run: LlmRun, matchup: Matchup, game: Game) -> LlmGame:
    rng = random.Random(matchup.seed)
    transcript = run.folder / TRANSCRIPT_FILE if run.folder else None
    seeds = [random.Random(rng.getrandbits(60)) for _ in matchup.bots]
    seat = matchup.bots.index(run.model)
    bot = make_text_bot(run.model, game, seeds[seat], transcript)
    players = [
        bot if n == seat else make_bot(name, game, seeds[n]) for n, name in enumerate(matchup.bots)
    ]
    record, state = play_through(game, players, names(matchup.bots), rng, rng)
    result = GameResult(
        matchup,
        record.dumps(),
        tuple(state.ranks()),
        tuple(state.scores()),
        state.end().code,
        len(record.moves),
        tuple(bot.stats.decisions if n == seat else 0 for n in range(state.seats)),
        tuple(bot.stats.seconds if n == seat else 0.0 for n in range(state.seats)),
    )
    return LlmGame(result, bot.stats)


def _key(matchup: Matchup) -> str:
    return json.dumps([matchup.seed, matchup.bots, matchup.options, matchup.board])


def _to_data(played: LlmGame) -> dict[str, Any]:
    result = asdict(played.result)
    del result["matchup"]
    return {"result": result, "stats": asdict(played.stats)}


def _from_data(matchup: Matchup, data: dict[str, Any]) -> LlmGame:
    result: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in data["result"].items()
    }
    return LlmGame(GameResult(matchup, **result), LlmStats(**data["stats"]))


def _read_games(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the games of an earlier run, without a line that was cut off."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / GAMES_FILE
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    complete = text[: text.rfind("\n") + 1]
    if complete != text:
        path.write_text(complete, encoding="utf-8")
    try:
        return {data.pop("key"): data for data in map(json.loads, complete.splitlines())}
    except (ValueError, KeyError, AttributeError):
        raise RoundhouseError(f"{path} has a line that is not a game; delete the file") from None
