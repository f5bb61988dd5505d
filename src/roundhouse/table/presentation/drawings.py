"""A game's SVG drawings as parts of a page.

Regular expressions suffice because all drawings are our own; a parser would be ten times slower.
"""

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
    """Return a drawing without the styles that the page already has.

    Repeated style sheets would make the browser restyle the whole page each time. The drawing's
    own styles are limited to drawings.
    """
    bare = svg.replace(_SHARED, "")
    return _STYLE.sub(lambda match: f"<style>{_scoped(match.group(1))}</style>", bare)


def shared_style() -> str:
    """Return the styles that all drawings share, for the head of a page."""
    return _scoped(STYLE)


def _scoped(style: str) -> str:
    if "@" in style:
        return style
    return "".join(
        ",".join(f".board {part.strip()}" for part in selector.split(",")) + body
        for selector, body in _RULE.findall(style)
    )


def mark_new(svg: str, refs: set[str]) -> str:
    """Return the drawing with these refs marked as new."""
    return mark(svg, refs, "data-new")


def mark(svg: str, refs: set[str], attribute: str) -> str:
    """Return the drawing with this attribute on these refs."""

    def add(match: re.Match[str]) -> str:
        added = f' {attribute}=""' if unescape(match.group(1)) in refs else ""
        return match.group(0) + added

    return _REF.sub(add, svg) if refs else svg


def draws(svg: str, ref: str) -> bool:
    """Return whether the drawing contains this ref."""
    return any(unescape(match) == ref for match in _REF.findall(svg))


def pieces(svg: str) -> Iterator[tuple[str, str]]:
    """Yield (ref, SVG) of each element with a ref, including nested ones."""
    opened: list[tuple[str | None, int]] = []  # only groups contain other elements
    start = -1
    for tag in svg.split("<"):
        if tag.startswith("/g>"):
            ref, started = opened.pop()
            if ref is not None:
                yield ref, svg[started : start + len("</g>")]
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
