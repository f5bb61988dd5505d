"""The conformance suite detects violations of the contract."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from roundhouse.core.description import GameDescription, Section
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.play.conformance import CheckSettings, Nonconformance, all_options, check

DEFINITION = registry.definition("northern")


def replace_parts(monkeypatch: pytest.MonkeyPatch, **parts: Any) -> None:
    """Replace some parts of Northern Pacific."""
    definition = replace(DEFINITION, **parts)
    monkeypatch.setattr(registry, "definition", lambda game: definition)


def run_check() -> None:
    check(
        "northern",
        3,
        games=1,
        settings=CheckSettings(close_checks=4, speeds=[INTERPRETED], max_plies=500),
    )


def test_valid_game_gets_a_report() -> None:
    report = check(
        "northern", 4, games=2, settings=CheckSettings(close_checks=4, speeds=[INTERPRETED])
    )
    assert report.games == 2
    assert report.plies == sum(report.lengths)
    assert report.views >= 2 * 5


def test_all_options_lists_every_combination() -> None:
    assert all_options("northern") == [
        {"variant": "standard"},
        {"variant": "single"},
        {"variant": "scoreless"},
    ]


def legal_unsorted(board: Any, s: Any, scratch: Any, out: list[int]) -> int:
    n: int = DEFINITION.legal(board, s, scratch, out)
    out[0], out[1] = out[1], out[0]
    return n


def legal_empty(board: Any, s: Any, scratch: Any, out: list[int]) -> int:
    return 0


def apply_nothing(board: Any, s: Any, scratch: Any, action: int) -> None:
    return


def ranks_without_winner(board: Any, s: Any, scratch: Any, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 5


@pytest.mark.parametrize(
    ("name", "bad_rule", "message"),
    [
        ("legal", legal_unsorted, "not ascending"),
        ("legal", legal_empty, "no legal action before the end"),
        ("apply", apply_nothing, "does not end within 500 plies"),
        ("ranks", ranks_without_winner, "ranks are"),
    ],
)
def test_bad_rules_are_detected(
    monkeypatch: pytest.MonkeyPatch, name: str, bad_rule: Callable[..., Any], message: str
) -> None:
    replace_parts(monkeypatch, **{name: bad_rule})
    with pytest.raises(Nonconformance, match=message):
        run_check()


def test_broken_invariant_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_parts(monkeypatch, find_violations=lambda *_: ["a cube is missing"])
    with pytest.raises(Nonconformance, match="a cube is missing"):
        run_check()


def view_with(change: Callable[[Any], None]) -> Callable[..., Any]:
    def view(position: Any, seat: int | None) -> Any:
        view = DEFINITION.view(position, seat)
        change(view)
        return view

    return view


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda view: view["choices"].clear(), "are not the legal moves"),
        (lambda view: view["panels"].pop(), "one panel for each seat"),
        (lambda view: view["facts"].update(odd=(1, 2)), "not plain JSON"),
        (lambda view: view.update(ranks=[0]), "at the end only"),
        (lambda view: [c["refs"].append("city:oz") for c in view["choices"]], "is not drawn"),
    ],
)
def test_bad_views_are_detected(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], None], message: str
) -> None:
    replace_parts(monkeypatch, view=view_with(change))
    with pytest.raises(Nonconformance, match=message):
        run_check()


def test_view_of_hidden_information_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def redeal(board: Any, s: Any, scratch: Any, seat: int, rng: list[int]) -> None:
        s.good[0] += 1

    replace_parts(monkeypatch, redeal=redeal)
    with pytest.raises(Nonconformance, match="looks different"):
        run_check()


def test_description_of_hidden_information_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count()

    def describe(view: Any, data: Any) -> GameDescription:
        return GameDescription((Section("Deck", (f"{next(numbers)} cards",)),))

    replace_parts(monkeypatch, describe=describe)
    with pytest.raises(Nonconformance, match="described differently"):
        run_check()


def test_description_with_an_unnamed_seat_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    described = GameDescription((Section("Table", ("@7 leads",)),))
    replace_parts(monkeypatch, describe=lambda view, data: described)
    with pytest.raises(Nonconformance, match="unnamed seats"):
        run_check()


def test_error_lists_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_parts(monkeypatch, ranks=ranks_without_winner)
    with pytest.raises(Nonconformance, match=r"northern 3 seats .*\n(.*\n)*2 lay seattle|lay sea"):
        run_check()
