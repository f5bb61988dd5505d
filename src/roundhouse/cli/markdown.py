"""Render Markdown for the terminal: the subset that the rules pages use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from roundhouse.cli.terminal import bold, table, wrap
from roundhouse.core.translation import translate as _

_HEADING = re.compile(r"(#+) +(.*)")
_ITEM = re.compile(r"( *)([-*]|\d+\.|\d+(?:\.\d+)+) +(.*)")
_RULE = re.compile(r"[|\s:-]+$")


def render(text: str) -> str:
    """Render headings in bold, paragraphs wrapped to the width, tables in columns."""
    return "\n".join(_blocks(text.splitlines()))


def _blocks(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        heading = _HEADING.match(line)
        if line.startswith("```"):
            end = _run(lines, at + 1, lambda each: not each.startswith("```"))
            yield from (f"    {each}" for each in lines[at + 1 : end])
            at = end + 1
        elif heading:
            title = _plain(heading.group(2))
            yield bold(title)
            if len(heading.group(1)) <= 2:
                yield bold(("=" if len(heading.group(1)) == 1 else "-") * len(title))
            at += 1
        elif line.startswith("|"):
            end = _run(lines, at, lambda each: each.startswith("|"))
            rows = [_cells(each) for each in lines[at:end] if not _RULE.match(each)]
            wide = max(map(len, rows))
            rows = [row + [""] * (wide - len(row)) for row in rows]
            yield table(rows[0], rows[1:])
            at = end
        elif not line.strip():
            yield ""
            at += 1
        else:
            end = _run(lines, at + 1, _is_continuation)
            yield _paragraph(lines[at:end])
            at = end


def _run(lines: list[str], at: int, member: Callable[[str], bool]) -> int:
    """Return the index after the last consecutive line that `member` accepts."""
    while at < len(lines) and member(lines[at]):
        at += 1
    return at


def _is_continuation(line: str) -> bool:
    """Return whether a line continues the paragraph or item before it."""
    begins = _ITEM.match(line) or _HEADING.match(line) or line.startswith(("|", "```"))
    return bool(line.strip()) and not begins


def _paragraph(lines: list[str]) -> str:
    item = _ITEM.match(lines[0])
    if item is None:
        return wrap(_plain(" ".join(each.strip() for each in lines)))
    bullet = item.group(2) in "-*"
    indent = item.group(1) + ("  " if bullet else "")
    mark = "• " if bullet else item.group(2) + " "
    text = " ".join([item.group(3), *(each.strip() for each in lines[1:])])
    return wrap(_plain(text), indent + " " * len(mark), indent + mark)


def _cells(line: str) -> list[str]:
    return [_plain(cell.strip()) for cell in line.strip().strip("|").split("|")]


def _plain(text: str) -> str:
    """Remove inline markup; keep the text of links."""
    text = re.sub(
        r"!\[([^\]]+)\]\([^)]*\)", lambda m: _("(In the picture: {text})", text=m[1]), text
    )
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    return re.sub(r"(\*\*|`|(?<!\w)\*(?=\w))(.+?)\1", r"\2", text)
