"""Rules and pages for players in other languages have the parts of the English texts."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from roundhouse.cli.long_texts import LONG_TEXTS, LongTexts, is_for_players, name_translation
from roundhouse.cli.main import main
from roundhouse.core.translation import ENGLISH, LANGUAGES, PSEUDO, translate, use_language

SPOKEN = sorted(set(LANGUAGES) - {ENGLISH, PSEUDO})
TEXTS = LONG_TEXTS.list_english()
PAGES = [path for path in TEXTS if LONG_TEXTS.docs in path.parents]
GUIDES = [path for path in PAGES if path.name != "index.md"]  # which shows topics in bold
RULES = [path for path in TEXTS if path not in PAGES]
HEADING = re.compile(r"^(#+) (.*?)(?: \{#([\w-]+)\})?$", re.M)
LINK = re.compile(r"(!?)\[[^\]]*\]\((?!http)([^)\s#]+)(#[\w-]+)?\)")
CODE = re.compile(r"`([^`]+)`|^    (\S.*)$", re.M)
BOLD = re.compile(r"\*\*([^*]+)\*\*")
# What rules cite: sections, rulings, pictures, sections of the rulebook, settings of board files.
CITATION = re.compile(r"\b\d+\.\d{1,2}\b|\b[A-Z]&?\d+\b|\(picture:[\w-]+\)|`[^`]+`")
PLACEHOLDERS = {"ORT": "PLACE", "LIEU": "PLACE"}
NUMBER = re.compile(r"\d+(?:[.,\u202f]\d+)*")
# Words in bold with another meaning than in the interface: the editor's "Table" has rows.
NO_LABELS = {"edit-a-board.md": {"Table"}}


def text_of(path: Path, language: str = ENGLISH) -> str:
    name = path.name if language == ENGLISH else name_translation(path.name, language)
    return path.with_name(name).read_text(encoding="utf-8")


def relative_name(path: Path) -> str:
    return "/".join(path.parts[-2:])


def anchors(text: str) -> list[tuple[str, str]]:
    """Return the levels and anchors of the headings below the title."""
    headings = [match for match in HEADING.findall(text) if len(match[0]) > 1]
    names = (re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-") for _, words, _ in headings)
    return [
        (level, anchor or name) for (level, _, anchor), name in zip(headings, names, strict=True)
    ]


def links(text: str, page: str, language: str) -> list[tuple[str, str]]:
    """Return the files and anchors that a page links to; pages for players without the language."""
    targets = []
    for _, path, anchor in LINK.findall(text):
        target = normpath(join(dirname(page), path))
        english = target.replace(f".{language}.md", ".md")
        assert is_for_players(english) == (english != target) or language == ENGLISH, target
        targets.append((english, anchor))
    return targets


def code_words(text: str) -> Counter[str]:
    """Return the words in code marks and in indented lines that start with a command."""
    text = re.sub(r"--language \w\w\b", "--language de", text)  # a page has its own language there
    marked = [code or line for code, line in CODE.findall(text)]
    commands = [code for code in marked if not code.startswith(("[", "- ", "!"))]
    return Counter(
        " ".join(PLACEHOLDERS.get(word, word) for word in code.split())
        for code in commands
        if f"`{code}`" in text or code.startswith(("roundhouse ", "make ", "uvx "))
    )


def table_shape(text: str) -> list[int]:
    return [line.count("|") for line in text.splitlines() if line.startswith("|")]


def numbers(text: str) -> Counter[str]:
    return Counter(re.sub(r"\D", "", number) for number in NUMBER.findall(text))


def is_label(words: str) -> bool:
    """Return whether the interface has this message."""
    with use_language(SPOKEN[0]):
        return any(translate(label) != label for label in (words, f"{words}…", f"{words}."))


def labels(words: str) -> set[str]:
    """Return the translations of a label, which may end with "…" or a full stop."""
    texts = {translate(f"{words}{end}") for end in ("", "…", ".")}
    return {text.rstrip("….").rstrip("\u00a0 ") for text in texts}


@pytest.mark.parametrize("language", SPOKEN)
def test_no_long_text_is_missing(language: str) -> None:
    missing = [each for each in LONG_TEXTS.find_problems(language) if each.endswith("missing")]
    assert missing == []


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("path", PAGES, ids=relative_name)
def test_page_has_the_parts_of_the_english_page(path: Path, language: str) -> None:
    english, text = text_of(path), text_of(path, language)
    page = path.relative_to(LONG_TEXTS.docs).as_posix()
    assert anchors(text) == anchors(english)
    assert Counter(links(text, page, language)) == Counter(links(english, page, ENGLISH))
    assert code_words(text) == code_words(english)
    assert table_shape(text) == table_shape(english)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("path", GUIDES, ids=relative_name)
def test_page_quotes_the_interface(path: Path, language: str) -> None:
    """Buttons and headings of the app are in bold, in the same order as in English."""
    english, text = BOLD.findall(text_of(path)), BOLD.findall(text_of(path, language))
    assert len(text) == len(english)
    with use_language(language):
        wrong = [
            (words, label)
            for words, label in zip(english, text, strict=True)
            if words not in NO_LABELS.get(path.name, ())
            and is_label(words)
            and label.rstrip("…").rstrip("\u00a0 ") not in labels(words)
        ]
    assert wrong == []


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("path", RULES, ids=relative_name)
def test_rules_have_the_parts_of_the_english_rules(path: Path, language: str) -> None:
    english, text = text_of(path), text_of(path, language)
    levels = [[level for level, _ in anchors(each)] for each in (text, english)]
    assert levels[0] == levels[1]
    assert table_shape(text) == table_shape(english)
    for line in (
        r"^\*\*(\d+\.\d+)\*\*",
        r"^- \*\*([A-Z]\d+)\*\*",
        r"^!\[.{20,}\]\(picture:(.*)\)$",
    ):
        assert re.findall(line, text, re.M) == re.findall(line, english, re.M)
    paragraphs = [re.split(r"\n\s*\n", each) for each in (text, english)]
    assert len(paragraphs[0]) == len(paragraphs[1])
    for translated, source in zip(*paragraphs, strict=True):
        assert Counter(CITATION.findall(translated)) == Counter(CITATION.findall(source))
        assert numbers(translated) == numbers(source)


@pytest.fixture
def texts(tmp_path: Path) -> LongTexts:
    """A game and a page, translated into German and confirmed."""
    game = tmp_path / "src" / "games" / "mule"
    for folder in (game, tmp_path / "src" / "core" / "locale", tmp_path / "docs" / "games"):
        folder.mkdir(parents=True)
    (game / "meta.py").touch()
    (tmp_path / "docs" / "hosts.md").write_text("# Not for players")
    for path in (game / "RULES.md", tmp_path / "docs" / "games" / "mule.md"):
        path.write_text("# Mule")
        path.with_name(name_translation(path.name, "de")).write_text("# Maultier")
    result = LongTexts(tmp_path / "src", tmp_path / "docs")
    assert len(list(result.find_problems("de"))) == 2  # not confirmed
    assert result.confirm("de") == 2
    return result


def test_outdated_translation_is_found_until_it_is_confirmed(texts: LongTexts) -> None:
    assert list(texts.find_problems("de")) == []
    (texts.sources / "games" / "mule" / "RULES.md").write_text("# Mule\n\nNew.")
    problem = "games/mule/RULES.de.md is older than the English text"
    assert list(texts.find_problems("de")) == [problem]
    assert list(texts.find_problems("de", "games/mule")) == [problem]
    assert list(texts.find_problems("de", "docs")) == []
    assert texts.confirm("de", "docs") == 1
    assert list(texts.find_problems("de")) == [problem]
    assert texts.confirm("de", "games/mule") == 1
    assert list(texts.find_problems("de")) == []


def test_missing_translation_is_found(texts: LongTexts) -> None:
    assert list(texts.find_problems("fr")) == [
        "games/mule/RULES.fr.md is missing",
        "docs/games/mule.fr.md is missing",
    ]
    assert texts.confirm("fr") == 0


def test_command_lists_long_texts(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["translations", "status", "nl", "--package", "docs"])
    lines = capsys.readouterr().out.splitlines()
    assert code == 1
    assert "  docs/games/union.nl.md is missing" in lines
    assert f"{len(PAGES):6} {len(PAGES):6}  long texts" in lines


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["confirm"], "name the language"),
        (["confirm", "nl"], "no long text in 'nl'"),
        (["confirm", "de", "--package", "games/moon"], "no long text"),
        (["status", "de", "--package", "games/moon"], "no package 'games/moon'"),
    ],
)
def test_wrong_arguments_are_explained(
    arguments: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["translations", *arguments]) != 0
    assert error in capsys.readouterr().err
