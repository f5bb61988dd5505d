"""The page of the command line, from the parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from docs.generator.markdown import code, head, sentence, table

from roundhouse.cli.main import build_parser

INTRO = """
Every command prints its options and examples with `--help`.
A number or name in parentheses is the default.

Exit codes: 0 for success, 1 if a problem was found, 2 if the command line is wrong.
"""


def page() -> str:
    """Return the page: a section for each command."""
    return head("Command line", INTRO) + "".join(
        _section(parser, help_text) for parser, help_text in _commands(build_parser())
    )


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[argparse.ArgumentParser, str]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, command in action.choices.items():
                yield command, helps.get(name, "")
                yield from _commands(command)


def _section(parser: argparse.ArgumentParser, help_text: str) -> str:
    actions = [
        action
        for action in parser._actions
        if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction)
    ]
    words = " ".join([parser.prog, *map(_synopsis, actions)])
    subcommands = [
        name
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for name in action.choices
    ]
    if subcommands:
        words += f" {{{','.join(subcommands)}}}"
    text = f"\n## {parser.prog}\n\n{sentence(help_text)}\n\n```text\n{words}\n```\n"
    if actions:
        rows = [(code(_name(action)), sentence(action.help or "")) for action in actions]
        text += "\n" + table(["argument", "meaning"], rows)
    epilog = (parser.epilog or "").removeprefix("examples:\n").strip("\n")
    if epilog and not subcommands:
        examples, _, notes = epilog.partition("\n\n")
        text += f"\nExamples:\n\n```text\n{_dedent(examples)}\n```\n"
        if notes:
            text += f"\n{notes.strip()}\n"
    return text


def _dedent(text: str) -> str:
    return "\n".join(line.removeprefix("  ") for line in text.splitlines())


def _name(action: argparse.Action) -> str:
    """Return an argument as it is typed: `--seats N`, `FILE`."""
    if not action.option_strings:
        return str(action.metavar or action.dest)
    value = "" if action.nargs == 0 else f" {_value(action)}"
    return f"{action.option_strings[-1]}{value}"


def _value(action: argparse.Action) -> str:
    if action.metavar:
        return str(action.metavar)
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _synopsis(action: argparse.Action) -> str:
    name = _name(action)
    if action.nargs == "*":
        return f"[{name} ...]"
    required = action.required if action.option_strings else action.nargs != "?"
    return name if required else f"[{name}]"
