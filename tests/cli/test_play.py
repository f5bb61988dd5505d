from __future__ import annotations

from pathlib import Path

from roundhouse.play.record import Record

from .conftest import Cli, Run

TABLE = (
    "play",
    "northern",
    "--seats",
    3,
    "--seat",
    0,
    "--seed",
    1,
    "--bots",
    "random",
    "--name",
    "Ann",
)


def typed(cli: Cli, *lines: str) -> Run:
    return cli(*TABLE, typed="\n".join(lines) + "\n")


def test_a_number_chooses(cli: Cli) -> None:
    run = typed(cli, "1", "abandon")
    assert run.code == 0
    assert "Northern Pacific: Ann, random 1, random 2" in run.out
    assert "  - Ann invests a small cube in Duluth" in run.out
    assert "  - random 2 " in run.out


def test_words_search_and_enter_takes_the_only_one(cli: Cli) -> None:
    run = typed(cli, "fargo", "large fargo", "", "abandon")
    assert "26 Fargo" in run.out
    assert "Enter takes it." in run.out
    assert "  - Ann invests a large cube in Fargo" in run.out


def test_complete_move(cli: Cli) -> None:
    assert "  - Ann lays track to Fargo" in typed(cli, "lay fargo", "abandon").out


def test_unknown_input(cli: Cli) -> None:
    run = typed(cli, "999", "chicago", "", "abandon")
    assert run.out.count("There is no choice '") == 2
    assert "- Ann" not in run.out


def test_undo_reverts_the_last_choice(cli: Cli) -> None:
    run = typed(cli, "undo", "lay fargo", "undo", "lay duluth", "save x", "abandon")
    assert "You have not made a move yet." in run.out
    assert "Undone." in run.out
    assert Record.load("x.game").moves[0].words == "lay duluth"


def test_board_log_table_rules_and_help(cli: Cli, tmp_path: Path) -> None:
    run = typed(cli, "lay fargo", "board", "log", "table", "rules", "help", "abandon")
    picture = tmp_path / "northern-board.svg"
    assert f"Picture: {picture}" in run.out
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "   0  Ann lays track to Fargo" in run.out
    assert run.out.count("railhead ") >= 3
    assert "leave without saving" in run.out


def test_quit_saves_and_the_game_goes_on(cli: Cli) -> None:
    first = typed(cli, "lay fargo", "quit")
    assert "Saved. Resume with: roundhouse play northern-1.game" in first.out
    record = Record.load("northern-1.game")
    assert record.moves[0].words == "lay fargo"
    again = cli("play", "northern-1.game", "--seed", 1, typed="log\nlay minot\nquit\n")
    assert "Northern Pacific: Ann, random 1, random 2" in again.out
    assert "   0  Ann lays track to Fargo" in again.out
    assert len(Record.load("northern-1.game").moves) >= len(record.moves)


def test_saving_never_overwrites_another_game(cli: Cli, tmp_path: Path) -> None:
    for n in (1, 2):
        typed(cli, "lay fargo", "quit")
        assert (tmp_path / f"northern-{n}.game").exists()


def test_the_end_of_input_saves(cli: Cli) -> None:
    assert "Saved." in cli(*TABLE, typed="lay fargo\n").out


def test_a_whole_game(cli: Cli) -> None:
    run = cli(*TABLE, "--option", "variant=single", typed="1\n" * 200)
    assert run.code == 0
    assert "round 1 ends" in run.out
    assert " won (cubes: " in run.out or "the game itself wins" in run.out


def test_a_record_of_bots_can_be_taken_over(cli: Cli, recorded: Path) -> None:
    lines = recorded.read_text(encoding="utf-8").splitlines()
    recorded.write_text("\n".join(lines[:4]), encoding="utf-8")
    run = cli("play", recorded, "--seat", 2, typed="abandon\n")
    assert run.code == 0
    assert "> C greedy 2" in run.out
