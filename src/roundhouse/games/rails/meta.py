"""What is printed on the box of Pacific Rails Inc."""

from roundhouse.core.meta import Meta

META = Meta(
    id="rails",
    title="Pacific Rails Inc.",
    order=5,
    seats=(2, 3, 4),
    rules=2,
    stage="beta",
    tagline="Send your workers through the town, run your train, and join the two coasts.",
    minutes=(60, 120),
    unit="VP",
    older=(1,),
    credits="Designed by Dean Morris; published by Vesuvius Media, 2020.",
)
