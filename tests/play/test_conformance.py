"""The suite itself: that it finds what is wrong. Rooms are checked in tests/test_conformance.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.play.conformance import Nonconformance, all_options, check

ROOM = registry.room("northern")


def spoil(monkeypatch: pytest.MonkeyPatch, **pieces: Any) -> None:
    """Northern Pacific with some pieces exchanged."""
    spoilt = replace(ROOM, **pieces)
    monkeypatch.setattr(registry, "room", lambda game: spoilt)


def run() -> None:
    check("northern", 3, games=1, looks=4, speeds=[INTERPRETED], most_plies=500)


def test_a_good_room_gets_a_report() -> None:
    report = check("northern", 4, games=2, looks=4, speeds=[INTERPRETED])
    assert report.games == 2
    assert report.plies == sum(report.lengths)
    assert report.views >= 2 * 5


def test_every_combination_of_options() -> None:
    assert all_options("northern") == [
        {"variant": "standard"},
        {"variant": "single"},
        {"variant": "scoreless"},
    ]


def legal_unsorted(board: Any, s: Any, scratch: Any, out: list[int]) -> int:
    n: int = ROOM.legal(board, s, scratch, out)
    out[0], out[1] = out[1], out[0]
    return n


def legal_nothing(board: Any, s: Any, scratch: Any, out: list[int]) -> int:
    return 0


def apply_nothing(board: Any, s: Any, scratch: Any, action: int) -> None:
    return


def ranks_unwon(board: Any, s: Any, scratch: Any, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 5


@pytest.mark.parametrize(
    ("name", "bad", "complaint"),
    [
        ("legal", legal_unsorted, "not ascending"),
        ("legal", legal_nothing, "no legal action before the end"),
        ("apply", apply_nothing, "does not end within 500 plies"),
        ("ranks", ranks_unwon, "ranks are"),
    ],
)
def test_bad_rules_are_found(
    monkeypatch: pytest.MonkeyPatch, name: str, bad: Callable[..., Any], complaint: str
) -> None:
    spoil(monkeypatch, **{name: bad})
    with pytest.raises(Nonconformance, match=complaint):
        run()


def test_a_broken_law_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, broken=lambda *_: ["a cube is missing"])
    with pytest.raises(Nonconformance, match="a cube is missing"):
        run()


def view_with(change: Callable[[Any], None]) -> Callable[..., Any]:
    def view(position: Any, seat: int | None) -> Any:
        made = ROOM.view(position, seat)
        change(made)
        return made

    return view


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda view: view["choices"].clear(), "are not the legal moves"),
        (lambda view: view["panels"].pop(), "one panel for each seat"),
        (lambda view: view["facts"].update(odd=(1, 2)), "not plain JSON"),
        (lambda view: view.update(ranks=[0]), "at the end only"),
        (lambda view: [c["refs"].append("city:oz") for c in view["choices"]], "is not drawn"),
    ],
)
def test_bad_views_are_found(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], None], complaint: str
) -> None:
    spoil(monkeypatch, view=view_with(change))
    with pytest.raises(Nonconformance, match=complaint):
        run()


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that tells more than a redeal keeps gives itself away."""

    def redeal(board: Any, s: Any, scratch: Any, seat: int, rng: list[int]) -> None:
        s.good[0] += 1

    spoil(monkeypatch, redeal=redeal)
    with pytest.raises(Nonconformance, match="looks different"):
        run()


def test_the_complaint_tells_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, ranks=ranks_unwon)
    with pytest.raises(Nonconformance, match=r"northern 3 seats .*\n(.*\n)*2 lay seattle|lay sea"):
        run()
