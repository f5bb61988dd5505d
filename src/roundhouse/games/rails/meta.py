"""Metadata of Pacific Rails Inc.: title, player counts, options, rules summary."""

from roundhouse.core.meta import IntroCard, Meta, Option

META = Meta(
    id="rails",
    title="Pacific Rails Inc.",
    order=5,
    seats=(2, 3, 4),
    rules=2,
    stage="beta",
    tagline="Place workers in town, run your train, and join the two coasts.",
    minutes=(60, 120),
    unit="VP",
    card=IntroCard(
        goal=(
            "Score the most victory points: for track, stations, telegraphs, goals and the line "
            "from coast to coast."
        ),
        turn=(
            "On your turn, place a worker between two districts or take one back, then use one of "
            "the two. Or bump the workers off a full district and use that."
        ),
        tools=(
            "Districts give resources or run your train, whose specialists turn resources into "
            "rails, bridges and tunnels. In the yard you hire specialists or lay track."
        ),
        end="The game ends after the round in which a line joins the two coasts.",
        missed=(
            "Collect resources before you run the train. Build stations early: each of your "
            "first three adds a carriage."
        ),
    ),
    older=(1,),
    credits="Designed by Dean Morris; published by Vesuvius Media, 2020.",
    options={
        "district_worker": Option(
            "Worker on a district",
            {
                "own": "adds 1 to actions at that district only",
                "neighbours": "adds 1 also to actions at the districts next to it",
            },
        )
    },
    themes={
        "setup": "before the first turn",
        "open": "choosing the first empty house space",
        "engine": "placing or choosing an engine",
        "worker": "placing or taking back a worker",
        "place": "placing a worker",
        "remove": "taking a worker back",
        "bump": "bumping workers",
        "lift": "taking back a worker from a district",
        "district": "choosing a district",
        "at": "using a district",
        "hats": "spending hats",
        "special": "a district's special action",
        "house": "placing a house",
        "upgrade": "upgrading a carriage",
        "station": "building a station",
        "telegraph": "building a telegraph",
        "congress": "Congress",
        "lobby": "which senator to lobby",
        "reset": "resetting the senators",
        "centre": "hiring or laying track",
        "hire": "hiring a specialist",
        "hiring": "whom to hire",
        "lay": "laying track",
        "train": "running the train",
        "make": "making tiles",
        "choice": "what to take or drop",
        "drop": "what to drop",
        "free": "the first carriage's specialist",
        "gain": "which resource to take",
        "tile": "which tile to take",
        "reward": "a senator's reward",
        "route": "planning a route",
        "to": "the next step of a route",
        "arrival": "what to build in a city",
        "done": "when to stop",
    },
)
