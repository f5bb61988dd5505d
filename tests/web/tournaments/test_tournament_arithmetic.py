"""Properties of schedules, standings and ratings in tournaments."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.table.errors import Refusal
from roundhouse.web.tournaments.pairing import pool_rounds, pool_sizes, pools, round_robin
from roundhouse.web.tournaments.ratings import (
    FROZEN_SIGMA,
    FULL_MATCHES,
    MODEL,
    Contestant,
    Rating,
    rate,
    repeat_weight,
)
from roundhouse.web.tournaments.standings import TableResult, standings

# Schedules


@given(st.integers(3, 48))
def test_pools_have_three_to_six_players_and_differ_by_one(players: int) -> None:
    sizes = pool_sizes(players)
    assert sum(sizes) == players
    assert all(3 <= size <= 6 for size in sizes)
    assert max(sizes) - min(sizes) <= 1
    player_pools = pools(players)
    assert sorted(p for pool in player_pools for p in pool) == list(range(players))
    assert [len(pool) for pool in player_pools] == sizes


@given(st.integers(3, 48))
def test_each_player_of_a_pool_has_every_seat_once(players: int) -> None:
    seat_counts: Counter[tuple[int, int]] = Counter()
    for tables in pool_rounds(players):
        seated = [p for table in tables for p in table]
        assert len(seated) == len(set(seated))  # each player sits at one table at a time
        for table in tables:
            seat_counts.update((p, seat) for seat, p in enumerate(table))
    for pool in pools(players):
        for player in pool:
            assert [seat_counts[player, seat] for seat in range(len(pool))] == [1] * len(pool)


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_round_robin_pairs_all_players(data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 6))
    players = data.draw(st.integers(seats, 20))
    meetings: Counter[frozenset[int]] = Counter()
    played: Counter[int] = Counter()
    seat_counts: dict[int, Counter[int]] = {p: Counter() for p in range(players)}
    for tables in round_robin(players, seats):
        seated = [p for table in tables for p in table]
        assert len(seated) == len(set(seated)) == players // seats * seats
        for table in tables:
            meetings.update(frozenset(pair) for pair in combinations(table, 2))
            played.update(table)
            for seat, player in enumerate(table):
                seat_counts[player][seat] += 1
    assert all(meetings[frozenset(pair)] >= 1 for pair in combinations(range(players), 2))
    assert max(played.values()) - min(played.values()) <= 1
    for counts in seat_counts.values():
        values = [counts[seat] for seat in range(seats)]
        assert max(values) - min(values) <= 2


def test_too_few_or_too_many_players_are_refused() -> None:
    for players in (2, 49):
        with pytest.raises(Refusal, match="3 to 48"):
            pool_sizes(players)
    with pytest.raises(Refusal, match="Tables of 4"):
        round_robin(3, 4)


# Standings


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[int, list[TableResult]]:
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
        results.append(TableResult(tuple(table), tuple(ranks), tuple(scores)))
    return players, results


@given(tournaments(), st.randoms())
def test_order_of_results_does_not_matter(
    standings_input: tuple[int, list[TableResult]], rng: object
) -> None:
    players, results = standings_input
    shuffled = list(results)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert standings(range(players), results) == standings(range(players), shuffled)


@given(tournaments())
def test_wins_and_points_add_up(standings_input: tuple[int, list[TableResult]]) -> None:
    players, results = standings_input
    result = standings(range(players), results)
    assert sum(s.wins for s in result) == len(results)
    assert sum(s.share for s in result) == len(results)
    assert sum(s.points for s in result) == sum(Fraction(len(r.players), 2) for r in results)
    assert [s.place for s in result] == sorted(s.place for s in result)
    for one, other in combinations(result, 2):
        assert one.key >= other.key
        assert (one.place == other.place) == (one.key == other.key)


@given(tournaments(), st.data())
def test_better_finish_never_costs_points_or_wins(
    standings_input: tuple[int, list[TableResult]], data: st.DataObject
) -> None:
    """Winning a table outright never costs a player points or wins."""
    players, results = standings_input
    if not results:
        return
    n = data.draw(st.integers(0, len(results) - 1))
    old = results[n]
    seat = data.draw(st.integers(0, len(old.players) - 1))
    scores = list(old.scores)
    scores[seat] = max(scores) + 1
    ranks = tuple(sum(other > score for other in scores) for score in scores)
    better = [*results[:n], TableResult(old.players, ranks, tuple(scores)), *results[n + 1 :]]
    player = old.players[seat]
    before = next(s for s in standings(range(players), results) if s.player == player)
    after = next(s for s in standings(range(players), better) if s.player == player)
    assert after.points >= before.points
    assert after.wins >= before.wins


def test_ties_are_broken_by_wins_then_opponents_then_scores() -> None:
    def order(*results: TableResult) -> list[int]:
        return [s.player for s in standings(range(4), results)]

    # 0 and 1 have one point each. 0 won a table, and 1 came second twice.
    by_wins = standings(
        range(4),
        [
            TableResult((0, 2, 3), (0, 1, 2), (9, 5, 1)),
            TableResult((3, 0, 2), (0, 2, 1), (9, 1, 5)),
            TableResult((2, 1, 3), (0, 1, 2), (9, 5, 1)),
            TableResult((3, 1, 2), (0, 1, 2), (9, 5, 1)),
        ],
    )
    places = {s.player: s for s in by_wins}
    assert places[0].points == places[1].points == 1
    assert places[0].wins > places[1].wins
    assert places[0].place < places[1].place
    # 0, 1 and 2 have one win each. 0 beat 2, who beat 3, and 1 beat 3, who has no win.
    assert (
        order(
            TableResult((0, 2), (0, 1), (3, 2)),
            TableResult((2, 3), (0, 1), (3, 2)),
            TableResult((1, 3), (0, 1), (3, 2)),
        )[0]
        == 0
    )
    # Only the scores differ.
    assert order(TableResult((0, 2), (0, 1), (3, 2)), TableResult((1, 3), (0, 1), (9, 2)))[:2] == [
        1,
        0,
    ]


# Ratings

RATINGS = st.builds(Rating, st.floats(5, 45), st.floats(1, 8.3), st.integers(0, 50))


@given(st.lists(st.tuples(RATINGS, st.integers(0, 5)), min_size=2, max_size=6))
def test_match_raises_uncertainty_no_more_than_time_does(played: list[tuple[Rating, int]]) -> None:
    after = rate([Contestant(rating, rank) for rating, rank in played])
    for (before, _), now in zip(played, after, strict=True):
        assert now.sigma**2 <= before.sigma**2 + MODEL.tau**2 + 1e-9
        assert now.games == before.games + 1


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6, unique=True))
def test_ratings_of_equal_players_follow_their_ranks(ranks: list[int]) -> None:
    after = rate([Contestant(Rating(), rank) for rank in ranks])
    by_rank = [r for _, r in sorted(zip(ranks, after, strict=True), key=lambda pair: pair[0])]
    assert all(one.mu > other.mu for one, other in pairwise(by_rank))
    assert by_rank[0].mu > Rating().mu > by_rank[-1].mu


@given(st.integers(0, 1))
def test_only_bots_with_certain_ratings_are_frozen(rank: int) -> None:
    known = Rating(30.0, FROZEN_SIGMA - 0.1, 80)
    after = rate([Contestant(Rating(), rank), Contestant(known, 1 - rank, anchor=True)])
    assert (after[1].mu, after[1].sigma, after[1].games) == (known.mu, known.sigma, 81)
    assert after[0].mu != Rating().mu
    fresh = rate([Contestant(Rating(), rank), Contestant(Rating(), 1 - rank, anchor=True)])
    assert fresh[1].mu != Rating().mu


def test_rating_is_provisional_until_it_is_certain() -> None:
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


def test_many_matches_of_two_accounts_move_a_rating_little() -> None:
    def play(matches: int, weighed: bool) -> float:
        one, other = Rating(), Rating()
        for n in range(matches):
            weight = repeat_weight(n) if weighed else 1.0
            one, other = rate([Contestant(one, 0), Contestant(other, 1)], weight)
        return one.mu - Rating().mu

    assert play(100, weighed=True) < play(8, weighed=False)
    assert play(FULL_MATCHES, weighed=True) == play(FULL_MATCHES, weighed=False)
