"""What is printed on the box of Southern Pacific."""

from roundhouse.core.meta import Card, Meta

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
    card=Card(
        goal="Most cash at the end wins; shares and treasuries are worth nothing by themselves.",
        turn=(
            "Each railroad acts in turn: its president sells a share or not, builds or trades "
            "track, and splits the income."
        ),
        tools=(
            "What a share sells for goes into the treasury and builds track. A city pays each "
            "railroad in it, the less the more railroads are there."
        ),
        end=(
            "The game ends after the round in which a railroad is out of cubes or all shares "
            "are sold."
        ),
        missed=(
            "Without shares you earn nothing: own part of at least two railroads before the "
            "first incomes are paid."
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
        "skip": "holding a share or a dividend back",
        "track": "building and buying track",
        "build": "building a link",
        "buy": "buying a link from another railroad",
        "done": "when to stop building",
        "price": "naming a price for a link",
        "answer": "answering an offer for a link",
        "ask": "asking for more",
        "reply": "the last word about a price",
        "accept": "accepting a price",
        "refuse": "refusing a price",
        "income": "sharing out an income",
        "pay": "how much to pay out",
        "bull market": "the Bull Market",
        "offer": "offering a share in the Bull Market",
        "bull auction": "bidding in the Bull Market",
    },
)
