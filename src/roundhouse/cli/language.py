"""The language of the command line.

Players' commands speak the language of the option `--language` or of the environment. All others
speak English, so that what they compute, store and print is the same everywhere.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from roundhouse.core.errors import BadOption
from roundhouse.core.translation import LANGUAGES, current_language, find_language, is_known, mark
from roundhouse.core.translation import translate as _

OPTION = "--language"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set counts
# What argparse itself writes; newer versions of Python have further sentences.
OF_ARGPARSE = (
    mark("usage: "),
    mark("options"),
    mark("positional arguments"),
    mark("show this help message and exit"),
    mark("%(prog)s: error: %(message)s\n"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("expected one argument"),
    mark("invalid %(type)s value: %(value)r"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("the following arguments are required: %s"),
    mark("unrecognized arguments: %s"),
    mark("ambiguous option: %(option)s could match %(matches)s"),
    mark("ignored explicit argument %r"),
)


def translate_argparse() -> None:
    """Let argparse, which has no other way, write its own texts in our languages."""
    vars(argparse).update(_=lambda text: _(text) if text in OF_ARGPARSE else text)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option, which `take_language` reads before anything else."""
    help_text = _(
        "language of commands for players: {languages} (that of LC_ALL, LC_MESSAGES or LANG)",
        languages=", ".join(LANGUAGES),
    )
    parser.add_argument(OPTION, metavar=_("LANGUAGE"), help=help_text)


def read_environment(environment: Mapping[str, str]) -> str:
    """Return the language of the environment."""
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return find_language(locale.partition(".")[0].partition("@")[0].replace("_", "-"))


def take_language(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the chosen or the current language, and the words without the option.

    Raises BadOption for an unknown language.
    """
    parser = argparse.ArgumentParser(prog="roundhouse", add_help=False, allow_abbrev=False)
    parser.add_argument(OPTION)
    known, rest = parser.parse_known_args(words)
    language = current_language() if known.language is None else known.language
    if not is_known(language):
        values = {"language": repr(language), "languages": ", ".join(LANGUAGES)}
        raise BadOption(_("there is no language {language}; there are: {languages}", **values))
    return language, rest
