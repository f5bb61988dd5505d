"""Imitation learning on a CPU: a run, the next run, and promotion."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import numpy as np
import pytest

from roundhouse.bots.net.weights import FOLDER, read_weights
from roundhouse.bots.search.heuristic_guide import HeuristicGuide
from roundhouse.train.config import ImitationParams, TrainConfig, as_options
from roundhouse.train.folder import TrainingFolder
from roundhouse.train.generator import MIN_DECISIONS, GameGenerator, GeneratorConfig, run_generator
from roundhouse.train.imitation_dataset import read_dataset, write_dataset
from roundhouse.train.requirements import TrainingError

from .test_ppo import one_thread  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.heavy, pytest.mark.usefixtures("one_thread")]

OPTIONS = as_options({"variant": "single"})
ITERATIONS = 30
DATASETS = 3
# Columns of a dataset file: a file format, so they keep their names.
COLUMNS = ["seen", "count", "legal", "visits", "priors", "shares", "won", "seats", "game"]


def make_config(folder: Path, **settings: object) -> TrainConfig:
    common = {"options": OPTIONS, "seconds": 0.0, "iterations": ITERATIONS}
    return TrainConfig("northern", folder, **{**common, **settings})  # type: ignore[arg-type]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a training folder with a fixed number of generated datasets."""
    generator = GameGenerator(GeneratorConfig(make_config(tmp_path), 1))
    (tmp_path / "books").mkdir()
    for number, dataset in zip(range(DATASETS), generator.datasets(MIN_DECISIONS), strict=False):
        write_dataset(tmp_path / "books" / f"1-{number}.npz", dataset)
    return tmp_path


def test_second_run_continues_the_first(folder: Path) -> None:
    from roundhouse.train.imitation_trainer import ImitationTrainer

    params = ImitationParams(epochs=60.0, batch_size=256)
    trainer = ImitationTrainer(make_config(folder, imitation=params))
    lines: list[str] = []
    assert trainer.run(lines.append)
    first = read_weights(folder / "weights.npz")
    assert first.fits(trainer.game)
    datasets = TrainingFolder(folder).read_datasets(trainer.game)
    chance_level = np.mean(np.concatenate([1.0 / dataset.count for dataset in datasets]))
    assert first.metadata["runs"][0]["top_1_accuracy"] > 1.5 * chance_level
    assert "| 1 |" in (folder / "card.md").read_text(encoding="utf-8")

    second = make_config(folder, seconds=6.0, imitation=params, arena_games=2)
    # Compile first, or the generators would spend their time on compiling.
    GameGenerator(GeneratorConfig(second, 1, folder / "weights.npz")).warm_up()
    stages: list[str] = []
    is_promoted = ImitationTrainer(second).run(
        lines.append, lambda stage, completed, total, note: stages.append(stage)
    )
    assert not multiprocessing.active_children()
    assert [run["unguided_fraction"] for run in trainer.runs()] == [1.0, 0.0]
    assert len(TrainingFolder(folder).read_arenas()) == 1
    assert {"generating games", "learning", "arena"} <= set(stages)
    assert (folder / "weights.lost.npz").exists() is not is_promoted
    assert len(read_weights(folder / "weights.npz").metadata["runs"]) == (2 if is_promoted else 1)
    assert not (folder / "weights.new.npz").exists()


@pytest.mark.parametrize(
    ("unguided_fraction", "low", "high"), [(0.0, 0, 0), (0.5, 30, 90), (1.0, 120, 120)]
)
def test_some_seats_search_without_the_network(
    tmp_path: Path, unguided_fraction: float, low: int, high: int
) -> None:
    config = make_config(tmp_path, imitation=ImitationParams(unguided_fraction=unguided_fraction))
    generator = GameGenerator(GeneratorConfig(config, 1, FOLDER / "northern.npz"))
    searches = [search for _ in range(20) for search in generator._assign_searches()]
    assert len(searches) == 20 * 6
    unguided = sum(isinstance(search._threads[0]._guide, HeuristicGuide) for search in searches)
    assert low <= unguided <= high
    _, decisions = generator.play_game()
    assert decisions


def test_generator_process_writes_a_dataset(tmp_path: Path) -> None:
    """A generator completes its dataset even when the deadline has passed."""
    config = GeneratorConfig(make_config(tmp_path), 7)
    process = multiprocessing.get_context("spawn").Process(
        target=run_generator, args=(config, tmp_path, 0)
    )
    process.start()
    process.join()
    assert process.exitcode == 0  # all seats lose some of these games
    assert [path.name for path in tmp_path.iterdir()] == ["7-0.npz"]
    assert len(read_dataset(tmp_path / "7-0.npz")) >= MIN_DECISIONS
    with np.load(tmp_path / "7-0.npz") as file:
        assert file.files == COLUMNS


def test_run_without_games_is_an_error(tmp_path: Path) -> None:
    from roundhouse.train.imitation_trainer import ImitationTrainer

    with pytest.raises(TrainingError, match="no game was finished"):
        ImitationTrainer(make_config(tmp_path)).run()
    assert not (tmp_path / "weights.npz").exists()


def test_folder_of_another_game_or_method_is_refused(folder: Path) -> None:
    from roundhouse.train.imitation_trainer import ImitationTrainer

    with pytest.raises(TrainingError, match="of another game"):
        ImitationTrainer(TrainConfig("texas", folder, seconds=0.0)).run()
    (folder / "checkpoint.pt").touch()
    with pytest.raises(TrainingError, match="by the other method"):
        ImitationTrainer(make_config(folder))
