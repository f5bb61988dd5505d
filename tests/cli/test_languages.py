"""The language of commands for players, and that all others stay English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from roundhouse.bots.registry import BOTS
from roundhouse.cli.main import COMMANDS
from roundhouse.core import translation
from roundhouse.core.translation import LANGUAGES, PSEUDO
from roundhouse.play import registry

from .conftest import Cli

WORD = re.compile(r"(?<![\w’'-])[A-Za-z]{3,}(?!\w)")
PLAIN_VOWEL = re.compile(r"[aeiou]", re.IGNORECASE)
# Code in texts: options, paths and addresses, option values, and moves that a session repeats.
CODE = re.compile(r"--[\w-]+|\S*[./]\S*|\b\w+=\w+|^.* > .*$", re.MULTILINE)
# Names, and words of the notation; `count` is the type of an argument in an error of argparse.
NAMES = {
    *("roundhouse", "Ann", "count", "less", "check", "show", "search"),
    *(word for command in COMMANDS for word in command.split("-")),
    *BOTS,
    *(word for meta in registry.games() for word in (meta.id, *re.findall(r"\w+", meta.title))),
    *(word for meta in registry.games() for name in meta.options for word in name.split("_")),
    *(
        value
        for meta in registry.games()
        for each in meta.options.values()
        for value in each.values
    ),
}
PLAY = ("play", "northern", "--seats", 3, "--seat", 0, "--seed", 1, "--bots", "random")
TYPED = "help\nlay fargo\nlog\nundo\nundo\nchicago\nfargo\nlarge fargo\n\ntable\nsave x\nquit\n"
PLAIN_TYPED = "help\nchoices\nbrief\ntable\nat fargo\nat nowhere\nlog\nlay fargo\nundo\nabandon\n"


def list_plain_words(text: str) -> set[str]:
    """Return the English words of an output in the pseudo-locale."""
    cities = {
        word
        for city in registry.load("northern").board_file.data["city"]
        for word in re.findall(r"\w+", f"{city['name']} {city['id']}")
    }
    words = {word for word in WORD.findall(CODE.sub("", text)) if PLAIN_VOWEL.search(word)}
    return words - NAMES - cities


@pytest.fixture
def pseudo(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the environment after `cli` has cleared it."""
    monkeypatch.setitem(LANGUAGES, PSEUDO, "Pseudo")
    monkeypatch.setenv("LANG", PSEUDO)


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("--help",), ""),
        (("play", "--help"), ""),
        (("games", "--help"), ""),
        (("rules", "--help"), ""),
        (("replay", "--help"), ""),
        (("analyse", "--help"), ""),
        (("board", "check", "--help"), ""),
        (("board", "show", "--help"), ""),
        (("games",), ""),
        ((*PLAY, "--name", "Ann"), TYPED),
        ((*PLAY, "--name", "Ann"), "1\n" * 200),
        ((*PLAY, "--name", "Ann", "--option", "variant=single"), "1\n" * 200),
        ((*PLAY, "--name", "Ann", "--plain"), PLAIN_TYPED),
        ((*PLAY, "--name", "Ann", "--plain"), "1\n" * 200),
    ],
)
def test_outputs_are_translated_as_a_whole(cli: Cli, words: tuple[object, ...], typed: str) -> None:
    run = cli(*words, typed=typed)
    assert (run.code, run.err) == (0, "")
    assert "⟦" in run.out
    assert list_plain_words(run.out) == set()


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("play", "nowhere"), 2),
        (("play", "northern", "--seats", 9), 2),
        (("play", "northern", "--seats", 0), 2),
        (("play", "northern", "--seats", "x"), 2),
        (("play", "northern", "--seats"), 2),
        (("play", "northern", "--seat", 7), 2),
        (("play", "northern", "--option", "variant"), 2),
        (("play", "northern", "--option", "variant=long"), 2),
        (("play", "northern", "--option", "speed=compiled"), 2),
        (("play", "northern", "--bots", "search:0"), 2),
        (("play", "northern", "--nothing"), 2),
        (("play", "none.game"), 1),
        (("board", "check", "none.toml"), 1),
        (("board",), 2),
        (("dance",), 2),
        (("--language", "tlh"), 2),
    ],
)
def test_errors_are_translated_as_a_whole(cli: Cli, words: tuple[object, ...], code: int) -> None:
    run = cli(*words)
    assert (run.code, run.out) == (code, "")
    assert list_plain_words(re.sub(r"Errno.*|'[^']*'", "", run.err)) == set()


