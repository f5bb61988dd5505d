from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.cli.simulate import Summary
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.lab.schedule import GameResult, Matchup
from roundhouse.play.record import Record

from .conftest import Cli


def test_records_and_a_summary(cli: Cli, tmp_path: Path) -> None:
    run = cli(
        "simulate",
        "northern",
        "--seats",
        3,
        "--games",
        4,
        "--bots",
        "greedy,random",
        "--out",
        "games",
    )
    assert run.code == 0
    assert "Northern Pacific: 4 games, 3 seats, variant standard" in run.out
    assert "4 records in games" in run.out
    assert run.err == ""  # no progress bar without a terminal
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == [f"northern-00000{n}.game" for n in (1, 2, 3, 4)]
    records = [Record.load(file) for file in files]
    assert records[0].names == ("greedy 1", "random 1", "greedy 2")
    assert records[1].names == ("random 1", "greedy 1", "random 2")
    for record in records:
        *_, last = record.replay(record.load_game(speed=INTERPRETED))
        assert last.over


def test_a_seed_gives_the_same_games(cli: Cli, tmp_path: Path) -> None:
    for folder, seed in (("a", 5), ("b", 5), ("c", 6)):
        cli("simulate", "northern", "--games", 2, "--seed", seed, "--out", folder)
    texts = {
        folder: [file.read_text() for file in sorted((tmp_path / folder).iterdir())]
        for folder in "abc"
    }
    assert texts["a"] == texts["b"]
    assert texts["a"] != texts["c"]


@pytest.mark.slow
def test_the_number_of_jobs_changes_nothing(cli: Cli, tmp_path: Path) -> None:
    one = cli("simulate", "northern", "--games", 6, "--out", "one")
    two = cli("simulate", "northern", "--games", 6, "--out", "two", "--jobs", 2)
    assert one.out.replace("in one", "in two") == two.out
    for file in (tmp_path / "one").iterdir():
        assert file.read_text() == (tmp_path / "two" / file.name).read_text()


def test_options_and_boards(cli: Cli) -> None:
    run = cli("simulate", "northern", "--games", 2, "--option", "variant=single")
    assert "variant single" in run.out
    assert cli("simulate", "northern", "--games", 1, "--board", "none.toml").code == 1


def played(scores: tuple[int, ...], ranks: tuple[int, ...], end: str) -> GameResult:
    matchup = Matchup(0, "northern", ("greedy", "random", "random"), None, "")
    return GameResult(matchup, "", ranks, scores, end, 0, (0, 0, 0), (0.0, 0.0, 0.0))


def test_summary_counts_shared_wins_and_endings(northern: Game) -> None:
    summary = Summary(northern)
    summary.count(played((9, 5, 5), (0, 1, 1), "supply"))
    summary.count(played((5, 5, 1), (0, 0, 2), "supply"))
    summary.count(played((1, 1, 1), (1, 1, 1), "market"))
    assert summary.bots["greedy"].wins == 1.5
    assert summary.bots["random"].wins == 0.5
    assert summary.bots["random"].games == 6
    assert summary.seats[1].shared == 1
    text = str(summary)
    assert "won by no seat: 1" in text
    assert "50.0 %" in text
    assert [line.split() for line in text.splitlines()[-2:]] == [["supply", "2"], ["market", "1"]]
