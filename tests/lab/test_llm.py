"""The benchmark of language models: schedule, resuming, ratings, decision kinds."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tests.bots.scripted_endpoint import badly, serve, well

from roundhouse.bots.registry import UnknownBot
from roundhouse.bots.search import Budget
from roundhouse.cli.main import main
from roundhouse.core.errors import BadOption, RoundhouseError
from roundhouse.core.rule import INTERPRETED
from roundhouse.lab.llm import (
    LlmRun,
    as_data,
    as_text,
    build_llm_schedule,
    judge_decisions,
    play_model,
    summarize,
)
from roundhouse.lab.schedule import GameSetup
from roundhouse.play import registry

SETUP = GameSetup("northern", 3)
LADDER = ("random", "instinct", "beginner")


def test_the_model_meets_all_neighbours_in_every_seat() -> None:
    run = LlmRun("text:first", SETUP, LADDER, rounds=3)
    matchups = build_llm_schedule(run)
    assert len(matchups) == 6
    groups = [tuple(sorted(set(each.bots) - {"text:first"})) for each in matchups]
    assert set(groups) == {("instinct", "random"), ("beginner", "instinct")}
    assert {each.bots.index("text:first") for each in matchups} == {0, 1, 2}
    assert len({each.seed for each in matchups}) == len(matchups)


@pytest.mark.parametrize("ladder", [(), ("random", "random"), ("random", "text:first")])
def test_a_ladder_names_each_bot_once(ladder: tuple[str, ...]) -> None:
    with pytest.raises(BadOption, match="once"):
        build_llm_schedule(LlmRun("text:first", SETUP, ladder))


def test_a_model_must_be_a_player_of_text() -> None:
    with pytest.raises(UnknownBot, match="no language model"):
        play_model(LlmRun("greedy", SETUP, LADDER), registry.load("northern", speed=INTERPRETED))


def test_games_are_kept_and_the_report_has_everything(tmp_path: Path) -> None:
    game = registry.load("northern", speed=INTERPRETED)
    short = play_model(LlmRun("text:greedy", SETUP, LADDER, rounds=1, folder=tmp_path), game)
    file = tmp_path / "llm-games.jsonl"
    saved = file.read_text(encoding="utf-8")
    file.write_text(saved + '{"key": "cut o', encoding="utf-8")
    run = LlmRun("text:greedy", SETUP, LADDER, rounds=2, folder=tmp_path)
    games = play_model(run, game)
    assert games[: len(short)] == short
    assert len(games) == 4
    assert file.read_text(encoding="utf-8").startswith(saved)
    assert len((tmp_path / "transcript.jsonl").read_text(encoding="utf-8").splitlines()) == sum(
        each.stats.answers for each in games
    )
    kinds = judge_decisions("text:greedy", game, games, Budget(20), 4, random.Random(1))
    assert sum(row.decisions for row in kinds) == 4
    assert all(row.kind.startswith("choosing the next move") for row in kinds)
    report = summarize(run, games, kinds)
    assert {player.bot for player in report.ladder.players} == {*LADDER, "text:greedy"}
    assert report.stats.decisions == sum(each.stats.decisions for each in games)
    assert report.stats.prompt_tokens > 1000 * report.stats.answers
    assert "without a legal move 0 (0.0%)" in as_text(report)
    assert json.loads(json.dumps(as_data(report)))["model"] == "text:greedy"


def test_a_damaged_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "llm-games.jsonl").write_text("no game\n", encoding="utf-8")
    with pytest.raises(RoundhouseError, match="not a game"):
        play_model(
            LlmRun("text:first", SETUP, LADDER, folder=tmp_path),
            registry.load("northern", speed=INTERPRETED),
        )


def test_a_model_behind_an_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serve(well) as endpoint:
        command = ["lab", "llm", "northern", "--seats", "3", "--rounds", "1", "--bots"]
        command += ["random,instinct", "--judge", "0", "--out", str(tmp_path)]
        assert main([*command, "--model", f"llm:tiny@{endpoint.url}"]) == 0
    text = capsys.readouterr().out
    assert text == (tmp_path / "report.txt").read_text(encoding="utf-8")
    assert "without a legal move 0 (0.0%); errors 0" in text
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["stats"]["prompt_tokens"] == 100 * report["stats"]["answers"]


def test_a_model_that_answers_badly_is_counted() -> None:
    with serve(badly) as endpoint:
        run = LlmRun(f"llm:bad@{endpoint.url}#retries=1", SETUP, ("random",), rounds=1)
        (played,) = play_model(run, registry.load("northern", speed=INTERPRETED))
    stats = played.stats
    assert stats.illegal == stats.answers == 2 * stats.decisions
    assert stats.fallbacks == stats.decisions
