from __future__ import annotations

from pathlib import Path

from .conftest import Cli


def test_the_whole_log(cli: Cli, recorded: Path) -> None:
    run = cli("replay", recorded)
    assert run.code == 0
    assert run.out.startswith("Northern Pacific, variant standard: greedy 1, random 1, greedy 2\n")
    assert "greedy 1 invests a" in run.out
    assert "round 3 ends" in run.out
    assert " won (cubes: " in run.out


def test_up_to_a_ply_with_a_picture(cli: Cli, recorded: Path, tmp_path: Path) -> None:
    run = cli("replay", recorded, "--ply", 2, "--svg", "at2.svg")
    assert "\n   1  " in run.out
    assert "\n   2  " not in run.out
    assert (tmp_path / "at2.svg").read_text(encoding="utf-8").startswith("<svg")
    assert cli("replay", recorded, "--ply", 999).code == 1
    assert cli("replay", recorded, "--ply", -1).code == 1


def test_step_by_step(cli: Cli, recorded: Path) -> None:
    run = cli("replay", recorded, "--step", typed="\n\nb\nt\nq\n\n")
    assert run.code == 0
    assert "   1  random 1" in run.out
    assert "back before move 1" in run.out
    assert "   2  " not in run.out


def test_stepping_to_the_end_shows_the_result(cli: Cli, recorded: Path) -> None:
    assert " won (cubes: " in cli("replay", recorded, "--step", typed="\n" * 200).out


def test_a_broken_record_is_shown_up_to_the_error(cli: Cli, recorded: Path) -> None:
    lines = recorded.read_text(encoding="utf-8").splitlines()
    lines[4] = "0 lay seattle"
    recorded.write_text("\n".join(lines), encoding="utf-8")
    run = cli("replay", recorded)
    assert run.code == 1
    assert "   2  greedy 2" in run.out
    assert (
        run.err
        == f"roundhouse: {recorded}: line 5: 'lay seattle' is not legal now; "
        + (run.err.partition("legal now; ")[2])
    )


def test_a_wrong_result(cli: Cli, recorded: Path) -> None:
    text = recorded.read_text(encoding="utf-8")
    head, _, rest = text.partition('"scores": [')
    recorded.write_text(f'{head}"scores": [9{rest}', encoding="utf-8")
    run = cli("replay", recorded)
    assert run.code == 1
    assert "says the result is" in run.err


def test_the_board_it_was_played_on(cli: Cli, recorded: Path, tmp_path: Path) -> None:
    board = cli("board", "show", "northern", "--text").out
    (tmp_path / "same.toml").write_text(board + "\n# the same\n", encoding="utf-8")
    (tmp_path / "other.toml").write_text(
        board.replace("rounds = 3", "rounds = 2"), encoding="utf-8"
    )
    assert cli("replay", recorded, "--board", "same.toml").code == 0
    run = cli("replay", recorded, "--board", "other.toml")
    assert run.code == 1
    assert "played on another board" in run.err
