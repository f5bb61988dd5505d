"""Messages in templates: `{{ _("...") }}` and `{% trans %}`.

A template is compiled once for each language, with its messages in that language. So a message
costs nothing when a page is rendered, unless its text depends on a number or a context.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from pathlib import Path
from string import Formatter
from typing import Any, cast

from jinja2 import Environment, ModuleLoader, Template, nodes
from jinja2.ext import InternationalizationExtension
from jinja2.parser import Parser
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from roundhouse.core.translation import (
    INCOMPLETE_LANGUAGES,
    LANGUAGES,
    SEAT_CONTEXTS,
    current_language,
    translate,
    translate_in_context,
    translate_plural,
    use_language,
)


class MessageExtension(InternationalizationExtension):
    """Jinja's extension, whose placeholders are `{name}` instead of `%(name)s`."""

    def _parse_block(self, parser: Parser, allow_pluralize: bool) -> tuple[list[str], str]:
        names, text = super()._parse_block(parser, allow_pluralize)
        text = text.replace("%%", "%")
        for name in names:
            text = text.replace(f"%({name})s", f"{{{name}}}")
        return names, text


class MessageEnvironment(Environment):
    """An environment whose templates are compiled for each language."""

    language = ""  # of the templates; without one, `get_template` chooses the current language
    compiled: Path | None = None  # a folder of compiled templates for each language

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.filters |= _FUNCTIONS
        self._of_languages: dict[str, MessageEnvironment] = {}
        self.add_extension(MessageExtension)
        self.policies["ext.i18n.trimmed"] = True
        self.newstyle_gettext = True
        self.globals |= {
            **_FUNCTIONS,
            "language": current_language,
            "languages": LANGUAGES,
            "incomplete_languages": INCOMPLETE_LANGUAGES,
        }

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        chosen = self if self.language else self.in_language(current_language())
        return Environment.get_template(chosen, name, parent, globals)

    def in_language(self, language: str) -> MessageEnvironment:
        """Return the environment of the templates in a language."""
        result = self._of_languages.get(language)
        if result is None:
            result = self.overlay()
            result.language = language
            if self.compiled is not None:
                result.loader = ModuleLoader(self.compiled / language)
            self._of_languages[language] = result
        return result

    def _generate(self, source: nodes.Template, *arguments: Any, **options: Any) -> str:
        with use_language(self.language or current_language()):
            if self.language:
                source = _MessageFolder().visit(source)
            return super()._generate(source, *arguments, **options)


class _MessageFolder(NodeTransformer):
    """Replaces calls by filters, which Jinja applies to constants when it compiles."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - as Jinja calls it
        self.generic_visit(node)
        name = node.node.name if isinstance(node.node, nodes.Name) else ""
        if name == "language":
            return nodes.Const(current_language(), lineno=node.lineno)
        if name not in _FUNCTIONS or node.dyn_args or node.dyn_kwargs:
            return node
        message, *arguments = node.args
        return nodes.Filter(message, name, arguments, node.kwargs, None, None, lineno=node.lineno)

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.nodes = [part for child in node.nodes for part in _split_values(child)]
        return node


def _split_values(child: nodes.Expr) -> list[nodes.Expr]:
    """Return the values of a message and the texts between them, or the child itself."""
    if not isinstance(child, nodes.Filter) or child.name not in _CONSTANT or not child.kwargs:
        return [child]
    arguments = [child.node, *child.args]
    if not all(isinstance(each, nodes.Const) for each in arguments):
        return [child]
    text = _CONSTANT[child.name](*(each.value for each in arguments))  # type: ignore[union-attr]
    values: dict[str, nodes.Expr] = {}
    for each in cast(list[nodes.Keyword], child.kwargs):
        values[each.key] = each.value
    parts = list(Formatter().parse(text))
    names = [name for _, name, _, _ in parts if name is not None]
    is_simple = not any(spec or conversion for _, _, spec, conversion in parts)
    # Of a seat, there may be two texts; a value is not evaluated twice, nor left out.
    if sorted(names) != sorted(values) or values.keys() & SEAT_CONTEXTS.keys() or not is_simple:
        return [child]
    result: list[nodes.Expr] = []
    for literal, name, _, _ in parts:
        html = literal if child.name != "_" else str(escape(literal))
        result.append(nodes.TemplateData(html, lineno=child.lineno))
        if name is not None:
            result.append(values[name])
    return result


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


_FUNCTIONS: dict[str, Callable[..., str]] = {
    "_": _text,
    "gettext": _markup,
    "ngettext": _plural,
    "pgettext": _in_context,
}
# Those whose text, with its placeholders, depends on the language only.
_CONSTANT: dict[str, Callable[..., str]] = {
    "_": translate,
    "gettext": translate,
    "pgettext": translate_in_context,
}
