"""What is printed on the box of Texas & Pacific."""

from roundhouse.core.meta import Meta

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
    credits="Published by Winsome Games and, as this edition, Rio Grande Games, 2022; "
    "illustrated by Todd Sanders. Played here on a reconstructed map.",
)
