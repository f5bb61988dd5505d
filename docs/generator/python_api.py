"""The page of the Python API: mkdocstrings fills it in when the site is built."""

from __future__ import annotations

from importlib import import_module

from docs.generator.markdown import head

INTRO = """
The names below are public: later versions add to them and do not break them.
[Use a game from Python](../tutorials/python.md) shows them at work.
"""

# Section -> module, and the members to show; no members: all public ones.
SECTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "Load and play a game": {
        "roundhouse.play.registry": ("games", "load", "meta", "open_game", "read_board", "text"),
        "roundhouse.core.meta": (),
        "roundhouse.core.game": ("Game",),
        "roundhouse.core.state": ("State",),
        "roundhouse.core.errors": (),
    },
    "Views": {
        "roundhouse.core.view": ("View", "Choice", "Shortcut", "Panel", "Fact", "Drawing", "End")
    },
    "Records and matches": {
        "roundhouse.play.record": (),
        "roundhouse.play.match": (),
        "roundhouse.play.undo_rule": ("undo_ply",),
        "roundhouse.play.conformance": ("check", "all_options", "Report", "Nonconformance"),
    },
    "Bots": {"roundhouse.bots.bot": (), "roundhouse.bots.registry": ()},
    "Research": {
        "roundhouse.research.pettingzoo_env": (),
        "roundhouse.research.gymnasium_env": (),
        "roundhouse.research.gymnasium_vector": (),
        "roundhouse.research.textarena_env": (),
        "roundhouse.research.kaggle_harness": (),
        "roundhouse.research.batch": (),
        "roundhouse.research.openspiel": (),
    },
    "Write a game": {
        "roundhouse.core.definition": ("GameDefinition",),
        "roundhouse.core.loader": (),
        "roundhouse.core.constants": (),
        "roundhouse.core.layout": ("Struct", "EmptyScratch", "i8", "i16", "i32", "i64"),
        "roundhouse.core.rule": ("rule", "placeholder", "Binder", "default_speed"),
        "roundhouse.core.board": (),
        "roundhouse.core.board_schema": (),
        "roundhouse.core.codec": (),
        "roundhouse.core.standing_orders": (),
        "roundhouse.core.text": (),
        "roundhouse.core.svg": (),
        "roundhouse.core.rng": (),
    },
}


def page() -> str:
    """Return the page; a module or member that does not exist raises an error."""
    text = head("Python API", INTRO)
    for section, modules in SECTIONS.items():
        text += f"\n## {section}\n"
        for name, members in modules.items():
            module = import_module(name)
            for member in members:
                getattr(module, member)
            text += f"\n::: {name}\n"
            if members:
                text += f"    options:\n      members: [{', '.join(members)}]\n"
    return text
