"""Information-set Monte Carlo tree search, one for every game.

Each iteration draws the hidden cards again for the seat that thinks (`redeal`), walks down the
tree by PUCT with the room's `prefer` as prior (`tree`, `first_look`, `iteration`), plays on
sensibly from the leaf for some turns (`playout`), and credits the outcome to every seat (max^n:
each seat looks after its own share of the win). Chance is drawn by its weights.

Compiled code runs without the interpreter's lock, in short chunks, so threads search side by side
(each in a `workspace` of its own; the roots are added up) and a search ends within milliseconds
when told to.
"""

from roundhouse.bots.search.bot import SearchBot
from roundhouse.bots.search.budget import Budget
from roundhouse.bots.search.search import Search
from roundhouse.bots.search.verdict import RootMove, Verdict

__all__ = ["Budget", "RootMove", "Search", "SearchBot", "Verdict"]
