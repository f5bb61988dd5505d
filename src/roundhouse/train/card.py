"""The card of a network: how it was trained and how well it does, from what its weights say of
themselves. Nobody writes into it by hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Prices:
    """In US dollars an hour. Rounded from what large clouds ask on demand, without a contract: a
    virtual core of a machine for computing, and one card of the class of an H100. They change;
    whoever pays others reads the hours instead."""

    core: float = 0.05
    card: float = 3.00


MARKET = Prices()
LICENCE = "MIT, as the program"


@dataclass(frozen=True)
class Spent:
    """Hours, by what they were spent on."""

    core: float
    card: float

    def cost(self, prices: Prices) -> float:
        return self.core * prices.core + self.card * prices.card


def write(path: Path, about: Mapping[str, Any]) -> None:
    """Whole or not at all."""
    fresh = path.with_suffix(".new")
    fresh.write_text(text(about), encoding="utf-8")
    fresh.replace(path)


def text(about: Mapping[str, Any], prices: Prices = MARKET) -> str:
    """The card, as Markdown."""
    parts = [
        f"# A network for {about['game']}",
        "Written by `roundhouse train` from what `weights.npz` says of itself.",
        _table(("fact", ""), _facts(about)),
        "## Training",
        _training(about),
        "## Against the last best",
        _arena(about.get("arena", [])),
        "## Cost",
        _cost(spent(about), prices),
    ]
    return "\n\n".join(parts) + "\n"


def spent(about: Mapping[str, Any]) -> Spent:
    """A slice holds as many cores as it has teachers, and the card while it lasts; self-play on a
    card holds one core."""
    core = card = 0.0
    for slice_ in about.get("slices") or [about]:
        hours = slice_.get("seconds", 0) / 3600
        core += hours * slice_.get("teachers", 1)
        card += hours if slice_.get("device", "cpu") == "cuda" else 0.0
    return Spent(core, card)


def _facts(about: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    yield "game", about["game"]
    yield "board", f"`{about['board']}`"
    yield "rules version", str(about["rules"])
    options = about.get("options") or {}
    yield "options", ", ".join(f"{k}={v}" for k, v in options.items()) or "all"
    yield "numbers of an observation", _number(about["observation"])
    yield "network", f"{about['width']} wide, {about['blocks']} residual blocks"
    yield "weights", f"{about['weights']:,}, half precision"
    yield "licence", LICENCE


def _training(about: Mapping[str, Any]) -> str:
    if "slices" in about:
        return _slices(about["slices"]) + "\n\n" + _settings("Course", about.get("course", {}))
    said = (
        f"Self-play: {about['decisions']:,} decisions, {about['updates']:,} updates, "
        f"{about['seconds']:,} s on {'a card' if about.get('device') == 'cuda' else 'a processor'}."
    )
    return said + "\n\n" + _settings("Plan", about.get("plan", {}))


def _slices(slices: Iterable[Mapping[str, Any]]) -> str:
    rows = [
        (
            str(number),
            _number(s["seconds"]),
            str(s["teachers"]),
            _number(s["iterations"]),
            # Of the first there was no network yet, whatever was asked for.
            f"{1.0 if number == 1 else s.get('unguided', 0.0):.0%}",
            _number(s["decisions"]),
            f"{s['agreed']:.1%}",
            f"{s['policy']:.3f}",
            f"{s['explained']:.1%}",
            f"{s['teacher']:.1%}",
        )
        for number, s in enumerate(slices, 1)
    ]
    heads = ("slice", "seconds", "teachers", "iterations", "unguided", "decisions", "agreed")
    legend = (
        "The teachers are searches of so many iterations a move, guided by the best network so "
        "far, but for those at so many of the seats; each slice learns so many decisions, those of "
        "older games among them. On games held back: how often the network likes best what the "
        "teacher visited most, the cross entropy of the visits, and how much of who wins is "
        "explained by the network, and by the teacher."
    )
    return legend + "\n\n" + _table((*heads, "policy", "explained", "by the teacher"), rows)


def _settings(name: str, settings: Mapping[str, Any]) -> str:
    said = ", ".join(
        f"{key} {value:g}"
        for key, value in settings.items()
        if isinstance(value, int | float) and math.isfinite(value)
    )
    return f"{name}: {said or 'not written down'}."


def _arena(held: Iterable[Mapping[str, Any]]) -> str:
    rows = [
        (
            str(number),
            str(a["games"]),
            _number(a["iterations"]),
            f"{a['share']:.1%}",
            f"{a['low']:.1%} to {a['high']:.1%}",
            f"{a['share'] / a['fair']:.2f}",
            "yes" if a["kept"] else "no",
        )
        for number, a in enumerate(held, 1)
    ]
    if not rows:
        return "Not played."
    heads = ("arena", "games", "iterations", "wins", "95% interval", "x fair", "kept")
    return (
        "Searches of equally many iterations, guided by the new network and by the best before it; "
        "what wins less than its fair share is not kept.\n\n" + _table(heads, rows)
    )


def _cost(hours: Spent, prices: Prices) -> str:
    return (
        f"{hours.core:.2f} core hours and {hours.card:.2f} GPU hours, arenas not counted: "
        f"{hours.cost(prices):.2f} USD at {prices.core:.2f} USD a core hour and "
        f"{prices.card:.2f} USD a GPU hour."
    )


def _number(value: float) -> str:
    return f"{value:,}"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
