"""Messages of templates: what is written when a template is compiled, and what later."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, StrictUndefined
from markupsafe import Markup

from roundhouse.core.translation import use_language
from roundhouse.table.presentation.template_messages import MessageEnvironment


def make_environment(**templates: str) -> MessageEnvironment:
    return MessageEnvironment(
        loader=DictLoader(templates), autoescape=True, undefined=StrictUndefined
    )


def test_constant_messages_are_part_of_the_template() -> None:
    text = '<b title="{{ _("Boards") }}">{% set x = _("Learn") %}{{ x }}{{ _("Boards")|lower }}</b>'
    environment = make_environment(page=text).in_language("de")
    code = environment.compile(text, raw=True)
    assert '<b title="Pläne">' in code
    assert "'Lernen'" in code
    assert "Boards" not in code
    assert "Learn" not in code
    assert environment.get_template("page").render() == '<b title="Pläne">Lernenpläne</b>'


@pytest.mark.parametrize("language", ["en", "de"])
def test_values_are_escaped_in_messages(language: str) -> None:
    template = (
        '{{ _("I am {name}", name=name) }}'
        "{% trans who=name %}<b>{{ who }}</b> &amp; more{% endtrans %}"
        "{% trans name=name %}<i>{{ name }}</i>{% endtrans %}"
    )
    environment = make_environment(page=template)
    with use_language(language):
        page = environment.get_template("page").render(name="<Ada>")
        safe = environment.get_template("page").render(name=Markup("<u>Ada</u>"))
    assert page.endswith("<b>&lt;Ada&gt;</b> &amp; more<i>&lt;Ada&gt;</i>")
    assert page.startswith("I am &lt;Ada&gt;") is (language == "en")
    assert "<i><u>Ada</u></i>" in safe


def test_included_templates_are_in_the_language_of_the_page() -> None:
    environment = make_environment(
        base='{% block a %}{% endblock %}{% include "part" %}',
        part='{{ _("Boards") }} {{ language() }};',
        page='{% extends "base" %}{% block a %}{% include "part" %}{% endblock %}',
    )
    pages = []
    for language in ("de", "en", "de"):
        with use_language(language):
            pages.append(environment.get_template("page").render())
    assert pages == ["Pläne de;" * 2, "Boards en;" * 2, "Pläne de;" * 2]


def test_messages_that_depend_on_a_value_are_written_for_each_page() -> None:
    template = '{{ _(word) }} {{ ngettext("{n} open seat", "{n} open seats", n) }}'
    environment = make_environment(page=template)
    pages = []
    for language in ("de", "en"):
        with use_language(language):
            page = environment.get_template("page")
            pages += [page.render(word="Boards", n=1), page.render(word="Learn", n=2)]
    assert pages[2:] == ["Boards 1 open seat", "Learn 2 open seats"]
    assert pages[0].startswith("Pläne 1 ")
    assert pages[1].startswith("Lernen 2 ")
    assert pages[0].partition("1")[2] != pages[1].partition("2")[2]
