"""Metadata of Northern Pacific: title, player counts, options and rules summary."""

from roundhouse.core.meta import IntroCard, Meta, Option

META = Meta(
    id="northern",
    title="Northern Pacific",
    order=1,
    seats=(3, 4, 5, 6),
    rules=1,
    stage="beta",
    tagline="One railroad winds west. Bet on the cities it will reach, and steer it there.",
    minutes=(15, 30),
    unit="cubes",
    card=IntroCard(
        goal=("Earn the most cubes: put cubes into cities that the railroad will reach."),
        turn=(
            "On your turn, do one thing: put a cube into a city ahead of the railroad, or lay "
            "the next track and choose where it goes."
        ),
        tools=(
            "When the track reaches a city, each small cube there returns with 1 more, each "
            "large cube with 2 more. A cube in a city the railroad misses is lost; it "
            "counts only to break ties."
        ),
        end=(
            "A round ends when the track reaches Seattle. Cubes in your hand count; cubes left "
            "on the map are lost. How many rounds you play depends on the variant, see below."
        ),
        missed=(
            "Everyone steers the same railroad. Bet where others bet too, and lay track "
            "yourself when the next city pays you."
        ),
    ),
    credits="Designed by Tom Russell (Amabel Holland); published by Rio Grande Games, 2018.",
    chance=False,
    options={
        "variant": Option(
            "Variant",
            {
                "standard": "three rounds, most cubes earned",
                "single": "one round; the game wins if no one has more than four cubes",
                "scoreless": "first to win two rounds",
            },
        )
    },
    themes={"turn": "choosing the next move", "lay": "laying track", "invest": "investing a cube"},
)
