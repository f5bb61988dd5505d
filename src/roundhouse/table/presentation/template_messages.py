"""Messages in templates: `{{ _("...") }}` and `{% trans %}`."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment
from jinja2.ext import InternationalizationExtension
from jinja2.parser import Parser
from markupsafe import Markup, escape

from roundhouse.core.translation import (
    INCOMPLETE_LANGUAGES,
    LANGUAGES,
    current_language,
    translate,
    translate_in_context,
    translate_plural,
)


class MessageExtension(InternationalizationExtension):
    """Jinja's extension, whose placeholders are `{name}` instead of `%(name)s`."""

    def _parse_block(self, parser: Parser, allow_pluralize: bool) -> tuple[list[str], str]:
        names, text = super()._parse_block(parser, allow_pluralize)
        text = text.replace("%%", "%")
        for name in names:
            text = text.replace(f"%({name})s", f"{{{name}}}")
        return names, text


def add_messages(environment: Environment) -> None:
    """Let the templates of an environment write messages in the current language."""
    environment.add_extension(MessageExtension)
    environment.policies["ext.i18n.trimmed"] = True
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.globals |= {
        "_": _text,
        "gettext": _markup,
        "ngettext": _plural,
        "pgettext": _in_context,
        "language": current_language,
        "languages": LANGUAGES,
        "incomplete_languages": INCOMPLETE_LANGUAGES,
    }


def _text(message: str, /, **values: Any) -> str:
    """Return a text without HTML."""
    text = translate(message)
    return escape(text).format_map(values) if values else text


def _markup(message: str, /, **values: Any) -> Markup:
    """Return a `{% trans %}` block, which is HTML."""
    return Markup(translate(message, **_escaped(values)))


def _plural(singular: str, plural: str, n: int, /, **values: Any) -> Markup:
    return Markup(translate_plural(singular, plural, n, **_escaped(values)))


def _in_context(context: str, message: str, /, **values: Any) -> Markup:
    return Markup(translate_in_context(context, message, **_escaped(values)))


def _escaped(values: dict[str, Any]) -> dict[str, Any]:
    return {name: escape(value) for name, value in values.items()}
