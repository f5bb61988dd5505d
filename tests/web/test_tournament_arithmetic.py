"""Who meets whom, who leads, who is rated how: laws that hold for any tournament."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.web.errors import Refusal
from roundhouse.web.skill import ANCHORED, MODEL, Contestant, Rating, rate
from roundhouse.web.tournaments.schedule import pool_rounds, pool_sizes, pools, round_robin
from roundhouse.web.tournaments.standings import Result, standings

# Schedules


@given(st.integers(3, 48))
def test_pools_have_three_to_six_players_and_differ_by_one(players: int) -> None:
    sizes = pool_sizes(players)
    assert sum(sizes) == players
    assert all(3 <= size <= 6 for size in sizes)
    assert max(sizes) - min(sizes) <= 1
    dealt = pools(players)
    assert sorted(p for pool in dealt for p in pool) == list(range(players))
    assert [len(pool) for pool in dealt] == sizes


@given(st.integers(3, 48))
def test_in_a_pool_everybody_has_every_seat_once(players: int) -> None:
    sat: Counter[tuple[int, int]] = Counter()
    for tables in pool_rounds(players):
        seated = [p for table in tables for p in table]
        assert len(seated) == len(set(seated))  # nobody sits at two tables at once
        for table in tables:
            sat.update((p, seat) for seat, p in enumerate(table))
    for pool in pools(players):
        for player in pool:
            assert [sat[player, seat] for seat in range(len(pool))] == [1] * len(pool)


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_in_a_round_robin_everybody_meets_everybody(data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 6))
    players = data.draw(st.integers(seats, 20))
    met: Counter[frozenset[int]] = Counter()
    played: Counter[int] = Counter()
    sat: dict[int, Counter[int]] = {p: Counter() for p in range(players)}
    for tables in round_robin(players, seats):
        seated = [p for table in tables for p in table]
        assert len(seated) == len(set(seated)) == players // seats * seats
        for table in tables:
            met.update(frozenset(pair) for pair in combinations(table, 2))
            played.update(table)
            for seat, player in enumerate(table):
                sat[player][seat] += 1
    assert all(met[frozenset(pair)] >= 1 for pair in combinations(range(players), 2))
    assert max(played.values()) - min(played.values()) <= 1
    for counts in sat.values():
        often = [counts[seat] for seat in range(seats)]
        assert max(often) - min(often) <= 2


def test_a_tournament_of_two_or_of_a_crowd_is_refused() -> None:
    for players in (2, 49):
        with pytest.raises(Refusal, match="3 to 48"):
            pool_sizes(players)
    with pytest.raises(Refusal, match="Tables of 4"):
        round_robin(3, 4)


# Standings


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[int, list[Result]]:
    players = draw(st.integers(3, 8))
    tables = draw(
        st.lists(
            st.lists(st.integers(0, players - 1), min_size=2, max_size=5, unique=True), max_size=8
        )
    )
    results = []
    for table in tables:
        scores = draw(st.lists(st.integers(-5, 9), min_size=len(table), max_size=len(table)))
        ranks = [sum(other > score for other in scores) for score in scores]
        results.append(Result(tuple(table), tuple(ranks), tuple(scores)))
    return players, results


@given(tournaments(), st.randoms())
def test_the_order_in_which_tables_end_does_not_matter(
    given_: tuple[int, list[Result]], rng: object
) -> None:
    players, results = given_
    shuffled = list(results)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert standings(range(players), results) == standings(range(players), shuffled)


@given(tournaments())
def test_what_is_given_out_is_what_there_is(given_: tuple[int, list[Result]]) -> None:
    players, results = given_
    made = standings(range(players), results)
    assert sum(s.wins for s in made) == len(results)
    assert sum(s.share for s in made) == len(results)
    assert sum(s.points for s in made) == sum(Fraction(len(r.players), 2) for r in results)
    assert [s.place for s in made] == sorted(s.place for s in made)
    for one, other in combinations(made, 2):
        assert one.key >= other.key
        assert (one.place == other.place) == (one.key == other.key)


@given(tournaments(), st.data())
def test_who_finishes_better_is_never_worse_off(
    given_: tuple[int, list[Result]], data: st.DataObject
) -> None:
    """Winning a table outright instead of what one got there costs neither points nor wins."""
    players, results = given_
    if not results:
        return
    n = data.draw(st.integers(0, len(results) - 1))
    old = results[n]
    seat = data.draw(st.integers(0, len(old.players) - 1))
    scores = list(old.scores)
    scores[seat] = max(scores) + 1
    ranks = tuple(sum(other > score for other in scores) for score in scores)
    better = [*results[:n], Result(old.players, ranks, tuple(scores)), *results[n + 1 :]]
    player = old.players[seat]
    before = next(s for s in standings(range(players), results) if s.player == player)
    after = next(s for s in standings(range(players), better) if s.player == player)
    assert after.points >= before.points
    assert after.wins >= before.wins


def test_ties_are_broken_by_wins_then_by_whom_one_has_left_behind_then_by_points() -> None:
    def order(*results: Result) -> list[int]:
        return [s.player for s in standings(range(4), results)]

    # 0 and 1 have a point each; 0 has won a table, 1 was second twice.
    by_wins = standings(
        range(4),
        [
            Result((0, 2, 3), (0, 1, 2), (9, 5, 1)),
            Result((3, 0, 2), (0, 2, 1), (9, 1, 5)),
            Result((2, 1, 3), (0, 1, 2), (9, 5, 1)),
            Result((3, 1, 2), (0, 1, 2), (9, 5, 1)),
        ],
    )
    places = {s.player: s for s in by_wins}
    assert places[0].points == places[1].points == 1
    assert places[0].wins > places[1].wins
    assert places[0].place < places[1].place
    # One win each at tables of two; 0 has beaten 2, who has beaten 3; 1 has beaten 3.
    assert (
        order(
            Result((0, 2), (0, 1), (3, 2)),
            Result((2, 3), (0, 1), (3, 2)),
            Result((1, 3), (0, 1), (3, 2)),
        )[0]
        == 0
    )
    # The same in everything but how high.
    assert order(Result((0, 2), (0, 1), (3, 2)), Result((1, 3), (0, 1), (9, 2)))[:2] == [1, 0]


# Ratings

RATINGS = st.builds(Rating, st.floats(5, 45), st.floats(1, 8.3), st.integers(0, 50))


@given(st.lists(st.tuples(RATINGS, st.integers(0, 5)), min_size=2, max_size=6))
def test_a_match_makes_nobody_less_sure_than_time_does(played: list[tuple[Rating, int]]) -> None:
    after = rate([Contestant(rating, rank) for rating, rank in played])
    for (before, _), now in zip(played, after, strict=True):
        assert now.sigma**2 <= before.sigma**2 + MODEL.tau**2 + 1e-9
        assert now.games == before.games + 1


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6, unique=True))
def test_among_equals_the_order_of_the_finish_is_the_order_of_the_ratings(ranks: list[int]) -> None:
    after = rate([Contestant(Rating(), rank) for rank in ranks])
    by_rank = [r for _, r in sorted(zip(ranks, after, strict=True), key=lambda pair: pair[0])]
    assert all(one.mu > other.mu for one, other in pairwise(by_rank))
    assert by_rank[0].mu > Rating().mu > by_rank[-1].mu


@given(st.integers(0, 1))
def test_a_bot_that_is_known_stands_still_and_one_that_is_not_moves(rank: int) -> None:
    known = Rating(30.0, ANCHORED - 0.1, 80)
    after = rate([Contestant(Rating(), rank), Contestant(known, 1 - rank, anchor=True)])
    assert (after[1].mu, after[1].sigma, after[1].games) == (known.mu, known.sigma, 81)
    assert after[0].mu != Rating().mu
    fresh = rate([Contestant(Rating(), rank), Contestant(Rating(), 1 - rank, anchor=True)])
    assert fresh[1].mu != Rating().mu


def test_provisional_until_sure() -> None:
    player, bot = Rating(), Rating(25.0, 1.5, 200)
    assert player.provisional
    assert player.points == 1500
    games = 0
    while player.provisional:
        player = rate([Contestant(player, games % 2), Contestant(bot, 1 - games % 2, anchor=True)])[
            0
        ]
        games += 1
        assert games < 60
    assert games > 3
