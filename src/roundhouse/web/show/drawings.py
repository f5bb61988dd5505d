"""A game's SVG drawings as parts of a page. Our own SVG only: regular expressions know its habits,
and a parser would take ten times as long."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from roundhouse.core.svg import STYLE

_REF = re.compile(r'data-ref="([^"]*)"')
_NAMED = ' data-ref="'
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_SHARED = f"<style>{STYLE}</style>"
_RULE = re.compile(r"([^{}]+)(\{[^{}]*\})")


def inline(svg: str) -> str:
    """A drawing as part of a page, which has the styles that all drawings share (a browser that
    is given a style sheet with each of them looks at the whole page again each time). Those of its
    own hold inside drawings only."""
    bare = svg.replace(_SHARED, "")
    return _STYLE.sub(lambda found: f"<style>{_scoped(found.group(1))}</style>", bare)


def shared_style() -> str:
    """The styles that all drawings share, for the head of a page."""
    return _scoped(STYLE)


def _scoped(style: str) -> str:
    if "@" in style:
        return style
    return "".join(
        ",".join(f".board {part.strip()}" for part in selector.split(",")) + body
        for selector, body in _RULE.findall(style)
    )


def mark_new(svg: str, refs: set[str]) -> str:
    """The drawing with what carries one of these refs marked as new."""
    return mark(svg, refs, "data-new")


def mark(svg: str, refs: set[str], attribute: str) -> str:
    """The drawing with this attribute on what carries one of these refs."""

    def add(found: re.Match[str]) -> str:
        added = f' {attribute}=""' if unescape(found.group(1)) in refs else ""
        return found.group(0) + added

    return _REF.sub(add, svg) if refs else svg


def draws(svg: str, ref: str) -> bool:
    """Whether something in the drawing carries this ref."""
    return any(unescape(found) == ref for found in _REF.findall(svg))


def pieces(svg: str) -> Iterator[tuple[str, str]]:
    """(ref, its SVG) of each element that has one, nested ones too."""
    opened: list[tuple[str | None, int]] = []  # groups: nothing else has elements in it
    start = -1
    for tag in svg.split("<"):
        if tag.startswith("/g>"):
            ref, begun = opened.pop()
            if ref is not None:
                yield ref, svg[begun : start + len("</g>")]
        elif tag.startswith(("g ", "g>")):
            opened.append((_ref_of(tag), start))
        elif _NAMED in tag:
            ref = _ref_of(tag)
            if ref is not None:
                yield ref, svg[start : start + 1 + len(tag)]
        start += 1 + len(tag)


def _ref_of(tag: str) -> str | None:
    named = _REF.search(tag)
    return unescape(named.group(1)) if named else None
