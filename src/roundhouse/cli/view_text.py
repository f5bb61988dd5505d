"""Render the view of a table as text for the terminal, for any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from roundhouse.cli.terminal import bold, columns, dim, joined, wrap
from roundhouse.core.text import SEAT_LETTERS, insert_names, join_words, quantity, unit_name
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, Fact, Shortcut, View


def table_text(view: View, names: Sequence[str], unit: str) -> str:
    """Render the notes, then each seat with its score and facts."""
    lines = []
    if view["notes"]:
        lines.append(wrap(insert_names(_facts_text(view["notes"]), names), "  "))
    widest = max(map(len, names))
    ranks = view["ranks"]
    for panel in view["panels"]:
        seat = panel["seat"]
        mark = ">" if seat == view["turn"] else " "
        if ranks is not None and ranks[seat] == 0:
            mark = "*"
        score = quantity(panel["score"], panel.get("unit", unit))
        head = f"{mark} {SEAT_LETTERS[seat]} {names[seat]:{widest}}  {score}"
        facts = " · ".join(filter(None, [_facts_text(panel["facts"]), ", ".join(panel["badges"])]))
        lines.append(wrap(insert_names(facts, names), " " * 6, f"{head}  "))
    return "\n".join(lines)


def offers(view: View) -> list[Choice | Shortcut]:
    """Return the choices, then the shortcuts, in the order of their numbers."""
    return [*view["choices"], *view["shortcuts"]]


def offers_text(numbered: Sequence[tuple[int, Choice | Shortcut]], names: Sequence[str]) -> str:
    """Render numbered offers under the headings of their groups."""
    lines = []
    for group, grouped in groupby(numbered, key=lambda item: item[1]["group"]):
        members = list(grouped)
        usual = _usual_note([offer["note"] for _, offer in members])
        head = bold(insert_names(group, names))
        if usual:
            head += dim(
                " " + _("({note}, unless noted otherwise)", note=insert_names(usual, names))
            )
        if head:
            lines.append(head)
        items = []
        for number, offer in members:
            note = offer["note"] if offer["note"] != usual else ""
            suffix = f" ({insert_names(note, names)})" if note else ""
            items.append(f"{number:3} {insert_names(offer['label'], names)}{suffix}")
        lines.append(columns(items))
    return "\n".join(lines)


def _usual_note(notes: Sequence[str]) -> str:
    """Return the note that most offers of a long group share; it is shown once."""
    if len(notes) < 6:
        return ""
    note, times = Counter(notes).most_common(1)[0]
    return note if times > len(notes) / 2 else ""


def matching(view: View, words: str, names: Sequence[str]) -> list[tuple[int, Choice | Shortcut]]:
    """Return the numbered offers that contain each of the words."""
    terms = words.lower().split()
    matches = []
    for number, offer in enumerate(offers(view), 1):
        fields = [offer["group"], offer["label"], *moves_of(offer), *offer["refs"]]
        text = insert_names(" ".join(fields), names).lower()
        if all(term in text for term in terms):
            matches.append((number, offer))
    return matches


def moves_of(offer: Choice | Shortcut) -> list[str]:
    """Return the moves of an offer: one for a choice, several for a shortcut."""
    return [offer["move"]] if "move" in offer else offer["moves"]


def result_text(view: View, names: Sequence[str], unit: str) -> str:
    """Render the winners and scores, or nothing before the end."""
    ranks = view["ranks"]
    if ranks is None:
        return ""
    winners = [names[seat] for seat, rank in enumerate(ranks) if rank == 0]
    if not winners:
        return bold(_("No player has won: the game itself wins."))
    scores = ", ".join(
        f"{names[panel['seat']]} {panel['score']}"
        for panel in sorted(view["panels"], key=lambda panel: ranks[panel["seat"]])
    )
    unit = unit_name(view["panels"][0].get("unit", unit))
    outcome = _("{name} won", name=winners[0])
    if len(winners) > 1:
        outcome = _("{names} share the victory", names=join_words(winners))
    return f"{bold(outcome)} {dim(f'({unit}: {scores})')}"


def _facts_text(facts: Sequence[Fact]) -> str:
    texts = [f"{each['label']} {each['value']}" for each in facts]
    return " · ".join(joined(text) if len(text) < 40 else text for text in texts)
