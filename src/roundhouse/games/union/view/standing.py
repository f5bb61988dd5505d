"""Shareholders of a company and their payments, from what a seat may know."""

from __future__ import annotations

from roundhouse.core.text import join_words
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.games.union.names import place_name, silent_count, standing_of
from roundhouse.games.union.view.facts import Facts


def standing(known: Facts, company: str, seat: int) -> str:
    """Say what a company pays now and who leads it."""
    there = standing_of(known, company)
    if company == "up":
        pays = " / ".join(map(str, there["places"]))
        text = _("pays nothing at the first dividend")
        if any(there["places"]):
            text = _("pays {amounts}", amounts=pays)
    else:
        text = _("pays {amounts}", amounts=f"{there['first']} / {there['second']}")
    text = f"{text} · {lead_text(there, seat)}"
    if known["silent"] is None:
        return text
    shares = silent_count(known["silent"], company)
    return f"{text} · {_('silent owner has {number}', number=shares)}"


def lead_text(there: Facts, seat: int) -> str:
    """Say who leads a company, and by how many shares."""
    leaders = [f"@{n}" for n in there["leaders"] if n != seat]
    if not there["leaders"]:
        return _("the silent owner leads") if any(there["front"]) else _("no owner yet")
    most, lead = max(there["front"]), there["lead"]
    if len(there["leaders"]) == 1 and lead > 0:
        if not leaders:
            return _("you lead with {number}, {lead} ahead", number=most, lead=lead)
        return _("{who} leads with {number}, {lead} ahead", who=leaders[0], number=most, lead=lead)
    if seat in there["leaders"]:
        leaders.insert(0, pgettext("reader inside of a sentence", "you"))
    if len(leaders) == 1:
        leaders.append(_("the silent owner"))
    return _("{leaders} tied with {number}", leaders=join_words(leaders), number=most)


def holding(known: Facts, company: str, seat: int) -> str:
    """Say how many shares of a company this seat has."""
    front, hand = standing_of(known, company)["front"][seat], known["hand"].get(company, 0)
    if not front and not hand:
        return _("you have none")
    return _("you have {front} played, {hand} in hand", front=front, hand=hand)


def payment(known: Facts, company: str, seat: int, mine: int) -> tuple[str, int]:
    """Return the place and the payment of a seat with `mine` shares in front.

    The silent owner counts with the shares it is known to have.
    """
    there = standing_of(known, company)
    others = [n for other, n in enumerate(there["front"]) if other != seat]
    if known["silent"] is not None:
        others.append(known["silent"]["shares"].get(company, 0))
    more = sum(n > mine for n in others)
    level = 1 + others.count(mine)
    place = place_name(more, is_tied=level > 1)
    if company == "up":
        return place, sum(there["places"][more : more + level]) // level
    first, second = there["first"], there["second"]
    if more == 0 and (level > 1 or not any(others)):
        return place, (first + second) // level
    if more == 0:
        return place, first
    return place, second // level if more == 1 else 0
