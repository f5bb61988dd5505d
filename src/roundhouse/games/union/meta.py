"""What is printed on the box of Union Pacific."""

from roundhouse.core.meta import Meta, Option

META = Meta(
    id="union",
    title="Union Pacific",
    order=4,
    seats=(2, 3, 4, 5, 6),
    rules=2,
    older=(1,),
    stage="beta",
    tagline="Grow ten railways and own the right ones when a dividend card turns up.",
    minutes=(45, 90),
    unit="$M",
    secrets=True,
    credits="Designed by Alan R. Moon; published by Amigo and Rio Grande Games, 1999.",
    options={
        "deck": Option(
            "Share deck",
            {
                "standard": "6 cards, then 18 with one dividend, then the rest with three",
                "even": "four stacks of 6 without, four with one dividend each, in turn",
            },
        ),
        "stuck_cards": Option(
            "Stuck track cards",
            {
                "keep": "they stay in hand",
                "replace": "a card whose track is full may be exchanged for a new one",
            },
        ),
    },
)
