"""The documentation: sessions run, paths files exist, links have targets."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from docs.generator import PAGES as GENERATED
from tests.conftest import find_chromium

ROOT = Path(__file__).parents[1]
DOCS = sorted((ROOT / "docs").rglob("*.md"))
EXPERIMENTS = sorted((ROOT / "lab").glob("2*.md"))
# Pages outside the site: mkdocs does not check their links.
OUTSIDE = [
    *(ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING")),
    *(ROOT / f"{name}.md" for name in ("CHANGELOG", "SECURITY")),
    *(ROOT / folder / "README.md" for folder in ("bench", "deploy", "lab", "lab/balance")),
    *EXPERIMENTS,
]
PAGES = [*OUTSIDE[:5], *DOCS]
SESSIONS = [page for page in PAGES[1:] if ">>>" in page.read_text(encoding="utf-8")]
# A path in code marks, from the repository or the package: `docs/index.md`, `core/game.py: Game`.
PACKAGES = "bench|bots|cli|core|docs|examples|lab|play|research|src|tests|train|web"
PATH = re.compile(rf"`((?:{PACKAGES})/[\w/.-]*)(?:: [^`]*)?`")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
EXPERIMENT_PARTS = (
    "- Question: ",
    "- Date: ",
    "- Commit: `",
    "- Machine: ",
    "\n## Command\n",
    "\n## Result\n",
    "\n## Conclusion\n",
)
# A place in a table of ARCHITECTURE.md: a folder or a file; other words in code marks are names.
PLACE = re.compile(r"[\w./]+/|[\w./]+\.\w+")
SENTENCE_END = re.compile(r"[.!?](?<!Inc\.)(?:\)|\*\*)? (?=[A-Z`*\[])")
MAX_LINE = 160


def relative_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    headings = re.findall(r"(?m)^#+ (.*)$", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", SESSIONS, ids=relative_name)
def test_python_sessions_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=flags, encoding="utf-8"
    )
    assert tried > 8
    assert failed == 0


def test_sessions_are_found() -> None:
    assert "docs/tutorials/python.md" in [relative_name(page) for page in SESSIONS]


@pytest.mark.parametrize("page", [*PAGES, ROOT / "lab" / "README.md"], ids=relative_name)
def test_files_in_code_marks_exist(page: Path) -> None:
    paths = {
        path
        for path in PATH.findall(page.read_text(encoding="utf-8"))
        if "coalrun" not in path and "GAME" not in path
    }
    bases = (ROOT, ROOT / "src" / "roundhouse")
    missing = [path for path in sorted(paths) if not any((base / path).exists() for base in bases)]
    assert not missing


def rows_of_the_architecture() -> list[str]:
    """Return the right cells of the tables "Where to change what"."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    tables = text.partition("## Where to change what")[2].partition("## The gate")[0]
    rows = [line.split(" | ")[1] for line in tables.splitlines() if line.startswith("| ")]
    return [row for row in rows if row != "look in |"]


def owners_of(place: str, folder: Path) -> list[Path]:
    """Return the files that a place in code marks may mean, most likely first."""
    package = ROOT / "src" / "roundhouse"
    games = [
        *sorted((package / "games").glob("*/meta.py")),
        package / "cli/example/branchline/meta.py",
    ]
    bases = [package, ROOT, folder, *(meta.parent for meta in games)]
    return [base / place for base in bases if (base / place).exists()]


@pytest.mark.parametrize("row", rows_of_the_architecture())
def test_places_and_names_of_the_architecture_exist(row: str) -> None:
    """A name in code marks is in one of the files before it."""
    folder, texts, missing = ROOT, "", []
    for word in re.findall(r"`([^`]+)`", row):
        if PLACE.fullmatch(word) and (word == "RULES.md" or not word[0].isupper()):
            owners = owners_of(word, folder)
            for owner in owners:
                texts += owner.read_text(encoding="utf-8") if owner.is_file() else ""
            folder = next((o if o.is_dir() else o.parent for o in owners), folder)
            missing += [] if owners else [word]
        elif not re.search(rf"\b{re.escape(word)}\b", texts):
            missing.append(word)
    assert not missing


