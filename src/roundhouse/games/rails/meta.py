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
    themes={
        "setup": "before the first turn",
        "open": "which row begins with a house less",
        "engine": "where an engine starts",
        "worker": "placing or taking back a worker",
        "place": "placing a worker",
        "remove": "taking a worker back",
        "bump": "bumping workers off",
        "lift": "a worker that comes back first",
        "district": "at which district to act",
        "at": "choosing a district",
        "hats": "spending hats",
        "special": "a district's special action",
        "house": "building a house",
        "upgrade": "an upgrade for the train",
        "station": "building a station",
        "telegraph": "building a telegraph",
        "congress": "Congress",
        "lobby": "which senator to lobby",
        "reset": "calling the senators back",
        "centre": "hiring or laying track",
        "hire": "hiring a specialist",
        "hiring": "whom to hire",
        "lay": "laying track",
        "train": "running the train",
        "make": "how much the train makes",
        "choice": "what to take or to drop",
        "drop": "what to drop",
        "free": "the first carriage's specialist",
        "gain": "which resource to take",
        "tile": "which tile to take",
        "reward": "a senator's reward",
        "route": "the way of a route",
        "to": "where a route goes on",
        "arrival": "what to build in a city",
        "done": "when to stop",
    },
)
