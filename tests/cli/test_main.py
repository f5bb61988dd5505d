"""Help, exit codes, and errors without tracebacks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.child_processes import bind_to_parent

from roundhouse import cli as package
from roundhouse.cli.main import COMMANDS
from roundhouse.play import registry

from .conftest import Cli


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps_with_examples(cli: Cli, command: str) -> None:
    run = cli(command, "--help")
    assert run.code == 0
    assert "examples:" in run.out
    assert f"roundhouse {command}" in run.out


def test_the_list_of_commands_is_complete() -> None:
    folder = Path(package.__file__).parent
    modules = {
        path.stem.replace("_", "-")
        for path in folder.glob("*.py")
        if "\ndef add(subparsers" in path.read_text(encoding="utf-8")
    }
    assert modules == set(COMMANDS)


def test_help_lists_the_commands(cli: Cli) -> None:
    run = cli("--help")
    assert run.code == 0
    assert "commands:" in run.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["perft", "chess"], "there is no game 'chess'; there are:"),
        (["perft", "northern", "--seats", "9"], "is for 3 to 6 seats, not 9"),
        (["perft", "northern", "--seats", "0"], "not a positive number"),
        (["perft", "northern", "--seats", "three"], "invalid"),
        (["perft", "northern", "--option", "variant"], "name=value, not 'variant'"),
        (["perft", "northern", "--option", "variant=long"], "one of standard, single"),
        (["perft", "northern", "--option", "speed=compiled"], "no option 'speed'"),
        (["simulate", "northern", "--bots", "deep"], "no bot 'deep'"),
        (["play", "northern", "--seat", "7"], "there is no seat 7"),
        (["bench", "northern", "--seats", "2"], "3 to 6 seats"),
        (["board"], "required"),
    ],
)
def test_mistakes_in_the_command(cli: Cli, words: list[str], complaint: str) -> None:
    run = cli(*words)
    assert run.code == 2
    assert complaint in run.err
    assert "Traceback" not in run.err


def test_problems_in_files(cli: Cli, tmp_path: Path) -> None:
    for words in (
        ["replay", "none.game"],
        ["play", "none.game"],
        ["board", "check", "none.toml"],
        ["perft", "northern", "--board", "none.toml"],
    ):
        run = cli(*words)
        assert run.code == 1
        assert run.err.startswith("roundhouse: none.")
        assert run.err.count("\n") == 1
    (tmp_path / "file").touch()
    run = cli("simulate", "northern", "--games", 1, "--out", "file")
    assert run.code == 1
    assert run.err.startswith("roundhouse: ")


def test_an_interrupt_is_clean(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(registry, "games", interrupt)
    run = cli("games")
    assert (run.code, run.out, run.err) == (130, "", "\n")


def start(*words: str, new_session: bool = False) -> subprocess.Popen[str]:
    return subprocess.Popen(
        bind_to_parent([sys.executable, "-m", "roundhouse", *words]),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "ROUNDHOUSE_JIT": "0"},
        start_new_session=new_session,
    )


@pytest.mark.slow
def test_closed_pipe_is_not_an_error() -> None:
    process = start("board", "show", "northern", "--text")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.wait(120) == 141
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_simulation_with_partial_results(tmp_path: Path, jobs: str) -> None:
    process = start(
        "simulate",
        "northern",
        "--games",
        "1000000",
        "--jobs",
        jobs,
        "--out",
        str(tmp_path),
        new_session=True,
    )
    try:
        until = time.monotonic() + 120
        while len(list(tmp_path.iterdir())) < 3:
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert process.returncode == 130
    assert "records in" in out
    assert err == ""
