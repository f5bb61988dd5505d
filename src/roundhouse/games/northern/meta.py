"""What is printed on the box of Northern Pacific."""

from roundhouse.core.meta import Meta, Option

META = Meta(
    id="northern",
    title="Northern Pacific",
    order=1,
    seats=(3, 4, 5, 6),
    rules=1,
    stage="beta",
    tagline="One railroad winds west. Bet on the towns it will reach, and steer it there.",
    minutes=(15, 30),
    unit="cubes",
    credits="Designed by Tom Russell (Amabel Holland); published by Rio Grande Games, 2018.",
    chance=False,
    options={
        "variant": Option(
            "Variant",
            {
                "standard": "three rounds, most good investments",
                "single": "one round; below five cubes the game wins",
                "scoreless": "first to win two single rounds",
            },
        )
    },
)
