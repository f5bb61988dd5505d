"""The model card of a network: its training, results and cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundhouse.train.stored_names import read_facts


@dataclass(frozen=True)
class Prices:
    """Prices in US dollars per hour.

    The defaults are rounded from on-demand prices of large clouds: a virtual core of a compute
    machine, and one GPU of the class of an H100.

    Attributes:
        core: One processor core.
        gpu: One GPU.
    """

    core: float = 0.05
    gpu: float = 3.00


DEFAULT_PRICES = Prices()
LICENSE = "MIT, as the program"


@dataclass(frozen=True)
class HardwareHours:
    """Hours of hardware that a training used.

    Attributes:
        core: Hours of processor cores.
        gpu: Hours of GPUs.
    """

    core: float
    gpu: float

    def cost(self, prices: Prices) -> float:
        """Return the cost in US dollars."""
        return self.core * prices.core + self.gpu * prices.gpu


def write_card(path: Path, about: Mapping[str, Any]) -> None:
    """Write the model card atomically."""
    partial = path.with_suffix(".new")
    partial.write_text(render_card(about), encoding="utf-8")
    partial.replace(path)


def render_card(about: Mapping[str, Any], prices: Prices = DEFAULT_PRICES) -> str:
    """Return the model card as Markdown."""
    facts = read_facts(about)
    parts = [
        f"# Network for {facts['game']}",
        "Written by `roundhouse train` from the facts in `weights.npz`.",
        _table(("fact", ""), _fact_rows(facts)),
        "## Training",
        _training(facts),
        "## Arenas",
        _arenas(facts.get("arena", [])),
        *_exploitability(facts.get("exploit", {})),
        "## Cost",
        _cost(hardware_hours(facts), prices),
    ]
    return "\n\n".join(parts) + "\n"


def hardware_hours(facts: Mapping[str, Any]) -> HardwareHours:
    """Return the hours that a training used, without its arenas.

    A run uses as many cores as it has workers; self-play uses one core.
    """
    core = gpu = 0.0
    for run in facts.get("runs") or [facts]:
        hours = run.get("seconds", 0) / 3600
        core += hours * run.get("workers", 1)
        gpu += hours if run.get("device", "cpu") == "cuda" else 0.0
    return HardwareHours(core, gpu)


def _fact_rows(facts: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    yield "game", facts["game"]
    yield "board", f"`{facts['board']}`"
    yield "rules version", str(facts["rules"])
    options = facts.get("options") or {}
    yield "options", ", ".join(f"{k}={v}" for k, v in options.items()) or "all"
    yield "observation size", _number(facts["observation"])
    yield "network", f"{facts['blocks']} residual blocks of width {facts['width']}"
    yield "weights", f"{facts['weights']:,}, half precision"
    yield "license", LICENSE


def _training(facts: Mapping[str, Any]) -> str:
    if "runs" in facts:
        params = _params("Hyperparameters", facts.get("imitation", {}))
        return _runs(facts["runs"]) + "\n\n" + params
    device = "a GPU" if facts.get("device") == "cuda" else "a CPU"
    summary = (
        f"Self-play (PPO): {facts['decisions']:,} decisions, {facts['updates']:,} updates, "
        f"{facts['seconds']:,} s on {device}."
    )
    summary += _origin(facts)
    return summary + "\n\n" + _params("Hyperparameters", facts.get("ppo", {}))


def _origin(facts: Mapping[str, Any]) -> str:
    """Return the sentences about the networks that a self-play training was given."""
    text = ""
    if "start_weights" in facts:
        text += f"\nIt began with {facts['start_weights']}, whose cost is not included below."
    if "population" in facts:
        names, share = ", ".join(facts["population"]), facts["ppo"]["opponent_fraction"]
        text += (
            f"\nOpponents in {share:.0%} of the games: {names} as a frozen network, "
            "and earlier versions of the learner."
        )
    return text


def _runs(runs: Iterable[Mapping[str, Any]]) -> str:
    rows = [
        (
            str(number),
            _number(run["seconds"]),
            str(run["workers"]),
            _number(run["iterations"]),
            # The first run has no network, whatever the stored setting.
            f"{1.0 if number == 1 else run.get('unguided_fraction', 0.0):.0%}",
            _number(run["decisions"]),
            f"{run['top_1_accuracy']:.1%}",
            f"{run['policy_loss']:.3f}",
            f"{run['explained_variance']:.1%}",
            f"{run['search_explained_variance']:.1%}",
        )
        for number, run in enumerate(runs, 1)
    ]
    columns = (
        "run",
        "seconds",
        "workers",
        "iterations",
        "unguided",
        "decisions",
        "top-1 accuracy",
        "policy loss",
        "explained variance",
        "of the search",
    )
    legend = (
        "Imitation of searches, guided by the best network so far except at the unguided seats.\n"
        "Each run learns all decisions in the folder.\n"
        "The last four columns are measured on validation games:\n\n"
        "- top-1 accuracy: how often the most likely action is the most visited one\n"
        "- policy loss: cross entropy of the visits\n"
        "- explained variance: of the outcome, by the values of the network and of the search"
    )
    return legend + "\n\n" + _table(columns, rows)


def _params(title: str, params: Mapping[str, Any]) -> str:
    text = ", ".join(
        f"{name} {value:g}"
        for name, value in params.items()
        if isinstance(value, int | float) and math.isfinite(value)
    )
    return f"{title}: {text or 'not recorded'}."


def _arenas(arenas: Iterable[Mapping[str, Any]]) -> str:
    rows = [
        (
            str(number),
            str(arena["games"]),
            _number(arena["iterations"]),
            f"{arena['share']:.1%}",
            f"{arena['low']:.1%} to {arena['high']:.1%}",
            f"{arena['share'] / arena['fair']:.2f}",
            "yes" if arena["promoted"] else "no",
        )
        for number, arena in enumerate(arenas, 1)
    ]
    if not rows:
        return "Not played."
    columns = ("arena", "games", "iterations", "wins", "95% interval", "x fair", "promoted")
    return (
        "Searches with the same number of iterations, guided by the candidate and by the best "
        "network so far. A candidate that wins less than its fair share is rejected.\n\n"
        + _table(columns, rows)
    )


def _exploitability(exploit: Mapping[str, Any]) -> Iterable[str]:
    if not exploit:
        return
    yield "## Exploitability"
    rows = [
        (
            f"three `{arena['against']}`",
            str(arena["games"]),
            f"{arena['share']:.1%}",
            f"{arena['low']:.1%} to {arena['high']:.1%}",
            f"{4 * arena['share']:.2f}",
        )
        for arena in exploit["arenas"]
    ]
    yield (
        f"An exploiter trained against `{exploit['opponent']}` for {exploit['seconds']:,} s on one "
        f"core: {exploit['decisions']:,} decisions, from "
        + ("the shipped network" if exploit["from_shipped"] else "new weights")
        + ".\nIts policy alone then played one of four seats. "
        "The share is a lower bound of what a perfect opponent would win.\n\n"
        + _table(("against", "games", "wins", "95% interval", "x fair"), rows)
    )


def _cost(hours: HardwareHours, prices: Prices) -> str:
    return (
        f"{hours.core:.2f} core hours and {hours.gpu:.2f} GPU hours without arenas: "
        f"{hours.cost(prices):.2f} USD at {prices.core:.2f} USD per core hour and "
        f"{prices.gpu:.2f} USD per GPU hour."
    )


def _number(value: float) -> str:
    return f"{value:,}"


def _table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [columns, ("---",) * len(columns), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
