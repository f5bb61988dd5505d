"""What is printed on the box of Northern Pacific."""

from roundhouse.core.meta import Card, Meta, Option

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
    card=Card(
        goal=(
            "Most cubes earned over three rounds wins: put cubes into towns that the railroad "
            "will reach."
        ),
        turn=(
            "On your turn do one thing: put a cube into a town ahead of the railroad, or lay "
            "the next track and choose where it goes."
        ),
        tools=(
            "A cube in a town that the track reaches comes home with another one, a large cube "
            "with two. A cube in a town that it passes by counts against you."
        ),
        end=(
            "A round ends when the track reaches Seattle; after the last round the cubes earned"
            " are counted."
        ),
        missed=(
            "Everybody steers the same railroad: go where others want to go too, and lay track "
            "yourself when the next town pays you."
        ),
    ),
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
    themes={
        "turn": "where to go next",
        "lay": "laying track",
        "invest": "putting a cube into a town",
    },
)