@pytest.mark.usefixtures("pseudo")
def test_files_are_read_in_the_language(cli: Cli, recorded: Path, tmp_path: Path) -> None:
    run = cli("replay", recorded, "--step", "--svg", "x.svg", typed="\nb\nt\nq\n")
    assert run.code == 0
    assert list_plain_words(run.out) == set()
    board = registry.text("northern", "board.toml")
    (tmp_path / "good.toml").write_text(board, encoding="utf-8")
    (tmp_path / "bad.toml").write_text(board.replace("[route]", "[road]"), encoding="utf-8")
    run = cli("board", "check", "good.toml")
    assert list_plain_words(run.out) == set()
    run = cli("board", "check", "bad.toml")
    assert run.code == 1
    assert list_plain_words(run.err.replace("[route]", "").replace("`route`", "")) == set()


@pytest.mark.usefixtures("pseudo")
def test_review_is_in_the_language(cli: Cli, recorded: Path) -> None:
    lines = recorded.read_text(encoding="utf-8").splitlines()
    recorded.write_text("\n".join([*lines[:4], ""]), encoding="utf-8")
    run = cli("analyse", recorded, "--iterations", 1, "--chart", "x.svg")
    assert (run.code, run.err) == (0, "")
    moves = {word for line in lines[1:4] for word in line.split()}
    assert list_plain_words(run.out) - moves - {"small", "large", "invest", "lay"} == set()
    chart = Path("x.svg").read_text(encoding="utf-8")
    texts = " ".join(re.findall(r"<(?:text|title|desc)[^>]*>([^<]*)<", chart))
    assert list_plain_words(texts) == set()


def test_a_plain_word_is_found() -> None:
    assert list_plain_words("⟦Ţĥïš⟧ Ann --plain a/path.game Northern word") == {"word"}


@pytest.mark.parametrize(
    ("variables", "heading"),
    [
        ({"LANG": "de_DE.UTF-8"}, "Befehle"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR@euro"}, "commandes"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "fr_FR", "LC_ALL": "de"}, "Befehle"),
        ({"LANG": "fr_FR", "LC_ALL": "C.UTF-8"}, "commands"),
        ({"LANG": "", "LC_ALL": ""}, "commands"),
        ({"LANG": "tlh_KX"}, "commands"),
    ],
)
def test_environment_chooses_the_language(
    cli: Cli, variables: dict[str, str], heading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation, "INCOMPLETE_LANGUAGES", set[str]())
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert f"\n{heading}:\n" in cli("--help").out
    assert "\nBefehle:\n" in cli("--language", "de", "--help").out
    assert "\ncommands:\n" in cli("--help", "--language=en").out


def test_environment_does_not_choose_an_incomplete_language(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation, "INCOMPLETE_LANGUAGES", {"de"})
    monkeypatch.setenv("LANG", "de_DE")
    assert "\ncommands:\n" in cli("--help").out


def test_unknown_language(cli: Cli) -> None:
    run = cli("games", "--language", "tlh")
    assert (run.code, run.out) == (2, "")
    assert run.err == "roundhouse: there is no language 'tlh'; there are: en, de, fr\n"


def test_game_in_german_and_french(cli: Cli) -> None:
    german = cli(*PLAY, "--language", "de", typed="lay fargo\nhelp\nabandon\n")
    assert "  - Spieler legt Gleis nach Fargo" in german.out
    assert "gehen, ohne zu speichern" in german.out
    plain = cli("--language", "fr", *PLAY, "--plain", typed="lay fargo\nlarge\nabandon\n")
    assert "Vous prolongez" in plain.out or "Vous posez" in plain.out
    assert "C’est à vous" in plain.out


def test_bots_and_records_do_not_depend_on_the_language(cli: Cli) -> None:
    bots = ("--bots", "text:greedy,random", "--name", "Ann")
    for language in ("en", "de"):
        cli(*PLAY[:-2], *bots, "--language", language, typed=f"lay fargo\nsave {language}\nquit\n")
    assert Path("de.game").read_text("utf-8") == Path("en.game").read_text("utf-8")


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"play"}))
def test_only_commands_for_players_are_translated(cli: Cli, command: str) -> None:
    run = cli(command, "--help", "--language", "de")
    is_translated = "Beispiele:" in run.out
    assert is_translated == (command in ("games", "rules", "board", "replay", "analyse"))
    assert is_translated or ("examples:" in run.out and "show this help" in run.out)
