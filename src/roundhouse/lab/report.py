"""The balance report: a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from statistics import fmean, median
from typing import Any

from roundhouse.lab.balance import Balance, summary
from roundhouse.lab.charts import Bar, bars, histogram
from roundhouse.play import registry

STYLE = """
body{font:16px/1.5 "Alegreya Sans","Gill Sans","Trebuchet MS",sans-serif;color:#3b3024;
background:#f6eedb;max-width:780px;margin:2rem auto;padding:0 1rem}
h1,h2,h3{font-family:Alegreya,Georgia,serif;line-height:1.2} h2{margin-top:2.5rem}
table{border-collapse:collapse;margin:.5rem 0 1.5rem;width:100%}
th,td{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #d9c9a0}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums} svg{width:100%;height:auto}
"""


def page(balances: Sequence[Balance]) -> str:
    """Return the report of a game, with a section for each number of seats."""
    title = f"Balance of {registry.meta(balances[0].game).title}"
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>"
        '<meta name=viewport content="width=device-width,initial-scale=1">'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1>",
        "<p>Games of one bot against itself in all seats. A share is a share of the wins (a tie "
        "splits the win), with its 95% Wilson interval. The figures describe the bot and the "
        "game.</p>",
    ]
    for balance in balances:
        parts.append(_section(balance))
    return "\n".join(parts) + "\n"


def _section(balance: Balance) -> str:
    data = summary(balance)
    parts = [
        f"<h2>{balance.seats} seats: {balance.games} games of <code>{escape(balance.bot)}</code>"
        "</h2>",
        *_by_seat(balance, data),
        *_by_opening(data),
        *_length(balance, data),
        *_result(balance, data),
        "<h3>How games end</h3>",
        _table(["reason", "games"], [[why, n] for why, n in data["ends"].items()]),
    ]
    if balance.games_without_winner:
        parts.append(f"<p>Games without a winner: {balance.games_without_winner}.</p>")
    return "\n".join(parts)


def _by_seat(balance: Balance, data: dict[str, Any]) -> list[str]:
    parts = ["<h3>By seat</h3>", *_shares(balance, data, "seat")]
    if data["by_place"]:
        parts += [
            "<h3>By place</h3>",
            "<p>Chance decides which seat opens. Place 0 is the seat that opens, place 1 the next"
            " seat, and so on.</p>",
            *_shares(balance, data, "place"),
        ]
    return parts


def _shares(balance: Balance, data: dict[str, Any], group: str) -> list[str]:
    unit = registry.meta(balance.game).unit
    entries = data[f"by_{group}"]
    chart = [
        Bar(f"{group} {row[group]}", row["share"], row["interval"], data["fair_share"])
        for row in entries
    ]
    rows = [
        [row[group], f"{row['share']:.1%}", _interval(row["interval"]), f"{row['mean_score']:.1f}"]
        for row in entries
    ]
    return [
        bars(f"Share of the wins by {group}", chart),
        _table([group, "share of wins", "95% interval", f"mean score ({unit})"], rows),
    ]


def _by_opening(data: dict[str, Any]) -> list[str]:
    parts = [
        "<h3>By opening</h3>",
        "<p>The first move of each kind that a seat made, and how often that seat won. In games"
        " with shares, also the company whose share a seat held first.</p>",
    ]
    for verb, rows in data["openings"].items():
        chart = [
            Bar(
                row["move"],
                row["share"],
                row["interval"],
                data["fair_share"],
                f"{row['share']:.0%} of {row['seats']}",
            )
            for row in rows
        ]
        parts.append(f"<h4><code>{escape(verb)}</code></h4>")
        parts.append(bars(f"Share of the wins by first `{verb}`", chart))
    return parts


def _length(balance: Balance, data: dict[str, Any]) -> list[str]:
    keys = ("least", "median", "most")
    rows = [
        ["plies", *(f"{data['plies'][k]:g}" for k in keys)],
        ["decisions", *(f"{data['choices'][k]:g}" for k in keys)],
    ]
    return [
        "<h3>Length</h3>",
        histogram("Plies of a game", balance.lengths),
        _table(["", "minimum", "median", "maximum"], rows),
    ]


def _result(balance: Balance, data: dict[str, Any]) -> list[str]:
    scores, margin = balance.winning_scores, data["margin"]
    unit = registry.meta(balance.game).unit
    rows = [
        [f"winning score ({unit})", f"{fmean(scores):.1f}", f"{median(scores):g}"],
        ["margin over second place", f"{margin['mean']:.1f}", f"{margin['median']:g}"],
    ]
    return ["<h3>Result</h3>", _table(["", "mean", "median"], rows)]


def _interval(interval: Sequence[float]) -> str:
    return f"{interval[0]:.1%} – {interval[1]:.1%}"


def _table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    def row(values: Sequence[object], tag: str) -> str:
        cells = "".join(
            f"<{tag}{' class=n' if n else ''}>{escape(str(cell))}</{tag}>"
            for n, cell in enumerate(values)
        )
        return f"<tr>{cells}</tr>"

    return "<table>" + row(headings, "th") + "".join(row(r, "td") for r in rows) + "</table>"
