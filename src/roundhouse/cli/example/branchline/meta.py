"""The metadata of Branch Line. Importing it loads no other part of the game."""

from roundhouse.core.meta import IntroCard, Meta

META = Meta(
    id="branchline",  # the name of the package
    title="Branch Line",
    order=100,  # position in the list of games; the built-in games have 1 to 5
    seats=(2, 3, 4),
    rules=1,  # raise it when an old record would replay differently
    stage="alpha",
    tagline="Draw rails, or spend them: every station is built only once.",
    minutes=(5, 10),
    unit="points",
    card=IntroCard(
        goal="Most points of stations wins; each station is built only once.",
        turn="On your turn do one thing: draw a card, or build a station.",
        tools="A card brings one to three rails; a station costs the rails written on it.",
        end="The game ends when all stations are built or the deck is empty.",
        missed="Whoever draws the last card ends the game: build before the deck runs out.",
    ),
    credits="An example to start from.",
)
