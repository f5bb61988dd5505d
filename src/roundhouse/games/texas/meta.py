"""What is printed on the box of Texas & Pacific."""

from roundhouse.core.meta import Card, Meta

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
    card=Card(
        goal="Most cash at the end wins; certificates and ranches only matter for what they pay.",
        turn=(
            "On your turn take one of three Decisions: auction a certificate, claim a ranch, or"
            " build track for a railroad you hold."
        ),
        tools=(
            "What you bid goes into the railroad's treasury, and the treasury pays for its "
            "track. Track raises income, income is shared among its certificates."
        ),
        end=(
            "A round ends with a dividend when a Decision track is full; the game ends by "
            "track, stock, ranches or rounds."
        ),
        missed=(
            "A certificate bought early pays in every dividend: do not pass every auction, and "
            "do not pay more than it can still earn."
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
        "run": "which railroad is to build",
        "building": "laying track hex by hex",
        "build": "where to build",
        "done": "when to stop building",
        "west": "going West",
    },
)
