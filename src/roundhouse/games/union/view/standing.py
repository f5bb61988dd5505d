"""Shareholders of a company and their payments, from what a seat may know."""

from __future__ import annotations

from roundhouse.core.text import join_words
from roundhouse.games.union.names import place_name, silent_count, standing_of
from roundhouse.games.union.view.facts import Facts


def standing(known: Facts, company: str, seat: int) -> str:
    """Say what a company pays now and who leads it."""
    there = standing_of(known, company)
    if company == "up":
        pays = " / ".join(map(str, there["places"]))
        text = f"pays {pays}" if any(there["places"]) else "pays nothing at the first dividend"
    else:
        text = f"pays {there['first']} / {there['second']}"
    text = f"{text} · {lead_text(there, seat)}"
    if known["silent"] is None:
        return text
    return f"{text} · silent owner has {silent_count(known['silent'], company)}"


def lead_text(there: Facts, seat: int) -> str:
    """Say who leads a company, and by how many shares."""
    leaders = ["you"] if seat in there["leaders"] else []
    leaders += [f"@{n}" for n in there["leaders"] if n != seat]
    if not leaders:
        return "the silent owner leads" if any(there["front"]) else "no owner yet"
    most = max(there["front"])
    if len(leaders) == 1 and there["lead"] > 0:
        lead = "lead" if leaders == ["you"] else "leads"
        return f"{leaders[0]} {lead} with {most}, {there['lead']} ahead"
    if len(leaders) == 1:
        leaders.append("the silent owner")
    return f"{join_words(leaders)} tied with {most}"


def holding(known: Facts, company: str, seat: int) -> str:
    """Say how many shares of a company this seat has."""
    front, hand = standing_of(known, company)["front"][seat], known["hand"].get(company, 0)
    if not front and not hand:
        return "you have none"
    return f"you have {front} played, {hand} in hand"


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
    place = ("tied " if level > 1 else "") + place_name(more)
    if company == "up":
        return place, sum(there["places"][more : more + level]) // level
    first, second = there["first"], there["second"]
    if more == 0 and (level > 1 or not any(others)):
        return place, (first + second) // level
    if more == 0:
        return place, first
    return place, second // level if more == 1 else 0
