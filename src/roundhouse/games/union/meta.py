"""Metadata of Union Pacific: title, player counts, options and rules summary."""

from roundhouse.core.meta import IntroCard, Meta, Option
from roundhouse.core.translation import mark

META = Meta(
    id="union",
    title="Union Pacific",
    order=4,
    seats=(2, 3, 4, 5, 6),
    rules=2,
    older=(1,),
    stage="beta",
    tagline=mark("Grow ten railways and own the right ones when a dividend card turns up."),
    minutes=(45, 90),
    unit="$M",
    secrets=True,
    card=IntroCard(
        goal=mark(
            "Have the most money at the end. Each dividend pays the players with the most and "
            "second-most shares of each company."
        ),
        turn=mark(
            "On your turn, either place a locomotive for a company and take a share, or play "
            "shares from your hand in front of you."
        ),
        tools=mark(
            "The more locomotives a company has on the map, the more it pays. Only shares in "
            "front of you count, not those in your hand."
        ),
        end=mark(
            "The game ends after the fourth dividend. With two players, the third of the four is "
            "the last."
        ),
        missed=mark(
            "Dividends come without warning, so play your shares in time. Don't forget Union "
            "Pacific: it pays more each time."
        ),
    ),
    credits=mark("Designed by Alan R. Moon; published by Amigo and Rio Grande Games, 1999."),
    options={
        "deck": Option(
            mark("Share deck"),
            {
                "standard": mark("6 shares, then 18 with one dividend, then the rest with three"),
                "even": mark("dividends evenly spread: one in each quarter of the deck"),
            },
        ),
        "stuck_cards": Option(
            mark("Unplayable track cards"),
            {"keep": mark("keep in hand"), "replace": mark("may be replaced on your turn")},
        ),
    },
    themes={
        "opening": mark("the first share to reveal"),
        "show": mark("which share to reveal"),
        "turn": mark("building or playing shares"),
        "build": mark("placing a locomotive"),
        "play": mark("playing shares from your hand"),
        "investing": mark("how many shares to play"),
        "done": mark("when to stop playing shares"),
        "share": mark("which share to take"),
        "take": mark("taking a share"),
        "trade": mark("trading a share for Union Pacific"),
        "keep": mark("keeping a share instead of trading"),
        "discard": mark("which track card to discard"),
    },
)
