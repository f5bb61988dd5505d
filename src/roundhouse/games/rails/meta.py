"""Metadata of Pacific Rails Inc.: title, player counts, options, rules summary."""

from roundhouse.core.meta import IntroCard, Meta, Option
from roundhouse.core.translation import mark, mark_unit

META = Meta(
    id="rails",
    title="Pacific Rails Inc.",
    order=5,
    seats=(2, 3, 4),
    rules=2,
    stage="beta",
    tagline=mark("Place workers in town, run your train, and join the two coasts."),
    minutes=(60, 120),
    unit=mark_unit("{n} VP", "{n} VP"),
    card=IntroCard(
        goal=mark(
            "Score the most victory points: for track, stations, telegraphs, goals and the line "
            "from coast to coast."
        ),
        turn=mark(
            "On your turn, place a worker between two districts or take one back, then use one of "
            "the two. Or bump the workers off a full district and use that."
        ),
        tools=mark(
            "Districts give resources or run your train, whose specialists turn resources into "
            "rails, bridges and tunnels. In the yard you hire specialists or lay track."
        ),
        end=mark("The game ends after the round in which a line joins the two coasts."),
        missed=mark(
            "Collect resources before you run the train. Build stations early: each of your "
            "first three adds a carriage."
        ),
    ),
    older=(1,),
    credits=mark("Designed by Dean Morris; published by Vesuvius Media, 2020."),
    options={
        "district_worker": Option(
            mark("Worker on a district"),
            {
                "own": mark("adds 1 to actions at that district only"),
                "neighbours": mark("adds 1 also to actions at the districts next to it"),
            },
        )
    },
    themes={
        "setup": mark("before the first turn"),
        "open": mark("choosing the first empty house space"),
        "engine": mark("placing or choosing an engine"),
        "worker": mark("placing or taking back a worker"),
        "place": mark("placing a worker"),
        "remove": mark("taking a worker back"),
        "bump": mark("bumping workers"),
        "lift": mark("taking back a worker from a district"),
        "district": mark("choosing a district"),
        "at": mark("using a district"),
        "hats": mark("spending hats"),
        "special": mark("a district's special action"),
        "house": mark("placing a house"),
        "upgrade": mark("upgrading a carriage"),
        "station": mark("building a station"),
        "telegraph": mark("building a telegraph"),
        "congress": mark("Congress"),
        "lobby": mark("which senator to lobby"),
        "reset": mark("resetting the senators"),
        "centre": mark("hiring or laying track"),
        "hire": mark("hiring a specialist"),
        "hiring": mark("whom to hire"),
        "lay": mark("laying track"),
        "train": mark("running the train"),
        "make": mark("making tiles"),
        "choice": mark("what to take or drop"),
        "drop": mark("what to drop"),
        "free": mark("the first carriage's specialist"),
        "gain": mark("which resource to take"),
        "tile": mark("which tile to take"),
        "reward": mark("a senator's reward"),
        "route": mark("planning a route"),
        "to": mark("the next step of a route"),
        "arrival": mark("what to build in a city"),
        "done": mark("when to stop"),
    },
)
