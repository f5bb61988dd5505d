"""Who owns how much of a company, and what it would be paid: from what a seat may know."""

from __future__ import annotations

from roundhouse.games.union.names import place_name, silent_count, standing_of
from roundhouse.games.union.view.facts import Facts


def standing(known: Facts, company: str, seat: int) -> str:
    """What a share pays now and who leads, in a few words to this seat."""
    there = standing_of(known, company)
    if company == "up":
        pays = " / ".join(map(str, there["places"]))
        said = f"pays {pays}" if any(there["places"]) else "pays nothing at the first dividend"
    else:
        said = f"pays {there['first']} / {there['second']}"
    said = f"{said}; {lead_text(there, seat)}"
    if known["silent"] is None:
        return said
    return f"{said}; the silent owner has {silent_count(known['silent'], company)}"


def lead_text(there: Facts, seat: int) -> str:
    leaders = ["you" if n == seat else f"@{n}" for n in there["leaders"]]
    if not leaders:
        return "the silent owner leads" if any(there["front"]) else "nobody owns any"
    most = max(there["front"])
    if len(leaders) == 1 and there["lead"] > 0:
        lead = "lead" if leaders == ["you"] else "leads"
        return f"{leaders[0]} {lead} with {most}, {there['lead']} ahead"
    if len(leaders) == 1:
        leaders.append("the silent owner")
    return " and ".join(leaders) + f" tied with {most}"


def holding(known: Facts, company: str, seat: int) -> str:
    """What this seat has of a company."""
    front, hand = standing_of(known, company)["front"][seat], known["hand"].get(company, 0)
    if not front and not hand:
        return "you have none"
    return f"you have {front} in front and {hand} in hand"


def payment(known: Facts, company: str, seat: int, mine: int) -> tuple[str, int]:
    """The place that `mine` shares in front give a seat, and what a dividend would pay it now;
    of the silent owner what is known of it counts."""
    there = standing_of(known, company)
    others = [n for other, n in enumerate(there["front"]) if other != seat]
    if known["silent"] is not None:
        others.append(known["silent"]["shares"].get(company, 0))
    more = sum(n > mine for n in others)
    level = 1 + others.count(mine)
    place = ("tied for " if level > 1 else "") + place_name(more)
    if company == "up":
        return place, sum(there["places"][more : more + level]) // level
    first, second = there["first"], there["second"]
    if more == 0 and (level > 1 or not any(others)):
        return place, (first + second) // level
    if more == 0:
        return place, first
    return place, second // level if more == 1 else 0
