"""Schedules: fair seating, shared deals and reproducible games."""

from __future__ import annotations

from collections import Counter

import pytest

from roundhouse.core.errors import RoundhouseError
from roundhouse.lab import schedule
from roundhouse.lab.schedule import Matchup, build_schedule, play
from roundhouse.play.record import Record


@pytest.mark.parametrize(
    ("bots", "seats"),
    [(("a", "b"), 4), (("a", "b", "c"), 4), (("a", "b", "b", "b"), 4), (("a", "b", "c"), 3)],
)
def test_every_bot_sits_everywhere(
    bots: tuple[str, ...], seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "check_name", lambda name: None)
    result = build_schedule("northern", bots, seats, seats * len(bots) * 2)
    counts = Counter((f.bots[n], n) for f in result for n in range(seats))
    for bot in set(bots):
        assert len({counts[bot, n] for n in range(seats)}) == 1
    for deal in range(len(bots) * 2):
        assert len({f.deal for f in result[deal * seats : (deal + 1) * seats]}) == 1
    assert len({f.seed for f in result}) == len(result)


def test_too_many_bots() -> None:
    with pytest.raises(RoundhouseError):
        build_schedule("northern", ("random",) * 5, 4, 1)


@pytest.mark.usefixtures("interpreted")
def test_a_matchup_is_reproducible() -> None:
    matchup = Matchup(3, "northern", ("random", "greedy", "random"), "deal", "seed")
    played = play(matchup)
    assert play(matchup) == played
    record = Record.loads(played.record)
    *_, last = record.replay(record.load_game())
    assert last.over
    assert tuple(last.ranks()) == played.ranks
    assert last.end().code == played.end
    assert record.names == ("random 1", "greedy 1", "random 2")


@pytest.mark.usefixtures("interpreted")
def test_matchups_of_one_deal_share_chance_events() -> None:
    """The bots differ, but chance deals the same first cards."""
    dealt = set()
    for number in range(3):
        bots = tuple("random" for _ in range(3))
        record = Record.loads(play(Matchup(number, "union", bots, "deal", f"{number}")).record)
        first = next(n for n, move in enumerate(record.moves) if move.seat >= 0)
        dealt.add(record.moves[:first])
    assert len(dealt) == 1
    assert len(dealt.pop()) > 0
