"""`roundhouse translations TASK`: write and compare catalogues."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.cli.long_texts import LONG_TEXTS
from roundhouse.core.catalogue import compile_catalogue, find_unknown
from roundhouse.core.errors import BadOption
from roundhouse.core.translation import ENGLISH, LANGUAGES
from roundhouse.core.translation import translate as _

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

EXAMPLES = """  roundhouse translations create es          start a language
  roundhouse translations update             add new messages to all catalogues, drop old ones
  roundhouse translations update de --package games/northern
  roundhouse translations status             count what is missing, per package
  roundhouse translations status de --list   list it
  roundhouse translations dates              write how each language writes dates
  roundhouse translations confirm de --package games/northern

Edit the files `locale/LANGUAGE.po` with any editor for gettext catalogues.
Rules and pages for players are files of their own, such as RULES.de.md beside RULES.md.
`confirm` notes that they agree with the English text; `status` lists those that no longer do.
"""
WIDTH = 100
OK, PROBLEM = 0, 1
TRANSLATED = sorted(set(LANGUAGES) - {ENGLISH})
UNSTABLE = ("POT-Creation-Date", "PO-Revision-Date", "Generated-By", "Report-Msgid-Bugs-To")


def add(subparsers: Subparsers) -> None:
    summary = _("write and compare the translations into a language")
    parser = command(subparsers, "translations", summary, EXAMPLES)
    tasks = ("create", "update", "status", "confirm", "dates")
    parser.add_argument("task", choices=tasks, metavar="TASK")
    parser.add_argument("language", nargs="?", metavar="LANGUAGE", help="a code such as de")
    parser.add_argument(
        "--package",
        default="",
        metavar="PATH",
        help="only this folder, such as games/northern or docs",
    )
    parser.add_argument("--list", action="store_true", help="list what is missing")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        from babel import Locale, UnknownLocaleError
    except ModuleNotFoundError:
        print("roundhouse: this needs Babel: pip install babel", file=sys.stderr)
        return PROBLEM
    if args.task == "dates":
        from roundhouse.cli.date_formats import TABLE, write_table

        TABLE.write_text(write_table(), "utf-8")
        return OK
    if args.task in ("create", "confirm") and not args.language:
        raise BadOption("name the language, such as es")
    if args.language:
        try:
            name = str(Locale.parse(args.language).get_display_name())
        except (ValueError, UnknownLocaleError):
            raise BadOption(f"there is no language {args.language!r}") from None
    languages = [args.language] if args.language else TRANSLATED
    code = OK
    for language in languages:
        if args.task == "status":
            code = max(code, _show_status(language, args.package, is_long=args.list))
            code = max(code, _show_long_texts(language, args.package))
        elif args.task == "confirm":
            _confirm(language, args.package)
        else:
            _write(language, args.package)
    if args.task == "create" and args.language not in LANGUAGES:
        print(f'Add to LANGUAGES in core/translation.py: "{args.language}": "{name}"')
        print("and run: roundhouse translations dates")
    return code


def _pairs(package: str) -> list[tuple[Path, Catalog]]:
    """Return the chosen packages with the messages of their sources."""
    from roundhouse.cli.message_extraction import extract_messages, list_packages

    packages = list_packages()
    chosen = [path for path in packages if path.as_posix().endswith(package)]
    if not chosen and not LONG_TEXTS.list_english(package):
        raise BadOption(f"there is no package {package!r}")
    return [(path, extract_messages(path, packages)) for path in chosen]


def _read(path: Path, language: str) -> Catalog:
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _write(language: str, package: str) -> None:
    """Bring catalogues up to date with the sources, and compile them."""
    from babel.messages.pofile import write_po

    for folder, template in _pairs(package):
        path = folder / "locale" / f"{language}.po"
        if not len(template) and not path.exists():
            continue
        catalog = _read(path, language)
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        catalog.header_comment = f"# {folder.name}: {language}"
        output = io.BytesIO()
        write_po(output, catalog, width=WIDTH, include_lineno=False, sort_by_file=True)
        lines = output.getvalue().decode().splitlines(keepends=True)
        stable_lines = [
            line for line in lines if not line.startswith(tuple(f'"{n}' for n in UNSTABLE))
        ]
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(stable_lines), "utf-8")
        compile_catalogue(path)


def _show_status(language: str, package: str, *, is_long: bool) -> int:
    """Print what each package lacks; return the exit code."""
    code = OK
    chosen: dict[tuple[str | None, str], tuple[str, list[str]]] = {}
    print(f"{language}: missing, of all")
    for folder, template in _pairs(package):
        catalog = _read(folder / "locale" / f"{language}.po", language)
        missing, wrong = [], []
        for message in template:
            if not message.id:
                continue
            entry = catalog.get(message.id, message.context)
            if entry is None or entry.fuzzy or not all(_strings(entry)):
                missing.append(message)
            elif unknown := find_unknown(_ids(entry), _strings(entry)):
                wrong.append(f"{_ids(message)[0]!r}: unknown placeholder {', '.join(unknown)}")
            elif folder.name != "static":  # scripts have catalogues of their own
                key = (message.context or None, _ids(message)[0])
                first = chosen.setdefault(key, (folder.name, _strings(entry)))
                if first[1] != _strings(entry):
                    print(f"  {key[1]!r} differs in {first[0]} and {folder.name}: {first[1]!r}")
        if missing or wrong:
            code = PROBLEM
        if len(template):
            print(f"{len(missing):6} {len(template):6}  {folder.name}")
        for text in wrong:
            print(f"  wrong: {text}")
        for message in missing if is_long else ():
            print(f"  {message.context + ': ' if message.context else ''}{_ids(message)[0]!r}")
    return code


def _show_long_texts(language: str, package: str) -> int:
    """Print which rules and pages are missing or outdated; return the exit code."""
    problems = list(LONG_TEXTS.find_problems(language, package))
    if texts := LONG_TEXTS.list_english(package):
        print(f"{len(problems):6} {len(texts):6}  long texts")
    for problem in problems:
        print(f"  {problem}")
    return PROBLEM if problems else OK


def _confirm(language: str, package: str) -> None:
    count = LONG_TEXTS.confirm(language, package)
    if not count:
        raise BadOption(f"there is no long text in {language!r} in {package!r}")
    print(f"{count} long texts agree with the English ones")


def _ids(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def _strings(message: Message) -> list[str]:
    strings = message.string or ""
    return [strings] if isinstance(strings, str) else list(strings)
