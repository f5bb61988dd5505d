"""Metadata of Union Pacific: title, player counts, options and rules summary."""

from roundhouse.core.meta import IntroCard, Meta, Option

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
    card=IntroCard(
        goal=(
            "Have the most money at the end. Each dividend pays the players with the most and "
            "second-most shares of each company."
        ),
        turn=(
            "On your turn, either place a locomotive for a company and take a share, or play "
            "shares from your hand in front of you."
        ),
        tools=(
            "The more locomotives a company has on the map, the more it pays. Only shares in "
            "front of you count, not those in your hand."
        ),
        end=(
            "The game ends after the fourth dividend. With two players, the third of the four is "
            "the last."
        ),
        missed=(
            "Dividends come without warning, so play your shares in time. Don't forget Union "
            "Pacific: it pays more each time."
        ),
    ),
    credits="Designed by Alan R. Moon; published by Amigo and Rio Grande Games, 1999.",
    options={
        "deck": Option(
            "Share deck",
            {
                "standard": "6 shares, then 18 with one dividend, then the rest with three",
                "even": "dividends evenly spread: one in each quarter of the deck",
            },
        ),
        "stuck_cards": Option(
            "Unplayable track cards",
            {"keep": "keep in hand", "replace": "may be replaced on your turn"},
        ),
    },
    themes={
        "opening": "the first share to reveal",
        "show": "which share to reveal",
        "turn": "building or playing shares",
        "build": "placing a locomotive",
        "play": "playing shares from your hand",
        "investing": "how many shares to play",
        "done": "when to stop playing shares",
        "share": "which share to take",
        "take": "taking a share",
        "trade": "trading a share for Union Pacific",
        "keep": "keeping a share instead of trading",
        "discard": "which track card to discard",
    },
)
