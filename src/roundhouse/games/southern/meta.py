"""Metadata of Southern Pacific: title, player counts and rules summary."""

from roundhouse.core.meta import IntroCard, Meta
from roundhouse.core.translation import mark

META = Meta(
    id="southern",
    title="Southern Pacific",
    order=3,
    seats=(3, 4, 5),
    rules=1,
    stage="beta",
    tagline=mark(
        "Six railroads, thirty shares: outbid, build, and get paid before the cubes run out."
    ),
    minutes=(60, 90),
    unit="$",
    card=IntroCard(
        goal=mark("Have the most cash at the end. Shares and treasuries are then worth nothing."),
        turn=mark(
            "The railroads take turns. A railroad's president may sell a share, build or buy "
            "track, and set the dividend. After all six, each player may offer one share of any "
            "railroad in the Bull Market."
        ),
        tools=mark(
            "The price of a share goes to the railroad's treasury, which pays for track. The more "
            "railroads share a city, the less it pays each of them."
        ),
        end=mark(
            "The game ends after a round if a railroad has no cubes left or all shares are sold, "
            "and after round 20 at the latest."
        ),
        missed=mark(
            "Without shares you earn nothing: own part of at least two railroads before the "
            "first dividends."
        ),
    ),
    credits=mark("Designed by John Bohrer; published by Winsome Games and Rio Grande Games."),
    themes={
        "auction": mark("auctions"),
        "bid": mark("making a bid"),
        "pass": mark("passing"),
        "free link": mark("a railroad's first link"),
        "stock": mark("whether to sell a share"),
        "sell": mark("selling a share"),
        "skip": mark("selling no share, declining income"),
        "track": mark("building and buying track"),
        "build": mark("building a link"),
        "buy": mark("buying a link from another railroad"),
        "done": mark("when to stop building"),
        "price": mark("naming a price for a link"),
        "answer": mark("answering an offer"),
        "ask": mark("asking for a higher price"),
        "reply": mark("accepting or refusing a price"),
        "accept": mark("accepting a price"),
        "refuse": mark("refusing a price"),
        "income": mark("setting a dividend"),
        "pay": mark("how much to pay"),
        "bull market": mark("the Bull Market"),
        "offer": mark("offering a share in the Bull Market"),
        "bull auction": mark("bidding in the Bull Market"),
    },
)
