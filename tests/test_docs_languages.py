"""The documentation in several languages: navigation, switch, and pages that stay English."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = {
    "index.md": "# Home\n\n[Mule](games/mule.md)",
    "index.de.md": "# Start\n\n[Maultier](games/mule.de.md)",
    "games/mule.md": "# Mule\n\n[Back](../index.md), [host](../host.md#open), [a](https://a.md)",
    "games/train.md": "# Train",
    "games/train.de.md": "# Eisenbahnzug\n\n## Schluss {#end}",
    "host.md": "# Host\n\n## Open",
}
CONFIG = """
site_name: Test
strict: true
use_directory_urls: false
theme:
  name: material
  font: false
  palette: [{{toggle: {{icon: material/weather-night, name: Switch to dark theme}}}}]
hooks: [{hook}]
not_in_nav: "*.de.md\\n*.fr.md"
markdown_extensions: [attr_list]
plugins: [search]
nav:
  - Home: index.md
  - Guides:
      - Games: [games/mule.md, games/train.md]
      - Host: host.md
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site with pages for players and one for hosts, partly in German."""
    pytest.importorskip("material")
    folder = tmp_path_factory.mktemp("languages")
    for name, text in PAGES.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    config = CONFIG.format(hook=ROOT / "docs" / "languages.py")
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    build = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(folder / "mkdocs.yml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert build.returncode == 0, build.stderr
    return folder / "site"


def read(site: Path, page: str) -> str:
    return (site / page).read_text(encoding="utf-8")


def article(html: str) -> str:
    return html.partition("<article")[2].partition("</article>")[0]


@pytest.mark.parametrize(
    ("page", "language"),
    [("host.html", "en"), ("games/train.html", "en"), ("games/train.de.html", "de")],
)
def test_page_has_its_language(site: Path, page: str, language: str) -> None:
    html = read(site, page)
    assert f'<html lang="{language}"' in html
    assert "Noch nicht übersetzt" not in html
    search = {"en": 'placeholder="Search"', "de": 'placeholder="Suche"'}[language]
    assert search in html


def test_untranslated_page_is_english_with_a_mark(site: Path) -> None:
    html = read(site, "games/mule.de.html")
    assert '<html lang="de"' in html
    assert '<div lang="en">' in article(html)
    assert '<p lang="de"><em>Noch nicht übersetzt</em></p>' in article(html)
    assert article(html).index("</h1>") < article(html).index("Noch nicht")
    assert "Pas encore traduit" in article(read(site, "index.fr.html"))


def test_links_of_an_untranslated_page_keep_the_language(site: Path) -> None:
    text = article(read(site, "games/mule.de.html"))
    links = [link for link in re.findall(r'href="([^"]+)"', text) if not link.startswith("#")]
    assert links == ["../index.de.html", "../host.html#open", "https://a.md"]


def test_navigation_has_pages_for_players_only(site: Path) -> None:
    html = read(site, "games/train.de.html")
    navigation = html.partition("md-nav--primary")[2].partition("md-nav--secondary")[0]
    links = re.findall(r'href="([^"#]+)"', navigation)
    assert {"../index.de.html", "mule.de.html", "train.de.html"} <= set(links)
    assert not [link for link in links if "host" in link or not link.endswith(".de.html")]
    assert "Spiele" in navigation  # the section "Games"
    english = read(site, "games/train.html")
    assert "../host.html" in english
    assert "Spiele" not in english


def test_switch_leads_to_the_same_page(site: Path) -> None:
    switch = r'<a href="([^"]+)" hreflang="(\w+)"'
    assert re.findall(switch, read(site, "games/train.de.html")) == [
        ("train.html", "en"),
        ("train.de.html", "de"),
        ("train.fr.html", "fr"),
    ]
    # A page for hosts is English only: the switch leads home.
    assert re.findall(switch, read(site, "host.html")) == [
        ("host.html", "en"),
        ("index.de.html", "de"),
        ("index.fr.html", "fr"),
    ]


def test_script_loads_no_map_of_the_site(site: Path) -> None:
    assert 'rel="alternate"' not in read(site, "games/train.de.html")


def test_theme_is_translated_for_each_page(site: Path) -> None:
    german, english = "Zum dunklen Farbschema wechseln", "Switch to dark theme"
    assert german in read(site, "games/train.de.html")
    assert english in read(site, "games/train.html")
    assert german not in read(site, "games/train.html")


def test_search_finds_english_first_and_an_untranslated_page_once(site: Path) -> None:
    documents = json.loads(read(site, "search/search_index.json"))["docs"]
    boosts = {each["location"]: each.get("boost", 1.0) for each in documents}
    assert boosts["games/mule.html"] == boosts["games/train.html"] == 1.0
    assert boosts["games/train.de.html"] < 1.0
    assert "games/mule.de.html" not in boosts