@pytest.mark.parametrize("page", OUTSIDE, ids=relative_name)
def test_relative_links_have_targets(page: Path) -> None:
    missing = []
    for groups in LINK.findall(page.read_text(encoding="utf-8")):
        link = groups[0] or groups[1]
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            missing.append(link)
    assert not missing


@pytest.mark.parametrize("page", EXPERIMENTS, ids=relative_name)
def test_experiment_has_all_its_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [part for part in EXPERIMENT_PARTS if part not in text] == []
    assert f"- Date: {page.name[:10]}\n" in text
    assert f"({page.name})" in (ROOT / "lab" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [*PAGES, *OUTSIDE[5:]], ids=relative_name)
def test_pages_have_short_lines_and_one_title(page: Path) -> None:
    if page.parent.name == "reference" and page.stem in GENERATED:
        pytest.skip("generated")
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > MAX_LINE and not line.startswith("|")] == []
    assert sum(line.startswith("# ") for line in outside_code(lines)) <= 1


@pytest.mark.parametrize("page", [*PAGES, *OUTSIDE[5:]], ids=relative_name)
def test_pages_have_one_sentence_a_line(page: Path) -> None:
    if page.parent.name == "reference" and page.stem in GENERATED:
        pytest.skip("generated")
    lines = outside_code(page.read_text(encoding="utf-8").splitlines())
    prose = [line for line in lines if not line.startswith(("    ", "|", "#"))]
    without_code = [re.sub(r"`[^`]*`", "`x`", re.sub(r"^\s*\d+\. ", "", line)) for line in prose]
    assert [line for line in without_code if SENTENCE_END.search(line)] == []


def outside_code(lines: list[str]) -> list[str]:
    """Return the lines that are not inside a fenced block."""
    text, fenced = [], False
    for line in lines:
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced:
            text.append(line)
    return text


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a strict build of the site, which checks links and reference names."""
    pytest.importorskip("material")
    pytest.importorskip("mkdocstrings")
    folder = tmp_path_factory.mktemp("docs") / "site"
    build = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert build.returncode == 0, build.stderr
    return folder


@pytest.mark.browser
@pytest.mark.xdist_group("site")
def test_site_loads_nothing_from_other_servers(site: Path) -> None:
    reference = (site / "reference" / "python-api.html").read_text(encoding="utf-8")
    assert "roundhouse.core.game.Game.start" in reference
    pages = [path.read_text(encoding="utf-8") for path in site.rglob("*.html")]
    assert not [page for page in pages if re.search(r'<(?:script|link)[^>]*="https?://', page)]


@pytest.mark.browser
@pytest.mark.xdist_group("site")
def test_site_opens_from_disk_on_a_phone(site: Path, request: pytest.FixtureRequest) -> None:
    """No page is wider than a phone or reports an error, and the search finds a page."""
    pytest.importorskip("playwright")
    if find_chromium() is None:
        pytest.skip("Chromium is not installed")
    wide: list[str] = []
    errors: list[str] = []
    with request.getfixturevalue("browser").new_page(
        viewport={"width": 390, "height": 844}
    ) as page:
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.extend([line.text] if line.type == "error" else []))
        for path in sorted(site.rglob("*.html")):
            if path.name != "404.html":  # its links start at the root of a server
                page.goto(path.as_uri())
                if page.evaluate("document.documentElement.scrollWidth") > 390:
                    wide.append(path.name)
        assert (wide, errors) == ([], [])
        page.goto((site / "index.html").as_uri() + "?q=dividends")
        page.locator(".md-search-result__item a").first.wait_for(state="attached", timeout=60_000)
    assert not errors
