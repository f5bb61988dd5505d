"""Information-set Monte Carlo tree search with PUCT, the same for every game.

Each iteration

1. samples the hidden information for the searching seat (the game's `redeal`),
2. selects a path through the tree by PUCT, with `action_prior` as the prior (`tree`, `iteration`),
3. evaluates the leaf by a short rollout and the game's `evaluate` (`rollout`), or by a network,
4. backs up every seat's share of the win (max^n: each seat maximises its own share).

Chance events are sampled by their weights.

Compiled code runs in short chunks without the interpreter's lock. So threads search in parallel,
each with a tree of its own (`search_thread`) whose roots are added up, and a search stops within
milliseconds.
"""

from roundhouse.bots.search.bot import SearchBot
from roundhouse.bots.search.budget import Budget
from roundhouse.bots.search.search import Search
from roundhouse.bots.search.search_result import RootMove, SearchResult

__all__ = ["Budget", "RootMove", "Search", "SearchBot", "SearchResult"]
