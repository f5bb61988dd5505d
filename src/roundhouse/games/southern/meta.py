"""Metadata of Southern Pacific: title, player counts and rules summary."""

from roundhouse.core.meta import IntroCard, Meta

META = Meta(
    id="southern",
    title="Southern Pacific",
    order=3,
    seats=(3, 4, 5),
    rules=1,
    stage="beta",
    tagline="Six railroads, thirty shares: outbid, build, and get paid before the cubes run out.",
    minutes=(60, 90),
    unit="$",
    card=IntroCard(
        goal="Have the most cash at the end. Shares and treasuries are then worth nothing.",
        turn=(
            "The railroads take turns. A railroad's president may sell a share, build or buy "
            "track, and set the dividend. After all six, each player may offer one share of any "
            "railroad in the Bull Market."
        ),
        tools=(
            "The price of a share goes to the railroad's treasury, which pays for track. The more "
            "railroads share a city, the less it pays each of them."
        ),
        end=(
            "The game ends after a round if a railroad has no cubes left or all shares are sold, "
            "and after round 20 at the latest."
        ),
        missed=(
            "Without shares you earn nothing: own part of at least two railroads before the "
            "first dividends."
        ),
    ),
    credits="Designed by John Bohrer; published by Winsome Games and Rio Grande Games.",
    themes={
        "auction": "auctions",
        "bid": "making a bid",
        "pass": "passing",
        "free link": "a railroad's first link",
        "stock": "whether to sell a share",
        "sell": "selling a share",
        "skip": "selling no share, declining income",
        "track": "building and buying track",
        "build": "building a link",
        "buy": "buying a link from another railroad",
        "done": "when to stop building",
        "price": "naming a price for a link",
        "answer": "answering an offer",
        "ask": "asking for a higher price",
        "reply": "accepting or refusing a price",
        "accept": "accepting a price",
        "refuse": "refusing a price",
        "income": "setting a dividend",
        "pay": "how much to pay",
        "bull market": "the Bull Market",
        "offer": "offering a share in the Bull Market",
        "bull auction": "bidding in the Bull Market",
    },
)
