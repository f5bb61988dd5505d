"""Metadata of Texas & Pacific: title, player counts and rules summary."""

from roundhouse.core.meta import IntroCard, Meta
from roundhouse.core.translation import mark

META = Meta(
    id="texas",
    title="Texas & Pacific",
    order=2,
    seats=(2, 3, 4, 5, 6),
    rules=2,
    older=(1,),
    stage="beta",
    tagline=mark("Bid for shares, push track through cattle country, and know when to go West."),
    minutes=(45, 60),
    unit="$",
    card=IntroCard(
        goal=mark(
            "Have the most cash at the end. Certificates and ranches count for what they pay you; "
            "at the end they only break ties."
        ),
        turn=mark(
            "On your turn, take one of three Decisions: auction a certificate, claim a ranch, "
            "or build track for a railroad of which you own a certificate."
        ),
        tools=mark(
            "Winning bids go to the railroad's treasury, which pays for its track. Track raises "
            "income, and income is split among its certificates."
        ),
        end=mark(
            "A round ends with dividends when two of the three Decision tracks are full. The "
            "game ends when track, stock or ranches run low, or after eight rounds."
        ),
        missed=mark(
            "A certificate bought early pays at every dividend. Don't pass every auction, and "
            "don't pay more than it can still earn."
        ),
    ),
    credits=mark(
        "Published by Winsome Games and, as this edition, Rio Grande Games, 2022; "
        "illustrated by Todd Sanders. Played here on a reconstructed map."
    ),
    themes={
        "auction": mark("auctions"),
        "bid": mark("making a bid"),
        "pass": mark("passing"),
        "turn": mark("which Decision to take"),
        "stock": mark("auctioning a certificate"),
        "offer": mark("which certificate to auction"),
        "ranch": mark("claiming a ranch"),
        "claim": mark("where to claim a ranch"),
        "track": mark("building track"),
        "run": mark("which railroad to build for"),
        "building": mark("laying track hex by hex"),
        "build": mark("where to build"),
        "done": mark("when to stop building"),
        "west": mark("going West"),
    },
)
