"""Standing orders of every game: legal moves, no use of hidden information."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roundhouse
from roundhouse.core.auction_standing_orders import BID_UP_TO, PASS_THIS, PASS_UNTIL
from roundhouse.core.constants import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.standing_orders import Order, OrderEnd, OrderMove, OrderWait
from roundhouse.core.state import State
from roundhouse.play import registry

GAMES = [meta.id for meta in registry.games()]
AUCTIONS = ["texas", "southern"]


def possible_orders(game: Game, state: State, seat: int, rng: random.Random) -> list[Order]:
    """Return every order that the seat can set now, amounts chosen at random."""
    orders_now = []
    for offer in game.list_orders(state, seat):
        amount = None if offer.low is None else rng.randint(offer.low, offer.high or 0)
        assert offer.takes(amount)
        assert not offer.takes(None if amount is not None else 3)
        orders_now.append(offer.order(amount))
        assert "{" not in orders_now[-1].words
    return orders_now


def step_at_random(state: State, rng: random.Random) -> None:
    """Apply a random legal action."""
    actions = state.legal()
    if state.turn == CHANCE:
        state.apply(rng.choices(actions, state.weights())[0])
    else:
        state.apply(rng.choice(actions))


def walk(game: Game, rng: random.Random, plies: int) -> Iterator[State]:
    """Yield the states of a random game."""
    state = game.start(rng.choice([n for n in game.meta.seats if n <= 4]))
    for _ in range(plies):
        if state.over:
            return
        yield state
        step_at_random(state, rng)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_orders_make_only_legal_moves(name: str, seed: int) -> None:
    rng, game = random.Random(seed), roundhouse.load(name)
    active: list[tuple[int, Order]] = []
    for state in walk(game, rng, 70):
        if rng.random() < 0.2:
            seat = rng.randrange(state.seats)
            active += [(seat, order) for order in possible_orders(game, state, seat, rng)]
        for seat, order in active[-15:]:
            step = game.definition.carry_out(state, seat, order)  # not checked by Game
            assert isinstance(step, OrderMove | OrderWait | OrderEnd)
            if isinstance(step, OrderMove):
                assert state.turn == seat
                assert step.action in state.legal()
                state.clone().apply(step.action)


@pytest.mark.parametrize("name", [g for g in GAMES if registry.meta(g).secrets])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_orders_use_only_what_their_seat_knows(name: str, seed: int) -> None:
    rng, game = random.Random(seed), roundhouse.load(name)
    active: list[tuple[int, Order]] = []
    for state in walk(game, rng, 50):
        for seat in range(state.seats):
            redealt_state = state.redeal(seat, rng)
            offers = game.list_orders(state, seat)
            assert game.list_orders(redealt_state, seat) == offers
            if rng.random() < 0.1:
                active += [(seat, order) for order in possible_orders(game, state, seat, rng)]
            for owner, order in active[-12:]:
                if owner == seat:
                    assert game.carry_out(redealt_state, seat, order) == game.carry_out(
                        state, seat, order
                    )


def next_order_move(game: Game, state: State, orders: dict[int, Order]) -> OrderMove | None:
    """Return the move of an order to carry out now; delete orders that have ended."""
    for seat, order in list(orders.items()):
        step = game.carry_out(state, seat, order)
        if isinstance(step, OrderEnd):
            del orders[seat]
        elif isinstance(step, OrderMove):
            return step
    return None


@pytest.mark.parametrize("name", AUCTIONS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_orders_never_bid_above_their_amount(name: str, seed: int) -> None:
    rng, game = random.Random(seed), roundhouse.load(name)
    state = game.start(3)
    orders: dict[int, Order] = {}
    bids = 0
    for _ in range(200):
        if state.over:
            break
        for seat in range(3):
            if seat not in orders and rng.random() < 0.5:
                bid_orders = [
                    o for o in possible_orders(game, state, seat, rng) if o.kind == BID_UP_TO
                ]
                if bid_orders:
                    orders[seat] = bid_orders[0]
        seat = state.turn
        step = next_order_move(game, state, orders)
        if step is None:
            step_at_random(state, rng)
            continue
        order = orders[seat]
        words = game.text(step.action)
        if words.startswith("bid"):
            bids += 1
            amount = int(words.split()[1])
            assert amount <= order.amount
            assert amount == min(
                int(game.text(a).split()[1]) for a in state.legal() if game.text(a) != "pass"
            )
        else:
            assert words == "pass"
            lowest = [a for a in state.legal() if game.text(a).startswith("bid")]
            assert not lowest or int(game.text(lowest[0]).split()[1]) > order.amount
        state.apply(step.action)
    assert bids or not game.list_orders(game.start(3), 0)


def play_to_auction(game: Game, seed: int = 1) -> State:
    """Return a state in an auction in which seat 1 is to act and may pass."""
    rng = random.Random(seed)
    for state in walk(game, rng, 400):
        kinds = {offer.kind for offer in game.list_orders(state, 1)} if state.seats > 1 else set()
        if state.turn == 1 and BID_UP_TO in kinds and "pass" in map(game.text, state.legal()):
            return state
    raise AssertionError("the random game had no auction")


@pytest.mark.parametrize("name", AUCTIONS)
def test_order_ends_with_its_auction(name: str) -> None:
    game = roundhouse.load(name)
    state = play_to_auction(game)
    offers = {offer.kind: offer for offer in game.list_orders(state, 1)}
    this = offers[PASS_THIS].order(None)
    step = game.carry_out(state, 1, this)
    assert isinstance(step, OrderMove)
    assert game.text(step.action) == "pass"
    about = this.about
    state.apply(step.action)
    after = game.carry_out(state, 1, this)
    assert isinstance(after, OrderEnd)
    assert after.why in ("You are out of that auction.", "That auction is over.")
    assert about not in [o.about for o in game.list_orders(state, 1) if o.kind == PASS_THIS]


@pytest.mark.parametrize("name", AUCTIONS)
def test_pass_until_sold_ends_at_the_sale(name: str) -> None:
    game, rng = roundhouse.load(name), random.Random(7)
    state = game.start(3)
    while not state.over and state.turn == CHANCE:
        step_at_random(state, rng)
    until = [o for o in game.list_orders(state, 0) if o.kind == PASS_UNTIL]
    assert until
    order = until[0].order(None)
    for _ in range(600):
        step = game.carry_out(state, 0, order)
        if isinstance(step, OrderEnd):
            words = [game.text(action) for action in state.legal()]
            must_bid = state.turn == 0 and "pass" not in words
            assert ("open the bidding" if must_bid else "sold") in step.why
            return
        if isinstance(step, OrderMove):
            assert game.text(step.action) == "pass"
            state.apply(step.action)
        else:
            step_at_random(state, rng)
        if state.over:
            break
    raise AssertionError("the order never ended")


def test_order_with_an_unknown_subject_ends() -> None:
    game = roundhouse.load("rails")
    assert game.engine.speed in (INTERPRETED, "compiled")
    state = game.start(2)
    end = game.carry_out(state, 0, Order("drop", "nothing known", 0, ""))
    assert isinstance(end, OrderEnd)
