"""The page of search parameters, and what each game sets."""

from __future__ import annotations

from docs.generator.markdown import code, head, sentence, table

from roundhouse.core.search_params import PARAMETERS, SearchParams
from roundhouse.play import registry

INTRO = """
Parameters of the tree search, `roundhouse.core.search_params.SearchParams`.
A game overrides the defaults in its `advice.py`:
`SEARCH` for the plain search, `GUIDED` for the search with a network.
A name of a bot can override them too: `search:500:c_puct=1.5`.

A fair share is 1 divided by the number of seats.
"""


def page() -> str:
    """Return the page."""
    rows = [(code(p.name), p.range, f"{p.default:g}", sentence(p.meaning)) for p in PARAMETERS]
    text = head("Search parameters", INTRO)
    text += "\n## Parameters\n\n" + table(["name", "range", "default", "meaning"], rows)
    text += "\n## Values of the games\n\nOnly values that differ from the default are listed.\n\n"
    return text + table(["game", "search", "search with a network"], map(_game_row, _games()))


def _games() -> list[str]:
    return [meta.id for meta in registry.games()]


def _game_row(game: str) -> tuple[str, str, str]:
    definition = registry.definition(game)
    guided = definition.guided
    return (
        registry.meta(game).title,
        _overrides(definition.search),
        "the same" if guided is None else _overrides(guided),
    )


def _overrides(params: SearchParams) -> str:
    pairs = zip(PARAMETERS, params, strict=True)
    return ", ".join(code(f"{p.name}={value:g}") for p, value in pairs if value != p.default)
