"""Metadata of Northern Pacific: title, player counts, options and rules summary."""

from roundhouse.core.meta import IntroCard, Meta, Option
from roundhouse.core.translation import mark, mark_unit

META = Meta(
    id="northern",
    title="Northern Pacific",
    order=1,
    seats=(3, 4, 5, 6),
    rules=1,
    stage="beta",
    tagline=mark("One railroad winds west. Bet on the cities it will reach, and steer it there."),
    minutes=(15, 30),
    unit=mark_unit("{n} cube", "{n} cubes"),
    card=IntroCard(
        goal=mark("Earn the most cubes: put cubes into cities that the railroad will reach."),
        turn=mark(
            "On your turn, do one thing: put a cube into a city ahead of the railroad, or lay "
            "the next track and choose where it goes."
        ),
        tools=mark(
            "When the track reaches a city, each small cube there returns with 1 more, each "
            "large cube with 2 more. A cube in a city the railroad misses is lost; "
            "in a tie, fewer lost cubes win."
        ),
        end=mark(
            "A round ends when the track reaches Seattle. Cubes in your hand count; cubes left "
            "on the map are lost. How many rounds you play depends on the variant, see below."
        ),
        missed=mark(
            "Everyone steers the same railroad. Bet where others bet too, and lay track "
            "yourself when the next city pays you."
        ),
    ),
    credits=mark("Designed by Tom Russell (Amabel Holland); published by Rio Grande Games, 2018."),
    chance=False,
    options={
        "variant": Option(
            mark("Variant"),
            {
                "standard": mark("three rounds, most cubes earned"),
                "single": mark("one round; the game wins if no one has more than four cubes"),
                "scoreless": mark("first to win two rounds"),
            },
        )
    },
    themes={
        "turn": mark("choosing the next move"),
        "lay": mark("laying track"),
        "invest": mark("investing a cube"),
    },
)
