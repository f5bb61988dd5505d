"""Bots that use a small trained network, evaluated in plain compiled loops.

action_features   the features of an action, taken from its words
heuristic_policy  the game's own policy, an input of the network
network           the network as compiled code evaluates it
network_guide     the network as the guide of a search
net_bot           a bot that samples from the policy
weights           the shipped weights, and which games they fit
"""

from roundhouse.bots.net.net_bot import NetBot
from roundhouse.bots.net.weights import Weights, has_network, trained_weights

__all__ = ["NetBot", "Weights", "has_network", "trained_weights"]
