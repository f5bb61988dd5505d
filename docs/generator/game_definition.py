"""The page of the game definition: each piece of a game, its file and signature."""

from __future__ import annotations

import inspect
from dataclasses import Field, fields
from typing import Any

from docs.generator.markdown import code, field_comments, head, sentence, table

from roundhouse.core import definition
from roundhouse.core.definition import GameDefinition
from roundhouse.core.loader import PARTS, expected_signature, is_function, part_name

INTRO = """
A game is a package with the files below.
`load_definition` imports them, takes each piece from its file, and checks kind and parameters:
a function has the parameters shown here, with these names.
An error names the piece that is missing or wrong, its file, and the signature.
A file can also be a folder with the same name.

Functions marked `@rule` run interpreted and compiled; the others are plain Python.
[Add a game](../tutorials/add-a-game.md) shows in which order to write them.
"""


def page() -> str:
    """Return the page: a section for each file."""
    comments = field_comments(GameDefinition)
    text = head("Game definition", INTRO)
    for file in dict.fromkeys(str(part.metadata["file"]) for part in PARTS):
        text += f"\n## {file}\n"
        group = [part for part in PARTS if part.metadata["file"] == file]
        values = [part for part in group if not is_function(part)]
        if values:
            rows = [
                (code(part_name(part)), code(_type(part)), sentence(comments[part.name]))
                for part in values
            ]
            text += "\n" + table(["name", "type", "meaning"], rows)
        for part in group:
            if is_function(part):
                signature = expected_signature(part).replace("@rule def", "@rule\ndef")
                text += f"\n```python\n{signature}\n```\n\n{_meaning(part)}\n"
    optional = [part for part in fields(GameDefinition) if part not in PARTS]
    rows = [
        (code(part.name), code(_type(part)), sentence(comments[part.name]))
        for part in optional
        if part.name != "package"
    ]
    return text + "\n## Optional pieces\n\n" + table(["field", "type", "meaning"], rows)


def _type(part: Field[Any]) -> str:
    return str(getattr(part.type, "__name__", part.type))


def _meaning(part: Field[Any]) -> str:
    return inspect.getdoc(getattr(definition, _type(part))) or ""
