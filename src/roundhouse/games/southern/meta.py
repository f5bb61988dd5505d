"""What is printed on the box of Southern Pacific."""

from roundhouse.core.meta import Meta

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
    credits="Designed by John Bohrer; published by Winsome Games and Rio Grande Games.",
)
