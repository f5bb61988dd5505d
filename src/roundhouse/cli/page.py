"""A view as a page of text: the table as the terminal shows it. Knows no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from roundhouse.cli.terminal import bold, columns, dim, joined, wrap
from roundhouse.core.text import say
from roundhouse.core.view import Choice, Fact, Shortcut, View

LETTERS = "ABCDEFGH"


def table_text(view: View, names: Sequence[str], unit: str) -> str:
    """Notes, then each seat with its score and what lies before it."""
    lines = []
    if view["notes"]:
        lines.append(wrap(say(_facts(view["notes"]), names), "  "))
    widest = max(map(len, names))
    ranks = view["ranks"]
    for panel in view["panels"]:
        seat = panel["seat"]
        mark = ">" if seat == view["turn"] else " "
        if ranks is not None and ranks[seat] == 0:
            mark = "*"
        score = f"{panel['score']} {panel.get('unit', unit)}"
        head = f"{mark} {LETTERS[seat]} {names[seat]:{widest}}  {score}"
        told = " · ".join(filter(None, [_facts(panel["facts"]), ", ".join(panel["badges"])]))
        lines.append(wrap(say(told, names), " " * 6, f"{head}  "))
    return "\n".join(lines)


def offers(view: View) -> list[Choice | Shortcut]:
    """All that can be chosen, shortcuts last; their places are the numbers shown."""
    return [*view["choices"], *view["shortcuts"]]


def offers_text(shown: Sequence[tuple[int, Choice | Shortcut]], names: Sequence[str]) -> str:
    """Numbered offers under the heads of their groups."""
    lines = []
    for group, grouped in groupby(shown, key=lambda item: item[1]["group"]):
        members = list(grouped)
        usual = _usual_note([offer["note"] for _, offer in members])
        head = bold(say(group, names))
        if usual:
            head += dim(f" ({say(usual, names)}, unless it says otherwise)")
        if head:
            lines.append(head)
        items = []
        for number, offer in members:
            note = offer["note"] if offer["note"] != usual else ""
            said = f" ({say(note, names)})" if note else ""
            items.append(f"{number:3} {say(offer['label'], names)}{said}")
        lines.append(columns(items))
    return "\n".join(lines)


def _usual_note(notes: Sequence[str]) -> str:
    """The note of most offers of a long group: said once, above them."""
    if len(notes) < 6:
        return ""
    note, times = Counter(notes).most_common(1)[0]
    return note if times > len(notes) / 2 else ""


def matching(view: View, words: str, names: Sequence[str]) -> list[tuple[int, Choice | Shortcut]]:
    """The offers, with their numbers, in which each of the words occurs."""
    wanted = words.lower().split()
    found = []
    for number, offer in enumerate(offers(view), 1):
        told = [offer["group"], offer["label"], *moves_of(offer), *offer["refs"]]
        text = say(" ".join(told), names).lower()
        if all(word in text for word in wanted):
            found.append((number, offer))
    return found


def moves_of(offer: Choice | Shortcut) -> list[str]:
    """The moves that an offer stands for: one, or those of a shortcut."""
    return [offer["move"]] if "move" in offer else offer["moves"]


def result_text(view: View, names: Sequence[str], unit: str) -> str:
    """Who has won, once the game is over."""
    ranks = view["ranks"]
    if ranks is None:
        return ""
    winners = [names[seat] for seat, rank in enumerate(ranks) if rank == 0]
    if not winners:
        return bold("No seat has won: the game itself wins.")
    scores = ", ".join(
        f"{names[panel['seat']]} {panel['score']}"
        for panel in sorted(view["panels"], key=lambda panel: ranks[panel["seat"]])
    )
    unit = view["panels"][0].get("unit", unit)
    share = "share the victory" if len(winners) > 1 else "won"
    return f"{bold(f'{_and(winners)} {share}')} {dim(f'({unit}: {scores})')}"


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _facts(facts: Sequence[Fact]) -> str:
    told = [f"{each['label']} {each['value']}" for each in facts]
    return " · ".join(joined(text) if len(text) < 40 else text for text in told)
