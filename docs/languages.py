"""Hooks of MkDocs: pages for players in several languages, `page.de.md` beside `page.md`.

A page that has no translation is built from the English text, with a mark. The navigation, the
words of the theme and the switch of languages are those of the page's language.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from roundhouse.cli.long_texts import is_for_players, name_translation
from roundhouse.core.translation import ENGLISH, LANGUAGES, PSEUDO, translate, use_language

HOME = "index.md"
TRANSLATED = tuple(code for code in LANGUAGES if code not in (ENGLISH, PSEUDO))
# All languages have one index: a word that is in several is most often an English one.
TRANSLATION_BOOST = 0.1
ALTERNATE = re.compile(r'\s*<link rel="alternate" [^>]*hreflang=[^>]*>')
LINK = re.compile(r"(?<!!)\]\((?!\w+:)([\w./-]+\.md)(?=[#)])")


@dataclass
class Build:
    """What the hooks of one build share."""

    fallbacks: set[str] = field(default_factory=set)
    navs: dict[str, Navigation] = field(default_factory=dict)
    toggles: list[str] = field(default_factory=list)  # the English names of the theme's switches


build = Build()


def split_language(page: str) -> tuple[str, str]:
    """Return the English page and the language of a page: `a.de.md` is `a.md` in German."""
    stem, _, code = page.removesuffix(".md").rpartition(".")
    return (f"{stem}.md", code) if code in TRANSLATED else (page, ENGLISH)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not translated, in English."""
    build.fallbacks.clear()
    pages = {file.src_uri: file for file in files.documentation_pages()}
    for page, file in pages.items():
        if is_for_players(page) and split_language(page)[1] == ENGLISH:
            for language in TRANSLATED:
                name = name_translation(page, language)
                if name not in pages:
                    text = link_to_language(file.content_string, page, language)
                    files.append(File.generated(config, name, content=text))
                    build.fallbacks.add(name)
    return files


def link_to_language(text: str, page: str, language: str) -> str:
    """Let the links of an English page lead to pages in another language."""

    def replace(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), match[1]))
        is_translated = is_for_players(target)
        return f"]({name_translation(match[1], language) if is_translated else match[1]}"

    return LINK.sub(replace, text)


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Make the navigation of each language from the English one."""
    build.navs[ENGLISH] = nav
    for language in TRANSLATED:
        with use_language(language):
            items = [each for item in nav for each in _translate_item(item, files, language)]
        pages = [page for item in items for page in _pages_of(item)]
        for before, page, after in zip([None, *pages], pages, [*pages[1:], None], strict=False):
            page.previous_page, page.next_page = before, after
        build.navs[language] = Navigation(items, pages)
        build.navs[language].homepage = pages[0]
    return nav


def _translate_item(item: StructureItem, files: Files, language: str) -> list[StructureItem]:
    """Return an item of the navigation without what is not for players."""
    if isinstance(item, Page):
        file = files.get_file_from_path(name_translation(item.file.src_uri, language))
        return [file.page] if file and file.page else []
    if not isinstance(item, Section):
        return []
    inner = [_translate_item(child, files, language) for child in item.children]
    children = [each for items in inner for each in items]
    if len(children) <= 1:
        return children
    section = Section(translate(item.title), children)
    for child in children:
        child.parent = section
    return [section]


def _pages_of(item: StructureItem) -> list[Page]:
    if isinstance(item, Section):
        return [page for child in item.children for page in _pages_of(child)]
    return [item] if isinstance(item, Page) else []


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Mark a page that is not translated, below its title; let searches find English first."""
    name = page.file.src_uri
    language = split_language(name)[1]
    if name not in build.fallbacks:
        if language != ENGLISH:
            page.meta["search"] = {"boost": TRANSLATION_BOOST}
        return html
    page.meta["search"] = {"exclude": True}  # the English page is found
    with use_language(language):
        mark = f'<p lang="{language}"><em>{translate("Not yet translated")}</em></p>'
    title, end, rest = html.partition("</h1>")
    return f'<div lang="{ENGLISH}">{title}{end}{mark}{rest}</div>' if end else f"{mark}{html}"


def on_page_context(
    context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Navigation
) -> dict[str, Any]:
    """Set the language of the theme, its navigation and the switch of languages."""
    english, language = split_language(page.file.src_uri)
    base = english if is_for_players(english) else HOME
    targets = {code: name_translation(base, code) for code in TRANSLATED}
    targets[ENGLISH] = english
    config.theme["language"] = language
    config.extra["alternate"] = [
        {"name": name, "lang": code, "link": targets[code].removesuffix(".md") + ".html"}
        for code, name in LANGUAGES.items()
        if code in targets
    ]
    context["nav"] = build.navs[language]
    toggles = [palette["toggle"] for palette in config.theme["palette"]]
    build.toggles = build.toggles or [toggle["name"] for toggle in toggles]
    with use_language(language):
        for toggle, name in zip(toggles, build.toggles, strict=True):
            toggle["name"] = translate(name)
    return context


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Remove links for which the theme's script loads `sitemap.xml`: that fails from disk."""
    return ALTERNATE.sub("", output)
