"""Actions of Union Pacific and their notation.

Builds are numbered by section first, so that one pass over the sections lists them in ascending
order.
"""

from __future__ import annotations

from roundhouse.core.board import BoardFile
from roundhouse.core.codec import Codec, Names, Verb
from roundhouse.games.union.state import CARDS, COMPANIES, KIND_NAMES, SECTIONS, SHARES, UP

DRAW_CARD = 0
DEAL = DRAW_CARD + CARDS
DIVIDEND = DEAL + COMPANIES
SHOW = DIVIDEND + 1
PLAY = SHOW + SHARES
REPLACE = PLAY + SHARES
TAKE_SHARE = REPLACE + CARDS
TAKE_DECK = TAKE_SHARE + COMPANIES
TAKE_UP = TAKE_DECK + 1
TRADE_SHARE = TAKE_UP + 1
KEEP = TRADE_SHARE + COMPANIES
DONE = KEEP + 1
DISCARD_CARD = DONE + 1
BUILD = DISCARD_CARD + CARDS
PASS = BUILD + SECTIONS * COMPANIES * CARDS  # last, because it depends on whether there is a build
ACTIONS = PASS + 1

CARD_NAMES = (*KIND_NAMES, "wild")


def build_action(company: int, section: int, card: int) -> int:
    return BUILD + (section * COMPANIES + company) * CARDS + card


def build_parts(action: int) -> tuple[int, int, int]:
    """Return the company, section and card of a build."""
    place, card = divmod(action - BUILD, CARDS)
    section, company = divmod(place, COMPANIES)
    return company, section, card


def codec(file: BoardFile) -> Codec:
    companies, sections = file.ids("company", COMPANIES), file.ids("section", SECTIONS)
    company, card = Names(companies, COMPANIES), Names(CARD_NAMES, CARDS)
    verbs = [
        Verb(DRAW_CARD, "draw", (card,)),
        Verb(DEAL, "deal", (company,)),
        Verb(DIVIDEND, "dividend"),
        Verb(SHOW, "show", (company,)),
        Verb(SHOW + UP, "show up"),
        Verb(PLAY, "play", (company,)),
        Verb(PLAY + UP, "play up"),
        Verb(REPLACE, "replace", (card,)),
        Verb(TAKE_SHARE, "take", (company,)),
        Verb(TAKE_DECK, "take deck"),
        Verb(TAKE_UP, "take up"),
        Verb(TRADE_SHARE, "trade", (company,)),
        Verb(KEEP, "keep"),
        Verb(DONE, "done"),
        Verb(DISCARD_CARD, "discard", (card,)),
        Verb(PASS, "pass"),
    ]
    for c, name in enumerate(companies):
        for n, section in enumerate(sections):
            verbs.append(Verb(build_action(c, n, 0), f"build {name} {section}", (card,)))
    return Codec(ACTIONS, verbs)
