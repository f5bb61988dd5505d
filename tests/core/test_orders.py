"""Standing orders of every room: never a move that the rules refuse, never by what the seat cannot
know, and never more than was ordered."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roundhouse
from roundhouse.core.auction_orders import BID_UP_TO, PASS_THIS, PASS_UNTIL
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game, Position
from roundhouse.core.orders import Do, End, Order, Wait
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry

GAMES = [box.id for box in registry.games()]
AUCTIONS = ["texas", "southern"]


def game_of(name: str) -> Game:
    return roundhouse.load(name)


def given_orders(game: Game, state: Position, seat: int, rng: random.Random) -> list[Order]:
    """Every order that can be given now, with some number where it takes one."""
    made = []
    for offer in game.orders(state, seat):
        amount = None if offer.low is None else rng.randint(offer.low, offer.high or 0)
        assert offer.takes(amount)
        assert not offer.takes(None if amount is not None else 3)
        made.append(offer.order(amount))
        assert "{" not in made[-1].words
    return made


def step_at_random(state: Position, rng: random.Random) -> None:
    actions = state.legal()
    if state.turn == CHANCE:
        state.apply(rng.choices(actions, state.weights())[0])
    else:
        state.apply(rng.choice(actions))


def walk(game: Game, rng: random.Random, plies: int) -> Iterator[Position]:
    state = game.start(rng.choice([n for n in game.meta.seats if n <= 4]))
    for _ in range(plies):
        if state.over:
            return
        yield state
        step_at_random(state, rng)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_no_order_ever_says_what_the_rules_refuse(name: str, seed: int) -> None:
    rng, game = random.Random(seed), game_of(name)
    standing: list[tuple[int, Order]] = []
    for state in walk(game, rng, 70):
        if rng.random() < 0.2:
            seat = rng.randrange(state.seats)
            standing += [(seat, order) for order in given_orders(game, state, seat, rng)]
        for seat, order in standing[-15:]:
            bare = game.room.carry_out(state, seat, order)  # the room itself, unchecked
            assert isinstance(bare, Do | Wait | End)
            if isinstance(bare, Do):
                assert state.turn == seat
                assert bare.action in state.legal()
                state.clone().apply(bare.action)


@pytest.mark.parametrize("name", [g for g in GAMES if registry.meta(g).secrets])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_orders_know_only_what_their_seat_knows(name: str, seed: int) -> None:
    rng, game = random.Random(seed), game_of(name)
    kept: list[tuple[int, Order]] = []
    for state in walk(game, rng, 50):
        for seat in range(state.seats):
            imagined = state.redeal(seat, rng)
            offers = game.orders(state, seat)
            assert game.orders(imagined, seat) == offers
            if rng.random() < 0.1:
                kept += [(seat, order) for order in given_orders(game, state, seat, rng)]
            for owner, order in kept[-12:]:
                if owner == seat:
                    assert game.carry_out(imagined, seat, order) == game.carry_out(
                        state, seat, order
                    )


def obey(game: Game, state: Position, orders: dict[int, Order]) -> Do | None:
    """What the seat to act is told to do by its order; orders that end are forgotten."""
    for seat, order in list(orders.items()):
        step = game.carry_out(state, seat, order)
        if isinstance(step, End):
            del orders[seat]
        elif isinstance(step, Do):
            return step
    return None


@pytest.mark.parametrize("name", AUCTIONS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_nobody_bids_more_than_they_have_ordered(name: str, seed: int) -> None:
    rng, game = random.Random(seed), game_of(name)
    state = game.start(3)
    orders: dict[int, Order] = {}
    bids = 0
    for _ in range(200):
        if state.over:
            break
        for seat in range(3):
            if seat not in orders and rng.random() < 0.5:
                fit = [o for o in given_orders(game, state, seat, rng) if o.kind == BID_UP_TO]
                if fit:
                    orders[seat] = fit[0]
        seat = state.turn
        step = obey(game, state, orders)
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
    assert bids or not game.orders(game.start(3), 0)


def in_auction(game: Game, seed: int = 1) -> Position:
    """A position in which seat 1 is asked in an auction, somebody having bid."""
    rng = random.Random(seed)
    for state in walk(game, rng, 400):
        kinds = {offer.kind for offer in game.orders(state, 1)} if state.seats > 1 else set()
        if state.turn == 1 and BID_UP_TO in kinds and "pass" in map(game.text, state.legal()):
            return state
    raise AssertionError("there was no auction")


@pytest.mark.parametrize("name", AUCTIONS)
def test_an_order_ends_with_its_auction(name: str) -> None:
    game = game_of(name)
    state = in_auction(game)
    offers = {offer.kind: offer for offer in game.orders(state, 1)}
    this = offers[PASS_THIS].order(None)
    step = game.carry_out(state, 1, this)
    assert isinstance(step, Do)
    assert game.text(step.action) == "pass"
    about = this.about
    state.apply(step.action)
    after = game.carry_out(state, 1, this)
    assert isinstance(after, End)
    assert after.why in ("You are out of that auction.", "That auction is over.")
    assert about not in [o.about for o in game.orders(state, 1) if o.kind == PASS_THIS]


@pytest.mark.parametrize("name", AUCTIONS)
def test_passing_until_something_is_sold_ends_when_it_is(name: str) -> None:
    game, rng = game_of(name), random.Random(7)
    state = game.start(3)
    while not state.over and state.turn == CHANCE:
        step_at_random(state, rng)
    until = [o for o in game.orders(state, 0) if o.kind == PASS_UNTIL]
    assert until
    order = until[0].order(None)
    for _ in range(600):
        step = game.carry_out(state, 0, order)
        if isinstance(step, End):
            words = [game.text(action) for action in state.legal()]
            must_bid = state.turn == 0 and "pass" not in words
            assert ("open the bidding" if must_bid else "sold") in step.why
            return
        if isinstance(step, Do):
            assert game.text(step.action) == "pass"
            state.apply(step.action)
        else:
            step_at_random(state, rng)
        if state.over:
            break
    raise AssertionError("it never came up")


def test_a_move_that_is_not_possible_ends_the_order() -> None:
    game = roundhouse.load("rails")
    assert game.engine.speed in (INTERPRETED, "compiled")
    state = game.start(2)
    end = game.carry_out(state, 0, Order("drop", "nothing known", 0, ""))
    assert isinstance(end, End)
