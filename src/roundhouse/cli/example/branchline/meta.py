"""What is printed on the box of Branch Line. Loading this loads nothing else of the game."""

from roundhouse.core.meta import Meta

META = Meta(
    id="branchline",  # the name of the package
    title="Branch Line",
    order=100,  # where it stands on the shelf; the house's own games have 1 to 5
    seats=(2, 3, 4),
    rules=1,  # goes up when an old record would replay differently
    stage="alpha",
    tagline="Draw rails, or spend them: every station is built only once.",
    minutes=(5, 10),
    unit="points",
    credits="An example to start from.",
)
