"""Metadata of Texas & Pacific: title, player counts and rules summary."""

from roundhouse.core.meta import IntroCard, Meta

META = Meta(
    id="texas",
    title="Texas & Pacific",
    order=2,
    seats=(2, 3, 4, 5, 6),
    rules=2,
    older=(1,),
    stage="beta",
    tagline="Bid for shares, push track through cattle country, and know when to go West.",
    minutes=(45, 60),
    unit="$",
    card=IntroCard(
        goal=(
            "Have the most cash at the end. Certificates and ranches count for what they pay you; "
            "at the end they only break ties."
        ),
        turn=(
            "On your turn, take one of three Decisions: auction a certificate, claim a ranch, "
            "or build track for a railroad of which you own a certificate."
        ),
        tools=(
            "Winning bids go to the railroad's treasury, which pays for its track. Track raises "
            "income, and income is split among its certificates."
        ),
        end=(
            "A round ends with dividends when two of the three Decision tracks are full. The "
            "game ends when track, stock or ranches run low, or after eight rounds."
        ),
        missed=(
            "A certificate bought early pays at every dividend. Don't pass every auction, and "
            "don't pay more than it can still earn."
        ),
    ),
    credits="Published by Winsome Games and, as this edition, Rio Grande Games, 2022; "
    "illustrated by Todd Sanders. Played here on a reconstructed map.",
    themes={
        "auction": "auctions",
        "bid": "making a bid",
        "pass": "passing",
        "turn": "which Decision to take",
        "stock": "auctioning a certificate",
        "offer": "which certificate to auction",
        "ranch": "claiming a ranch",
        "claim": "where to claim a ranch",
        "track": "building track",
        "run": "which railroad to build for",
        "building": "laying track hex by hex",
        "build": "where to build",
        "done": "when to stop building",
        "west": "going West",
    },
)
