"""What is printed on the box of Union Pacific."""

from roundhouse.core.meta import Card, Meta, Option

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
    card=Card(
        goal=(
            "Most money at the end wins: at each dividend the first and second owner of every "
            "company are paid."
        ),
        turn=(
            "On your turn do one thing: build a locomotive for a company and take a share, or "
            "play shares from your hand in front of you."
        ),
        tools=(
            "A company pays by its locomotives on the board. Only shares in front of you count,"
            " those in your hand do not."
        ),
        end="The game ends when the last dividend card has come up.",
        missed=(
            "Dividends come without warning: play your shares in time, and do not forget Union "
            "Pacific, which pays more every time."
        ),
    ),
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
    themes={
        "opening": "the first share to show",
        "show": "which share to show",
        "turn": "building or playing shares",
        "build": "building a locomotive",
        "play": "playing shares from the hand",
        "investing": "how many shares to play",
        "done": "when to stop playing shares",
        "share": "which share to take",
        "take": "taking a share",
        "trade": "trading a share for Union Pacific",
        "keep": "keeping a share instead of trading it",
        "discard": "which track card to discard",
    },
)
