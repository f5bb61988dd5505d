"""What is printed on the box of Pacific Rails Inc."""

from roundhouse.core.meta import Card, Meta

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
    card=Card(
        goal=(
            "Most victory points at the end wins: for stations, telegraphs, track across the "
            "continent and goals."
        ),
        turn=(
            "On your turn place, move or bump a worker in the town and use one of the two "
            "districts beside it."
        ),
        tools=(
            "Districts give resources or run your train, whose people turn resources into "
            "rails, bridges and tunnels; in the yard you hire people or lay track."
        ),
        end="The game ends when a line joins both coasts.",
        missed=(
            "Run the train only with the resources it needs, and lay track to cities early: "
            "every station brings a carriage."
        ),
    ),
    older=(1,),
    credits="Designed by Dean Morris; published by Vesuvius Media, 2020.",
)
