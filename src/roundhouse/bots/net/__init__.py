"""Players that have learned: a small network in plain compiled loops, without any library.

weights   what is shipped with the package, and whether it fits a game
factors   what actions are made of
network   the network as compiled code reads it
own_prior what the room itself thinks of actions: the network is told
net_bot   the policy alone
advice    the network as a search's guide
"""

from roundhouse.bots.net.net_bot import NetBot
from roundhouse.bots.net.weights import Weights, knows, trained

__all__ = ["NetBot", "Weights", "knows", "trained"]
